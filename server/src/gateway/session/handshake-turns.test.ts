import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { HandshakeTurns } from "./handshake-turns.ts";

/** Turns that the test ends. `order`: the handshakes that ran, and what else runs between turns. */
function setUp() {
  const due: (() => void)[] = [];
  const order: (number | "others")[] = [];
  const turns = new HandshakeTurns((run) => due.push(run));
  const endTurn = (): void => {
    order.push("others");
    for (const run of due.splice(0)) run();
  };
  const connect = (count: number, first = 0) =>
    Array.from({ length: count }, (_, index) =>
      turns.run(() => {
        order.push(first + index);
        return first + index;
      }),
    );
  return { order, due, turns, endTurn, connect };
}

const MAX = limits.handshakes_per_turn_max;

test("others get their turn after a share of many handshakes, which stay in order", async () => {
  const { order, due, endTurn, connect } = setUp();
  const results = connect(MAX * 2 + 1);
  // Those of the first turn don't wait.
  expect(results.slice(0, MAX)).toEqual(Array.from({ length: MAX }, (_, index) => index));
  expect(order).toHaveLength(MAX);
  endTurn();
  endTurn();
  const numbers = Array.from({ length: MAX * 2 + 1 }, (_, index) => index);
  expect(order).toEqual([...numbers.slice(0, MAX), "others", ...numbers.slice(MAX, MAX * 2), "others", MAX * 2]);
  expect(await Promise.all(results)).toEqual(numbers);
  endTurn();
  expect(due).toEqual([]);
});

test("a handshake doesn't overtake those that wait", () => {
  const { order, endTurn, connect } = setUp();
  connect(MAX * 2 + 1);
  endTurn();
  connect(1, 1_000);
  endTurn();
  expect(order.slice(-2)).toEqual([MAX * 2, 1_000]);
});

test("a handshake that fails while it waits rejects only its own promise", async () => {
  const { endTurn, connect, turns } = setUp();
  connect(MAX);
  const failed = Promise.resolve(
    turns.run(() => {
      throw new Error("broken");
    }),
  );
  const [next] = connect(1);
  endTurn();
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe(0);
});
