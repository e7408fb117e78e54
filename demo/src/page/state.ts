import type { Order, Status } from "../order.ts";

export type Filter = "all" | Status;

/** Immutable state of the page. */
export interface State {
  /** Newest first. */
  readonly orders: readonly Order[];
  readonly filter: Filter;
  readonly query: string;
  readonly chosen: string | undefined;
}

export const START: State = { orders: [], filter: "all", query: "", chosen: undefined };

/** Replaces all orders. Keeps the selection, otherwise selects the newest waiting order. */
export function withOrders(state: State, orders: readonly Order[]): State {
  const still_visible = orders.some((order) => order.number === state.chosen);
  const waiting = orders.find((order) => order.status !== "shipped") ?? orders[0];
  return { ...state, orders, chosen: still_visible ? state.chosen : waiting?.number };
}

/** Adds or updates one order. Ignores older versions, because responses can arrive after pushes. */
export function withOrder(state: State, order: Order): State {
  const present = state.orders.find((each) => each.number === order.number);
  if (present === undefined) return withOrders(state, [order, ...state.orders]);
  if (present.history.length >= order.history.length) return state;
  return { ...state, orders: state.orders.map((each) => (each.number === order.number ? order : each)) };
}

/** Orders that pass the filter and contain every search word. */
export function visibleOrders(state: State): readonly Order[] {
  const words = state.query.toLowerCase().split(/\s+/).filter(Boolean);
  return state.orders.filter((order) => {
    if (state.filter !== "all" && order.status !== state.filter) return false;
    const text = `${order.number} ${order.customer} ${order.town}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

export function countOf(state: State, status: Status): number {
  return state.orders.filter((order) => order.status === status).length;
}

export function chosenOrder(state: State): Order | undefined {
  return state.orders.find((order) => order.number === state.chosen);
}
