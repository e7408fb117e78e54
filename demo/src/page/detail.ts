import { nextStatus, type Order, STATUSES, type Status, totalOf } from "../order.ts";
import { byId, element, icon } from "./dom.ts";
import { money, STATUS_NAMES, timeOfDay } from "./format.ts";

const ACTIONS: Readonly<Record<Status, string>> = {
  new: "Undo",
  packing: "Start packing",
  shipped: "Ship order",
};
const TICK = "m3 8.500 3.500 3.500L13 5";

export interface OrderDetail {
  render(order: Order | undefined): void;
  /** Scrolls to and focuses the panel after a selection. */
  focus(): void;
}

/** @param onAdvance resolves with an error message on failure, otherwise with undefined. */
export function createOrderDetail(
  onAdvance: (order: Order, to: Status, button: HTMLElement) => Promise<string | undefined>,
): OrderDetail {
  const panel = byId("detail", HTMLElement);
  let shown: Order | undefined;

  const action = (order: Order): HTMLElement => {
    const to = nextStatus(order.status);
    if (to === undefined) {
      const shipped = order.history.at(-1);
      const text = shipped === undefined ? "Shipped" : `Shipped at ${timeOfDay(shipped.at)} by ${shipped.by}`;
      return element("p", { class: "sent" }, icon(TICK), text);
    }
    const button = element(
      "button",
      { type: "button", class: "button leaf", "data-testid": "advance-order" },
      ACTIONS[to],
    );
    const error_box = element("p", { class: "trouble", role: "alert" });
    button.addEventListener("click", () => {
      button.disabled = true;
      void onAdvance(order, to, button).then((sentence) => {
        button.disabled = false;
        error_box.textContent = sentence ?? "";
      });
    });
    return element("div", {}, button, error_box);
  };

  return {
    render(order) {
      if (order === shown) return;
      const had_focus = panel.contains(document.activeElement) && document.activeElement !== panel;
      const same = order?.number === shown?.number;
      shown = order;
      if (order === undefined) {
        panel.replaceChildren(element("h2", { id: "detail-title" }, "No order selected"));
        return;
      }
      panel.replaceChildren(
        element("a", { class: "back", href: "#orders" }, "Back to orders"),
        head(order),
        element("p", { class: "detail-customer" }, element("strong", {}, order.customer), `, ${order.town}`),
        statusHistory(order),
        ...(order.note === null ? [] : [element("p", { class: "note" }, order.note)]),
        lines(order),
        action(order),
      );
      // The old panel's focused button was removed with it.
      if (had_focus && same) (panel.querySelector("button") ?? panel).focus({ preventScroll: true });
    },
    focus() {
      panel.focus({ preventScroll: true });
      const { top } = panel.getBoundingClientRect();
      if (top < 0 || top > window.innerHeight * 0.6) panel.scrollIntoView({ block: "start" });
    },
  };
}

function head(order: Order): HTMLElement {
  return element(
    "div",
    { class: "detail-head" },
    element("h2", { id: "detail-title" }, `Order ${order.number}`),
    element("span", { class: `badge ${order.status}`, "data-testid": "detail-status" }, STATUS_NAMES[order.status]),
  );
}

function statusHistory(order: Order): HTMLElement {
  const reached = STATUSES.indexOf(order.status);
  const stops = STATUSES.map((status, index) => {
    const move = order.history.find((each) => each.status === status);
    const state = index <= reached ? (index < reached ? "done past" : "done") : "";
    const name = status === "new" ? "Placed" : STATUS_NAMES[status];
    return element("li", { class: state }, element("strong", {}, name), move === undefined ? "–" : timeOfDay(move.at));
  });
  return element("ol", { class: "way", "aria-label": "Progress" }, ...stops);
}

function lines(order: Order): HTMLElement {
  const heads = ["Item", "Qty", "Price"].map((name, index) =>
    element("th", { scope: "col", class: index === 0 ? "" : "number" }, name),
  );
  const rows = order.lines.map((line) =>
    element(
      "tr",
      {},
      element("td", {}, line.name),
      element("td", { class: "number" }, String(line.quantity)),
      element("td", { class: "number" }, money(line.quantity * line.unit_price_cents)),
    ),
  );
  const total = element(
    "tr",
    {},
    element("th", { scope: "row", colspan: "2" }, "Total"),
    element("td", { class: "number" }, money(totalOf(order))),
  );
  return element(
    "table",
    { class: "lines" },
    element("caption", { class: "hidden" }, `Items of order ${order.number}`),
    element("thead", {}, element("tr", {}, ...heads)),
    element("tbody", {}, ...rows),
    element("tfoot", {}, total),
  );
}
