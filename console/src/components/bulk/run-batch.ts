import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";

/** Calls of one bulk action that are under way at a time. */
const CONCURRENT_CALLS = 4;

/** What became of each: what was refused keeps its reason. */
export interface BulkOutcome<Item> {
  readonly done: readonly Item[];
  readonly refused: readonly { readonly item: Item; readonly problem: ApiProblem }[];
}

/**
 * Does the same with each of several, a few at a time; what one of them is refused stops no other. `onTried` hears how many
 * are behind it.
 *
 * @example
 * const { done, refused } = await eachOf(selected, (content) => api.archive(content.id, app.id));
 */
export async function runBatch<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  onTried: (tried: number) => void = () => undefined,
): Promise<BulkOutcome<Item>> {
  const done: Item[] = [];
  const refused: { item: Item; problem: ApiProblem }[] = [];
  const waiting = [...items];
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await act(item);
        done.push(item);
      } catch (error) {
        refused.push({ item, problem: asProblem(error) });
      }
      onTried(done.length + refused.length);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, work));
  return { done, refused };
}

/** What was refused, put together by why: each reason is said once. */
export function groupByReason<Item>(
  refused: BulkOutcome<Item>["refused"],
): readonly { readonly problem: ApiProblem; readonly items: readonly Item[] }[] {
  const groups = Map.groupBy(refused, ({ problem }) => `${problem.code} ${problem.detail}`);
  return [...groups.values()].flatMap((group) =>
    group[0] === undefined ? [] : [{ problem: group[0].problem, items: group.map(({ item }) => item) }],
  );
}
