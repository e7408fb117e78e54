import { describe, expect, test } from "bun:test";
import type { Order, Status } from "../order.ts";
import { START, visibleOrders, withOrder, withOrders } from "./state.ts";

function order(number: string, status: Status, moves = 1): Order {
  const history = Array.from({ length: moves }, () => ({ status, at: "2026-11-21T09:00:00.000Z", by: "Ada" }));
  return {
    number,
    customer: `Customer of ${number}`,
    town: "Köln",
    lines: [],
    note: null,
    status,
    placed_at: "",
    history,
  };
}

const full = withOrders(START, [order("TL-3", "new"), order("TL-2", "packing", 2), order("TL-1", "shipped", 3)]);

describe("the state of the desk", () => {
  test("selects the newest waiting order and keeps a selection when orders arrive", () => {
    expect(full.chosen).toBe("TL-3");
    const chosen = { ...full, chosen: "TL-1" };
    expect(withOrder(chosen, order("TL-4", "new")).chosen).toBe("TL-1");
  });

  test("shows each order once and ignores older versions", () => {
    const packed = withOrder(full, order("TL-3", "packing", 2));
    expect(packed.orders).toHaveLength(3);
    expect(withOrder(packed, order("TL-3", "new", 1))).toBe(packed);
    expect(withOrder(packed, order("TL-3", "packing", 2))).toBe(packed);
  });

  test("filters by status and by every word of the query", () => {
    const numbers = (filter: "all" | Status, query: string) =>
      visibleOrders({ ...full, filter, query }).map((each) => each.number);
    expect(numbers("all", "")).toEqual(["TL-3", "TL-2", "TL-1"]);
    expect(numbers("packing", "")).toEqual(["TL-2"]);
    expect(numbers("all", "KÖLN tl-1")).toEqual(["TL-1"]);
    expect(numbers("all", "(.*)")).toEqual([]);
  });
});
