import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";

type Placed = Pick<ContentSummary, "id" | "priority">;

/**
 * Returns the priority that moves an item just before the one above it. With the same priority, the older item is first,
 * and IDs are in the order in which items were created. Moves past several items of the same priority at once.
 *
 * @example
 * priorityAbove({ id: "cnt_2", priority: 0 }, { id: "cnt_1", priority: 0 }); // 1
 */
export function priorityAbove(item: Placed, above: Placed): number {
  return item.id < above.id ? above.priority : above.priority + 1;
}

/** {@link priorityAbove}, just after the one below it. */
export function priorityBelow(item: Placed, below: Placed): number {
  return item.id > below.id ? below.priority : below.priority - 1;
}
