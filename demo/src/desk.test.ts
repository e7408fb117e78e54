import { describe, expect, test } from "bun:test";
import { createDesk, OPEN_ORDERS_MAX, ORDERS_MAX } from "./desk.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 9);

function desk() {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return createDesk({ now: () => NOW_MS, random });
}

describe("the desk", () => {
  test("starts with orders in every status, newest first", () => {
    const orders = desk().orders();
    expect(new Set(orders.map((order) => order.status))).toEqual(new Set(["new", "packing", "shipped"]));
    const times = orders.map((order) => order.placed_at);
    expect(times).toEqual([...times].sort().reverse());
  });

  test("advances an order one status at a time and records the person", () => {
    const shop = desk();
    const [order] = shop.orders();
    if (order === undefined) throw new Error("The desk is empty.");
    expect(shop.advance(order.number, "shipped", "Ada")).toMatchObject({ outcome: "stale" });
    expect(shop.advance(order.number, "packing", "Ada")).toMatchObject({
      outcome: "moved",
      order: { status: "packing" },
    });
    expect(shop.advance(order.number, "packing", "Grace")).toMatchObject({ outcome: "stale" });
    const shipped = shop.advance(order.number, "shipped", "Grace");
    if (shipped.outcome !== "moved") throw new Error("It did not ship.");
    expect(shipped.order.history.map((move) => `${move.status} ${move.by}`)).toEqual([
      `new ${order.customer}`,
      "packing Ada",
      "shipped Grace",
    ]);
    expect(shop.advance("TL-1", "packing", "Ada")).toEqual({ outcome: "unknown" });
  });

  test("rejects orders while too many are open", () => {
    const shop = desk();
    let placed = 0;
    while (placed < 100 && shop.place().ok) placed++;
    expect(placed).toBeLessThan(100);
    expect(shop.orders().filter((order) => order.status !== "shipped")).toHaveLength(OPEN_ORDERS_MAX);
    expect(shop.place()).toEqual({ ok: false, open: OPEN_ORDERS_MAX });
  });

  test("limits the number of orders by dropping the oldest shipped ones", () => {
    const shop = desk();
    for (let round = 0; round < 200; round++) {
      const placed = shop.place();
      if (!placed.ok) throw new Error("The desk is full though everything was shipped.");
      shop.advance(placed.order.number, "packing", "Ada");
      shop.advance(placed.order.number, "shipped", "Ada");
    }
    expect(shop.orders().length).toBe(ORDERS_MAX);
  });
});
