import type { TrackerRule } from "@fanfare/contract/events/tracker";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { Attention } from "@fanfare/contract/schema/responses/analytics/overview";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { fromJson } from "../../store/columns.ts";
import type { JsonText } from "../../store/schema/column-types.ts";
import {
  deadDeliveries,
  mixedAttributes,
  type Receivers,
  receiversOf,
  waitingReviews,
} from "../../store/statements/analytics/overview.ts";
import { eventUses, trackersOf } from "../../store/statements/analytics/trackers.ts";
import type { Reviewer } from "../../store/statements/content/content-filter.ts";
import type { Store } from "../../store/store.ts";
import { failingSteps } from "./failing-steps.ts";
import { receiverName } from "./receiver-name.ts";

export interface AttentionKnown {
  readonly backup_failed: boolean;
  /** Whether the caller may read webhooks and destinations, and so their names. */
  readonly may_read_receivers: boolean;
  /** Undefined if the caller reviews nothing. */
  readonly reviewer?: Reviewer | undefined;
}

/** What needs attention in an app now. */
export async function readAttention(
  { db }: Pick<Store, "db">,
  app: AppRecord,
  now_ms: number,
  { backup_failed, may_read_receivers, reviewer }: AttentionKnown,
): Promise<readonly Attention[]> {
  const [steps, trackers, webhooks, destinations, names, waiting] = await Promise.all([
    failingSteps(db, app, now_ms),
    silentTrackers(db, app, now_ms),
    may_read_receivers ? deliveryTroubles(db, app, "webhooks", now_ms) : [],
    may_read_receivers ? deliveryTroubles(db, app, "destinations", now_ms) : [],
    mixedAttributes(db, app.id, limits.overview_names_max),
    reviewer === undefined ? 0 : waitingReviews(db, app.id, reviewer),
  ]);
  return [
    ...(app.paused ? [{ kind: "app_paused" as const }] : []),
    ...(backup_failed ? [{ kind: "backup_failed" as const }] : []),
    ...(app.settings.live_updates ? [] : [{ kind: "live_updates_off" as const }]),
    ...(waiting > 0 ? [{ kind: "reviews_waiting" as const, contents: waiting }] : []),
    ...steps,
    ...trackers,
    ...webhooks,
    ...destinations,
    ...(names.length > 0 ? [{ kind: "attributes_mixed" as const, names }] : []),
  ];
}

/** Live trackers of an element whose event hasn't arrived for as long as events are counted. */
async function silentTrackers(
  db: Store["db"],
  { id: app_id }: AppRecord,
  now_ms: number,
): Promise<readonly Attention[]> {
  const since = now_ms - limits.tracker_events_days * DAY_MS;
  const rows = (await trackersOf(db, app_id)).filter(
    ({ live, paused_at, published_at }) =>
      live !== null && paused_at === null && published_at !== null && published_at <= since && hasTarget(live),
  );
  if (rows.length === 0) return [];
  const uses = await eventUses(
    db,
    app_id,
    rows.map(({ name }) => name),
    since,
  );
  const used = new Set(uses.filter(({ events }) => events > 0).map(({ name }) => name));
  return rows
    .filter(({ name }) => !used.has(name))
    .map(({ id, name }) => ({ kind: "tracker_silent" as const, tracker_id: id, name }));
}

/** Page visits, and rage clicks anywhere, have none. */
function hasTarget(live: JsonText): boolean {
  // Cast: createTrackerRequestSchema validated what was published.
  return fromJson(live, (value) => "target" in (value as TrackerRule).on);
}

/** One item for each webhook or destination, so that each is named. */
async function deliveryTroubles(
  db: Store["db"],
  { id }: AppRecord,
  receivers: Receivers,
  now_ms: number,
): Promise<readonly Attention[]> {
  const [dead, rows] = await Promise.all([
    deadDeliveries(db, id, receivers, { since: now_ms - DAY_MS, limit: limits.webhook_dead_kept_max }),
    receiversOf(db, id, receivers),
  ]);
  return rows.flatMap((row): readonly Attention[] => {
    const subject = { receivers, receiver_id: row.id, name: receiverName(row) };
    if (row.stopped_at !== null) return [{ kind: "webhooks_stopped", ...subject, stopped: 1 }];
    const failed = dead.filter(({ webhook_id }) => webhook_id === row.id).length;
    const { enabled, failing_since } = row;
    const is_failing = enabled === 1 && failing_since !== null && failing_since < now_ms - limits.webhook_alert_ms;
    if (failed === 0 && !is_failing) return [];
    return [{ kind: "webhooks_failing", ...subject, dead: failed, failing: is_failing ? 1 : 0 }];
  });
}
