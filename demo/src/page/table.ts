import { type Order, totalOf } from "../order.ts";
import { byId, element } from "./dom.ts";
import { ago, money, STATUS_NAMES } from "./format.ts";
import { type State, visibleOrders } from "./state.ts";

interface Row {
  readonly row: HTMLTableRowElement;
  order: Order;
}

/** Table of orders. Rows of unchanged orders are reused, so that focus and animations survive updates. */
export interface OrdersTable {
  render(state: State, now_ms: number): void;
  flash(number: string): void;
}

export function createOrdersTable(onChoose: (number: string) => void): OrdersTable {
  const body = byId("rows", HTMLTableSectionElement);
  const empty = byId("empty", HTMLParagraphElement);
  const rows = new Map<string, Row>();

  const fill = (row: HTMLTableRowElement, order: Order, now_ms: number): void => {
    const items = order.lines.map((line) => line.name).join(", ");
    const number = element(
      "button",
      { type: "button", class: "open", "aria-controls": "detail", "data-testid": `order-${order.number}` },
      order.number,
    );
    row.replaceChildren(
      element("td", {}, number),
      element("td", { class: "customer" }, order.customer, element("small", {}, order.town)),
      element("td", { class: "items", title: items }, items),
      element("td", { class: "placed" }, ago(order.placed_at, now_ms)),
      element("td", { class: "number" }, money(totalOf(order))),
      element("td", {}, element("span", { class: `badge ${order.status}` }, STATUS_NAMES[order.status])),
    );
  };

  const rowOf = (order: Order, now_ms: number): HTMLTableRowElement => {
    const present = rows.get(order.number);
    if (present === undefined) {
      const row = element("tr", { "data-order": order.number });
      row.addEventListener("click", () => onChoose(order.number));
      fill(row, order, now_ms);
      rows.set(order.number, { row, order });
      return row;
    }
    if (present.order !== order) {
      const had_focus = present.row.contains(document.activeElement);
      fill(present.row, order, now_ms);
      present.order = order;
      if (had_focus) present.row.querySelector("button")?.focus();
    }
    const placed = present.row.querySelector(".placed");
    const text = ago(order.placed_at, now_ms);
    if (placed !== null && placed.textContent !== text) placed.textContent = text;
    return present.row;
  };

  return {
    render(state, now_ms) {
      const visible = visibleOrders(state);
      const wanted = visible.map((order) => rowOf(order, now_ms));
      for (const row of [...body.rows]) if (!wanted.includes(row)) row.remove();
      wanted.forEach((row, index) => {
        if (body.rows[index] !== row) body.insertBefore(row, body.rows[index] ?? null);
      });
      for (const [number, { row }] of rows) {
        const chosen = number === state.chosen;
        row.classList.toggle("chosen", chosen);
        row.querySelector("button")?.setAttribute("aria-expanded", String(chosen));
        if (!state.orders.some((order) => order.number === number)) rows.delete(number);
      }
      empty.hidden = visible.length > 0;
      empty.textContent = state.query === "" ? "No orders" : `No orders match “${state.query}”`;
    },
    flash(number) {
      const row = rows.get(number)?.row;
      row?.classList.add("fresh");
      row?.addEventListener("animationend", () => row.classList.remove("fresh"), { once: true });
    },
  };
}
