import { type ContentStatus, publishedStatus } from "@fanfare/contract/publish/content-status";
import { upcomingStart } from "@fanfare/contract/targeting/upcoming";
import type { Millis } from "../../store/schema/column-types.ts";
import type { ContentListRow } from "../../store/statements/content/contents.ts";

export interface AppStatus {
  readonly status: ContentStatus;
  /** Whether the draft differs from what's live in the app. */
  readonly edited: boolean;
  /** When its schedule starts, if that's still to come. */
  readonly starts_at: string | null;
}

/** State of content in the app that its row was read for. */
export function contentStatus(row: ContentListRow, now_ms: Millis): AppStatus {
  const starts_at = scheduledStart(row, now_ms);
  const edited = row.live_revision !== null && row.live_revision !== row.revision;
  return { status: statusOf(row, { edited, starts_at }), edited, starts_at };
}

export function scheduledStart(
  { live_starts_at, live_zone }: Pick<ContentListRow, "live_starts_at" | "live_zone">,
  now_ms: Millis,
): string | null {
  if (live_starts_at === null || live_zone === null) return null;
  return upcomingStart({ starts_at: live_starts_at, zone: live_zone }, now_ms) ?? null;
}

function statusOf(
  { archived_at, live_revision, paused_at }: ContentListRow,
  published: Pick<AppStatus, "edited" | "starts_at">,
): ContentStatus {
  if (archived_at !== null) return "archived";
  if (live_revision === null) return "draft";
  return paused_at === null ? publishedStatus(published) : "paused";
}
