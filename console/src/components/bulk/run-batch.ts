import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";

/** Parallel requests of one bulk action. */
const CONCURRENT_CALLS = 4;

/** Result of a bulk action. Failed items keep their problem. */
export interface BulkOutcome<Item> {
  readonly done: readonly Item[];
  readonly refused: readonly { readonly item: Item; readonly problem: ApiProblem }[];
}

/**
 * Runs an action for each item, a few in parallel. A failed item doesn't stop the others. Calls `onTried` with the
 * number of processed items.
 *
 * @example
 * const { done, refused } = await runBatch(selected, (content) => api.archive(content.id, app.id));
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

/** Groups failed items by problem, so that each reason appears once. */
export function groupByReason<Item>(
  refused: BulkOutcome<Item>["refused"],
): readonly { readonly problem: ApiProblem; readonly items: readonly Item[] }[] {
  const groups = Map.groupBy(refused, ({ problem }) => `${problem.code} ${problem.detail}`);
  return [...groups.values()].flatMap((group) =>
    group[0] === undefined ? [] : [{ problem: group[0].problem, items: group.map(({ item }) => item) }],
  );
}
