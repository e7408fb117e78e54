import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { createSimulator, PRESENCE_MS } from "./simulator.ts";

const EVERY_MS = 10_000;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function simulator(every_ms: number) {
  let placed = 0;
  const made = createSimulator({ every_ms, now: () => Date.now(), place: () => placed++ });
  return { ...made, placed: () => placed };
}

test("places orders only while a page is open, and resumes when one returns", () => {
  const shop = simulator(EVERY_MS);
  jest.advanceTimersByTime(PRESENCE_MS * 10);
  expect(shop.placed()).toBe(0);

  shop.seen();
  jest.advanceTimersByTime(PRESENCE_MS * 10);
  const first = Math.floor(PRESENCE_MS / EVERY_MS);
  expect(shop.placed()).toBe(first);

  shop.seen();
  shop.seen();
  jest.advanceTimersByTime(EVERY_MS);
  expect(shop.placed()).toBe(first + 1);
  shop.stop();
  jest.advanceTimersByTime(PRESENCE_MS);
  expect(shop.placed()).toBe(first + 1);
});

test("places no orders with an interval of 0", () => {
  const shop = simulator(0);
  shop.seen();
  jest.advanceTimersByTime(PRESENCE_MS);
  expect(shop.placed()).toBe(0);
});
