import type { TrackerRule } from "@fanfare/contract/events/tracker";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { FunnelStep } from "@fanfare/contract/schema/responses/analytics/funnel";
import type { Attention } from "@fanfare/contract/schema/responses/analytics/overview";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { fromJson } from "../../store/columns.ts";
import type { JsonText } from "../../store/schema/column-types.ts";
import { funnelCauses, funnelSteps, idsOfLiveContents } from "../../store/statements/analytics/funnel.ts";
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
import { isTargetAlerting, obstructionAlert, presentSteps, unreadyAlert } from "./funnel-count.ts";
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
  const today = now_ms - (now_ms % DAY_MS);
  const [steps, trackers, webhooks, destinations, names, waiting] = await Promise.all([
    failingSteps(db, app, { from: today - (limits.target_alert_days - 1) * DAY_MS, to: now_ms + 1 }),
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

/** Steps of live content whose targets, preparation, or pages recently exceeded the alert threshold for failures. */
async function failingSteps(
  db: Store["db"],
  { id: app_id }: AppRecord,
  days: { readonly from: number; readonly to: number },
): Promise<readonly Attention[]> {
  const contents = await idsOfLiveContents(db, app_id);
  if (contents.length === 0) return [];
  const range = { app_id, content_ids: contents.map(({ content_id }) => content_id), ...days };
  const [counts, causes] = await Promise.all([
    funnelSteps(db, range, "content_id"),
    funnelCauses(db, range, "content_id"),
  ]);
  const steps = Map.groupBy(counts, ({ value }) => value);
  return contents.flatMap(({ content_id, name }) =>
    presentSteps(
      steps.get(content_id) ?? [],
      causes.filter(({ value }) => value === content_id),
    ).flatMap((step) => findAttention(step, { content_id, name, step_id: step.step_id })),
  );
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

function findAttention(
  step: FunnelStep,
  where: { readonly content_id: string; readonly name: string; readonly step_id: string },
): readonly Attention[] {
  const {
    seen,
    missing,
    near: [near],
  } = step;
  const views = seen + missing;
  const failed = unreadyAlert(step);
  const why = step.unready?.[0]?.why;
  const obstructed = obstructionAlert(step);
  const how = step.obstructed?.[0]?.how;
  return [
    // A failed preparation often explains a missing target.
    ...(failed > 0 && why !== undefined ? [{ kind: "prepare_failed" as const, ...where, views, failed, why }] : []),
    ...(isTargetAlerting(step)
      ? [{ kind: "target_missing" as const, ...where, views, missing, ...(near === undefined ? {} : { near }) }]
      : []),
    ...(obstructed > 0 && how !== undefined
      ? [{ kind: "page_obstructs" as const, ...where, views, obstructed, how }]
      : []),
  ];
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
