import type { ApiProblem } from "../api-problem.ts";
import { tCount } from "../language/t.ts";
import { asProblem } from "../queries.ts";

/** Calls of one bulk action that are under way at a time. */
const CALLS_AT_ONCE = 4;

/** What became of each: what was refused keeps its reason. */
export interface BulkOutcome<Item> {
  readonly done: readonly Item[];
  readonly refused: readonly { readonly item: Item; readonly problem: ApiProblem }[];
}

/**
 * Does the same with each of several, a few at a time; what one of them is refused stops no other.
 *
 * @example
 * const { done, refused } = await eachOf(selected, (content) => api.archive(content.id, app.id));
 */
export async function eachOf<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
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
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work));
  return { done, refused };
}

/** `1 content`, `3 contents`. */
export const countWords = (count: number): string => tCount(count, "{n} content", "{n} contents");
