import { totalOf } from "../order.ts";
import { byId } from "./dom.ts";
import { money, today } from "./format.ts";
import { countOf, type State } from "./state.ts";

export function renderFigures(state: State, now_ms: number): void {
  const open = state.orders.filter((order) => order.status !== "shipped");
  const value = open.reduce((sum, order) => sum + totalOf(order), 0);
  byId("date", HTMLParagraphElement).textContent = today(now_ms);
  byId("figure-new", HTMLElement).textContent = String(countOf(state, "new"));
  byId("figure-packing", HTMLElement).textContent = String(countOf(state, "packing"));
  byId("figure-shipped", HTMLElement).textContent = String(countOf(state, "shipped"));
  byId("figure-value", HTMLElement).textContent = money(value);
}
