import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import type { TailedEvent } from "@fanfare/contract/schema/realtime/channel";
import { EMPTY_TAIL, type EventTail, matching, namesIn, prettyData, reduceTail } from "./event-tail.ts";

const event = (id: number, channel = "orders"): TailedEvent => ({
  ...{ id, channel, event: "changed", at: "2026-11-21T12:00:00.000Z", data: "{}", bytes: 2, from: "server" },
});
const append = (tail: EventTail, ...ids: number[]): EventTail =>
  reduceTail(tail, { kind: "heard", tailed: { events: ids.map((id) => event(id)), skipped: 1 } });
const ids = (tail: EventTail): readonly number[] => tail.events.map(({ id }) => id);

test("shows the newest event first and adds up skipped events", () => {
  const tail = append(append(EMPTY_TAIL, 1, 2), 3);
  expect([ids(tail), tail.skipped]).toEqual([[3, 2, 1], 2]);
});

test("holds events while paused and shows them on resume", () => {
  const paused = append(reduceTail(append(EMPTY_TAIL, 1), { kind: "pause" }), 2, 3);
  expect([ids(paused), paused.waiting.length]).toEqual([[1], 2]);
  expect(ids(reduceTail(paused, { kind: "resume" }))).toEqual([3, 2, 1]);
  expect(reduceTail(paused, { kind: "clear" })).toEqual({ ...EMPTY_TAIL, paused: true });
});

test("holds events while someone reads, until they're shown or released", () => {
  const held = append(reduceTail(append(EMPTY_TAIL, 1), { kind: "hold" }), 2, 3);
  expect([ids(held), held.waiting.map(({ id }) => id)]).toEqual([[1], [3, 2]]);
  const shown = reduceTail(held, { kind: "show" });
  expect([ids(shown), shown.waiting]).toEqual([[3, 2, 1], []]);
  expect(ids(append(shown, 4))).toEqual([3, 2, 1]);
  expect(ids(append(reduceTail(held, { kind: "release" }), 4))).toEqual([4, 3, 2, 1]);
});

test("stays paused after a held list is released", () => {
  const paused = reduceTail(reduceTail(EMPTY_TAIL, { kind: "pause" }), { kind: "hold" });
  const after = reduceTail(append(paused, 1), { kind: "release" });
  expect([ids(after), after.waiting.length, after.paused, after.held_back]).toEqual([[], 1, true, false]);
});

test("keeps a limited number of the newest events", () => {
  let tail = EMPTY_TAIL;
  for (let id = 1; id <= limits.tail_events_kept_max + 5; id++) tail = append(tail, id);
  expect(tail.events.length).toBe(limits.tail_events_kept_max);
  expect(ids(tail)[0]).toBe(limits.tail_events_kept_max + 5);
});

test("filters by channel and name, and formats data that is JSON", () => {
  const both = [event(1, "orders"), event(2, "private-Chat")];
  expect(matching(both, " chat ").map(({ id }) => id)).toEqual([2]);
  expect(matching(both, "CHANGED").length).toBe(2);
  expect(prettyData('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(prettyData("plain")).toBe("plain");
});

test("counts received events by channel and name, most frequent first", () => {
  expect(namesIn([event(1), event(2), event(3, "stock")])).toEqual([
    { kind: "event", name: "changed", count: 3 },
    { kind: "channel", name: "orders", count: 2 },
    { kind: "channel", name: "stock", count: 1 },
  ]);
});
