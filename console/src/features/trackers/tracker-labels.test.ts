import { expect, test } from "bun:test";
import { DAY_MS } from "@fanfare/contract/limits";
import { isSilent, mayHaveLostTarget } from "./tracker-labels.tsx";

const published_at = "2026-11-20T10:00:00.000Z";

test("calls a live tracker silent only if its event hasn't arrived since it was published", () => {
  const is = (last_seen_at: string | null, status: "draft" | "live" | "paused" = "live") =>
    isSilent({ status, published_at, last_seen_at });
  expect([is(null), is("2026-11-20T09:59:59.000Z"), is("2026-11-20T10:00:00.000Z")]).toEqual([true, true, false]);
  expect([is(null, "paused"), isSilent({ status: "draft", published_at: null, last_seen_at: null })]).toEqual([
    false,
    false,
  ]);
});

test("doubts the target of a live tracker whose event hasn't arrived for as long as events are counted", () => {
  const target = { strategies: [{ kind: "test_id", value: "save" }] } as const;
  const tracker = { status: "live", published_at, events: 0, on: { kind: "click", target } } as const;
  const published_ms = Date.parse(published_at);
  const after = (days: number, change: object = {}) =>
    mayHaveLostTarget({ ...tracker, ...change }, published_ms + days * DAY_MS);
  expect([after(6), after(7)]).toEqual([false, true]);
  expect(after(7, { events: 1 })).toBe(false);
  expect(after(7, { status: "paused" })).toBe(false);
  expect([after(7, { on: { kind: "page" } }), after(7, { on: { kind: "rage_click" } })]).toEqual([false, false]);
});
