/** Order statuses, shared by the page, its backend, and pushed events. */
export const STATUSES = ["new", "packing", "shipped"] as const;
export type Status = (typeof STATUSES)[number];

export interface OrderLine {
  readonly name: string;
  readonly quantity: number;
  readonly unit_price_cents: number;
}

/** A status change: who made it, and when (ISO 8601). */
export interface Move {
  readonly status: Status;
  readonly at: string;
  readonly by: string;
}

export interface Order {
  readonly number: string;
  readonly customer: string;
  readonly town: string;
  readonly lines: readonly OrderLine[];
  readonly note: string | null;
  readonly status: Status;
  readonly placed_at: string;
  readonly history: readonly Move[];
}

export const ORDER_CREATED = "order.created";
export const ORDER_CHANGED = "order.changed";

/** Every staff page subscribes to this channel. The backend's tokens have `groups: ["staff"]`. */
export const STAFF_GROUP = "staff";
export const STAFF_CHANNEL = `private-group-${STAFF_GROUP}`;

/** Order total in euro cents. */
export function totalOf(order: Pick<Order, "lines">): number {
  return order.lines.reduce((sum, line) => sum + line.quantity * line.unit_price_cents, 0);
}

/** The status after this one, or undefined when the order was sent. */
export function nextStatus(status: Status): Status | undefined {
  switch (status) {
    case "new":
      return "packing";
    case "packing":
      return "shipped";
    case "shipped":
      return undefined;
  }
}
