/**
 * `draft`: never published in this app.
 * `scheduled`: published without later edits, and its schedule starts later.
 * `live`: published without later edits.
 * `changed`: published and edited since.
 * `paused`: published but not shown until resumed, edited or not.
 * `archived`: not shown until restored to its former status.
 */
export type ContentStatus = "draft" | "scheduled" | "live" | "changed" | "paused" | "archived";

/**
 * Status of content that is published in an app and not paused.
 *
 * @example
 * publishedStatus({ edited: false, starts_at: null }); // "live"
 */
export function publishedStatus({
  edited,
  starts_at,
}: {
  readonly edited: boolean;
  /** When its schedule starts, if that's still to come. */
  readonly starts_at: string | null;
}): ContentStatus {
  if (edited) return "changed";
  return starts_at === null ? "live" : "scheduled";
}
