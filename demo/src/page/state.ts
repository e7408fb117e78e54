import type { Order, Status } from "../order.ts";

export type Filter = "all" | Status;

/** All that the page shows, as plain data: each change makes a new one. */
export interface State {
  /** The newest first. */
  readonly orders: readonly Order[];
  readonly filter: Filter;
  readonly query: string;
  readonly chosen: string | undefined;
}

export const START: State = { orders: [], filter: "all", query: "", chosen: undefined };

/** Takes the whole list; keeps what was chosen, else chooses the newest order that waits. */
export function withOrders(state: State, orders: readonly Order[]): State {
  const still_visible = orders.some((order) => order.number === state.chosen);
  const waiting = orders.find((order) => order.status !== "shipped") ?? orders[0];
  return { ...state, orders, chosen: still_visible ? state.chosen : waiting?.number };
}

/** Takes one order, new or changed. An older edition than the one shown changes nothing: answers may overtake pushes. */
export function withOrder(state: State, order: Order): State {
  const present = state.orders.find((each) => each.number === order.number);
  if (present === undefined) return withOrders(state, [order, ...state.orders]);
  if (present.history.length >= order.history.length) return state;
  return { ...state, orders: state.orders.map((each) => (each.number === order.number ? order : each)) };
}

/** The rows of the table: what passes the filter and holds every word that is searched for. */
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
