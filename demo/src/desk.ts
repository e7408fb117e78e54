import { generateOrder, type OrderRequest } from "./catalogue.ts";
import { nextStatus, type Order, type Status } from "./order.ts";

/** Maximum number of orders. The oldest shipped ones are removed first. */
export const ORDERS_MAX = 60;
/** With this many open orders, the simulator pauses until some are packed. */
export const OPEN_ORDERS_MAX = 30;
const SEED_ORDERS = 14;
const FIRST_NUMBER = 2_041;
const MINUTE_MS = 60_000;

export type PlaceResult = { readonly ok: true; readonly order: Order } | { readonly ok: false; readonly open: number };

/** `stale`: another person moved the order first. `order` is its current state. */
export type AdvanceResult =
  | { readonly outcome: "moved"; readonly order: Order }
  | { readonly outcome: "stale"; readonly order: Order }
  | { readonly outcome: "unknown" };

/** The shop's orders, in memory. Reset on every start of the demo. */
export interface Desk {
  /** Newest first. */
  orders(): readonly Order[];
  place(): PlaceResult;
  advance(number: string, to: Status, by: string): AdvanceResult;
}

/**
 * @example
 * const desk = createDesk({ now: Date.now, random: Math.random });
 * desk.advance("TL-2054", "packing", "Ada Larkspur");
 */
export function createDesk(deps: { readonly now: () => number; readonly random: () => number }): Desk {
  const orders = new Map<string, Order>();
  let next_number = FIRST_NUMBER;

  const add = (request: OrderRequest, placed_at_ms: number): Order => {
    const placed_at = new Date(placed_at_ms).toISOString();
    const number = `TL-${next_number++}`;
    const history = [{ status: "new" as const, at: placed_at, by: request.customer }];
    const order: Order = { ...request, number, placed_at, status: "new", history };
    orders.set(number, order);
    return order;
  };

  const move = (order: Order, status: Status, at_ms: number, by: string): Order => {
    const history = [...order.history, { status, at: new Date(at_ms).toISOString(), by }];
    const moved: Order = { ...order, status, history };
    orders.set(order.number, moved);
    return moved;
  };

  const makeRoom = (): void => {
    if (orders.size <= ORDERS_MAX) return;
    const oldest = [...orders.values()].find((order) => order.status === "shipped");
    if (oldest !== undefined) orders.delete(oldest.number);
  };

  for (let index = 0; index < SEED_ORDERS; index++) {
    const age_ms = (SEED_ORDERS - index) * 17 * MINUTE_MS - deps.random() * 9 * MINUTE_MS;
    const order = add(generateOrder(deps.random), deps.now() - age_ms);
    if (index >= SEED_ORDERS - 5) continue;
    const packing = move(order, "packing", deps.now() - age_ms + 6 * MINUTE_MS, "Grace Bellamy");
    if (index < SEED_ORDERS - 8) move(packing, "shipped", deps.now() - age_ms + 14 * MINUTE_MS, "Ada Larkspur");
  }

  return {
    orders: () => [...orders.values()].reverse(),
    place() {
      const open = [...orders.values()].filter((order) => order.status !== "shipped").length;
      if (open >= OPEN_ORDERS_MAX) return { ok: false, open };
      const order = add(generateOrder(deps.random), deps.now());
      makeRoom();
      return { ok: true, order };
    },
    advance(number, to, by) {
      const order = orders.get(number);
      if (order === undefined) return { outcome: "unknown" };
      if (nextStatus(order.status) !== to) return { outcome: "stale", order };
      return { outcome: "moved", order: move(order, to, deps.now(), by) };
    },
  };
}
