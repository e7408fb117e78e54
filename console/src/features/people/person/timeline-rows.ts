import { DAY_MS } from "@fanfare/contract/limits";
import type { TimelineEntry } from "@fanfare/contract/schema/responses/people/timeline";
import { fullDay } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";

/** A line of a timeline: an entry, or equal events in a row. */
export interface TimelineRow {
  /** Newest first. */
  readonly entries: readonly [TimelineEntry, ...TimelineEntry[]];
  /** Start of its day, if it's the first line of that day. */
  readonly day_ms: number | undefined;
}

/** Groups a timeline by local day, and equal events in a row within a day. */
export function timelineRows(entries: readonly TimelineEntry[]): readonly TimelineRow[] {
  const rows: { entries: [TimelineEntry, ...TimelineEntry[]]; day_ms: number | undefined }[] = [];
  let day_ms: number | undefined;
  for (const entry of entries) {
    const own_day_ms = startOfDay(Date.parse(entry.at));
    const last = rows.at(-1);
    if (own_day_ms === day_ms && last !== undefined && isRepeat(last.entries[0], entry)) last.entries.push(entry);
    else rows.push({ entries: [entry], day_ms: own_day_ms === day_ms ? undefined : own_day_ms });
    day_ms = own_day_ms;
  }
  return rows;
}

/** Whether two events have the same name, content, and part. Their properties may differ. */
function isRepeat(one: TimelineEntry, other: TimelineEntry): boolean {
  return (
    one.kind === "event" &&
    other.kind === "event" &&
    one.name === other.name &&
    one.content?.id === other.content?.id &&
    one.part?.id === other.part?.id
  );
}

/**
 * Names a local day.
 *
 * @example
 * dayTitle(startOfDay(now_ms), now_ms); // "Today"
 */
export function dayTitle(day_ms: number, now_ms: number): string {
  const today_ms = startOfDay(now_ms);
  if (day_ms >= today_ms) return t("Today");
  // Noon, because days with a clock change have 23 or 25 hours.
  if (day_ms === startOfDay(today_ms - DAY_MS / 2)) return t("Yesterday");
  return fullDay(day_ms);
}

export function startOfDay(at_ms: number): number {
  return new Date(at_ms).setHours(0, 0, 0, 0);
}
