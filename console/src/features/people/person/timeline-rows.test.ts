import { expect, test } from "bun:test";
import type { TimelineEntry } from "@fanfare/contract/schema/responses/people/timeline";
import { dayTitle, startOfDay, timelineRows } from "./timeline-rows.ts";

const local = (day: number, hour: number): number => new Date(2026, 10, day, hour).getTime();

let made = 0;
const event = (name: string, at_ms: number, content_id?: string): TimelineEntry => ({
  ...{
    kind: "event",
    id: `evt_${made++}`,
    at: new Date(at_ms).toISOString(),
    name,
    part: null,
    message: null,
    answer: null,
  },
  props: { made },
  content: content_id === undefined ? null : { id: content_id, name: content_id },
});

test("groups equal events in a row within a day, and starts each day once", () => {
  const entries = [
    event("page_viewed", local(21, 12)),
    event("page_viewed", local(21, 11)),
    event("page_viewed", local(21, 0)),
    event("page_viewed", local(20, 23)),
    event("paid", local(20, 22)),
    event("page_viewed", local(20, 21)),
  ];
  const rows = timelineRows(entries);
  expect(rows.map(({ entries: own, day_ms }) => [own.length, day_ms])).toEqual([
    [3, startOfDay(local(21, 9))],
    [1, startOfDay(local(20, 9))],
    [1, undefined],
    [1, undefined],
  ]);
  expect(rows.flatMap(({ entries: own }) => own)).toEqual(entries);
});

test("keeps events about different content apart, and other entries", () => {
  const milestone: TimelineEntry = {
    ...{ kind: "milestone", id: "gol_1", at: new Date(local(21, 10)).toISOString(), goal: "Order", content: null },
  };
  const entries = [event("tour_started", local(21, 12), "a"), event("tour_started", local(21, 11), "b")];
  expect(timelineRows([...entries, milestone, milestone]).map(({ entries: own }) => own.length)).toEqual([1, 1, 1, 1]);
});

test("names today, yesterday, and other days by their date", () => {
  const now_ms = local(21, 15);
  expect(dayTitle(startOfDay(local(21, 1)), now_ms)).toBe("Today");
  expect(dayTitle(startOfDay(local(20, 1)), now_ms)).toBe("Yesterday");
  expect(dayTitle(startOfDay(local(19, 1)), now_ms)).toBe("Thursday, November 19, 2026");
});
