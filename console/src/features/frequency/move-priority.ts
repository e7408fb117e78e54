import { editionSchema } from "@fanfare/contract/schema/content/content";
import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";

type Placed = Pick<ContentSummary, "id" | "priority">;

const PRIORITY = editionSchema.shape.priority.unwrap();
const MIN = PRIORITY.minValue ?? -100;
const MAX = PRIORITY.maxValue ?? 100;

/** Orders by priority, highest first. With the same priority, the older item is first, and IDs are in order of creation. */
export function comparePlaced(one: Placed, other: Placed): number {
  return other.priority - one.priority || (one.id < other.id ? -1 : Number(one.id !== other.id));
}

/**
 * Returns the items that need another priority for the one at `from` to be at `to`, with that priority. As few as
 * possible: items that the move doesn't pass change only if priorities run out between them. Undefined if no priorities
 * give this order.
 *
 * @example
 * const items = [{ id: "cnt_1", priority: 0 }, { id: "cnt_2", priority: 0 }];
 * prioritiesAfterMove(items, 1, 0); // [{ id: "cnt_2", priority: 1 }]
 */
export function prioritiesAfterMove(items: readonly Placed[], from: number, to: number): readonly Placed[] | undefined {
  const moved = items[from];
  if (moved === undefined) return [];
  const order = items.toSpliced(from, 1).toSpliced(to, 0, moved);
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const weights = order.map((item, place) => {
    if (item === moved) return 1;
    return place >= first && place <= last ? 2 : 2 * items.length;
  });
  const priorities = cheapestPriorities(order, weights);
  return priorities && order.flatMap(({ id, priority }, place) => change(id, priority, priorities[place] ?? priority));
}

function change(id: string, before: number, priority: number): readonly Placed[] {
  return before === priority ? [] : [{ id, priority }];
}

/** A change costs its weight, and then its distance. */
const UNIT = 1_000_000;

/**
 * Priorities that give this order, at the least cost. Each item in turn has a least cost for each priority that it may
 * have below the items before it.
 */
function cheapestPriorities(order: readonly Placed[], weights: readonly number[]): readonly number[] | undefined {
  const levels = Array.from({ length: MAX - MIN + 1 }, (_, level) => MAX - level);
  let costs: readonly number[] = levels.map(() => 0);
  /** By place, then by level: the best level of the item before. */
  const chosen: (readonly number[])[] = [];
  for (const [place, item] of order.entries()) {
    const before = order[place - 1];
    const may_share = before === undefined || before.id < item.id;
    const best = bestBefore(costs, may_share);
    chosen.push(best);
    costs = levels.map((priority, level) => {
      const cost = costs[best[level] ?? -1] ?? Number.POSITIVE_INFINITY;
      const distance = Math.abs(priority - item.priority);
      return cost + (distance === 0 ? 0 : (weights[place] ?? 0) * UNIT + distance);
    });
  }
  let level = costs.indexOf(Math.min(...costs));
  if (costs[level] === Number.POSITIVE_INFINITY) return undefined;
  const priorities = order.map(() => 0);
  for (let place = order.length - 1; place >= 0; place--) {
    priorities[place] = levels[level] ?? 0;
    level = chosen[place]?.[level] ?? -1;
  }
  return priorities;
}

/** For each level, the cheapest one above it, or of it if the two items may share a priority. -1 if there's none. */
function bestBefore(costs: readonly number[], may_share: boolean): readonly number[] {
  let best = -1;
  return costs.map((cost, level) => {
    const earlier = best;
    if (cost < (costs[best] ?? Number.POSITIVE_INFINITY)) best = level;
    return may_share ? best : earlier;
  });
}
