import type { LiveTracker, TrackerRule } from "@fanfare/contract/events/tracker";
import { type AppId, isId, type MemberId, newId, type TrackerId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import {
  createTrackerRequestSchema,
  type NewTracker,
  type TrackerChange,
} from "@fanfare/contract/schema/analytics/tracker";
import type { Tracker } from "@fanfare/contract/schema/responses/analytics/tracker";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { staleRevision, withUniqueName } from "../../accounts/edit-conflict.ts";
import { fromJson, toIso, toIsoOrNull, toJson } from "../../store/columns.ts";
import { raiseConfigVersion } from "../../store/statements/accounts/apps.ts";
import {
  archiveTracker,
  type EventUse,
  pauseTracker,
  type TrackerRow,
  trackersOf,
  updateTracker,
} from "../../store/statements/analytics/trackers.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import type { Statement, WriteDeps } from "../../store/store.ts";
import { notifyPages, type PageSignalDeps } from "../signals/page-signal.ts";

export interface TrackerDeps extends WriteDeps, PageSignalDeps {
  readonly clock: WriteDeps["clock"] & PageSignalDeps["clock"];
}

export interface TrackerActor {
  readonly app_id: AppId;
  readonly member_id: MemberId | null;
}

/** A tracker and the revision that a member has seen. */
export interface TrackerAt {
  readonly id: string;
  readonly revision: number;
}

/** A {@link TrackerChange} that isn't changed itself. */
type ReadonlyChange = {
  readonly [Name in keyof TrackerChange]: (TrackerRule & { readonly name: string })[Name] | undefined;
};

/** @throws ProblemError `trackers_full` or `name_taken`. */
export async function createTracker(deps: TrackerDeps, actor: TrackerActor, input: NewTracker): Promise<TrackerRow> {
  const { store, clock, rng } = deps;
  await assertBelowTrackerLimit(deps, actor.app_id);
  const row = newTracker(newId("trk", clock, rng), actor, input, clock.now());
  await withUniqueName(row.name, () =>
    store.write([
      { query: insertRow(store.db, "trackers", row), expect: 1 },
      audit(deps, actor, "tracker.create", row.id, { name: row.name }),
    ]),
  );
  return row;
}

/** A draft. */
export function newTracker(
  id: TrackerId,
  { app_id, member_id }: TrackerActor,
  { name, on, urls }: NewTracker,
  now_ms: number,
): TrackerRow {
  return {
    ...{ id, app_id, name, rule: toJson({ on, urls } satisfies TrackerRule), revision: 1 },
    ...{ live: null, live_revision: null, published_at: null, paused_at: null, archived_at: null },
    ...{ created_at: now_ms, updated_at: now_ms, updated_by: member_id },
  };
}

/**
 * Changes a tracker's draft. Pages keep the published one.
 *
 * @throws ProblemError `tracker_not_found`, `revision_stale`, `name_taken`, or `body_invalid` if a page visit is left
 * without pages.
 */
export async function editTracker(
  deps: TrackerDeps,
  actor: TrackerActor,
  at: TrackerAt,
  change: ReadonlyChange,
): Promise<TrackerRow> {
  const { store, clock } = deps;
  const before = await findTracker(deps, actor.app_id, at.id);
  if (before.revision !== at.revision) throw staleRevision(before);
  const edited = { name: before.name, ...ruleOf(before), ...withoutUndefined(change) };
  const checked = createTrackerRequestSchema.safeParse(edited);
  if (!checked.success) {
    const fields = checked.error.issues.map(({ path, message }) => ({ pointer: `/${path.join("/")}`, message }));
    throw new ProblemError("body_invalid", fields[0]?.message ?? "The tracker is invalid.", { fields });
  }
  const { name, on, urls } = checked.data;
  const rule = toJson({ on, urls } satisfies TrackerRule);
  if (name === before.name && rule === before.rule) return before;
  const revision = before.revision + 1;
  const columns = { name, rule, revision, updated_at: clock.now(), updated_by: actor.member_id };
  const written = await withUniqueName(name, () =>
    store.write([
      { query: updateTracker(store.db, before, columns), expect: 1 },
      audit(deps, actor, "tracker.update", before.id, { name, fields: Object.keys(change) }),
    ]),
  );
  if (written.outcome === "unmet") throw staleRevision(await findTracker(deps, actor.app_id, at.id));
  return { ...before, ...columns };
}

/**
 * Gives the draft to the app's pages, also of a paused tracker.
 *
 * @throws ProblemError `tracker_not_found` or `revision_stale`.
 */
export async function publishTracker(deps: TrackerDeps, actor: TrackerActor, at: TrackerAt): Promise<TrackerRow> {
  const { store, clock } = deps;
  const before = await findTracker(deps, actor.app_id, at.id);
  if (before.revision !== at.revision) throw staleRevision(before);
  const { id, name, revision } = before;
  const live = toJson({ id, name, ...ruleOf(before) } satisfies LiveTracker);
  const columns = { live, live_revision: revision, published_at: clock.now(), paused_at: null };
  const published = await writeForPages(
    deps,
    actor,
    { query: updateTracker(store.db, before, columns), expect: 1 },
    audit(deps, actor, "tracker.publish", id, { name, revision }),
    limits.change_spread_ms,
  );
  const after = await findTracker(deps, actor.app_id, id);
  if (!published) throw staleRevision(after);
  return after;
}

/** Stops tracking on all pages. Does nothing if it isn't live. @throws ProblemError `tracker_not_found`. */
export async function pauseLiveTracker(deps: TrackerDeps, actor: TrackerActor, id: string): Promise<TrackerRow> {
  const before = await findTracker(deps, actor.app_id, id);
  await writeForPages(
    deps,
    actor,
    { query: pauseTracker(deps.store.db, actor.app_id, before.id, deps.clock.now()), expect: 1 },
    audit(deps, actor, "tracker.pause", before.id, { name: before.name }),
    limits.kill_switch_spread_ms,
  );
  return findTracker(deps, actor.app_id, id);
}

/**
 * Soft-deletes a tracker, which stops it on all pages. {@link restoreTracker} restores it within
 * `limits.deleted_kept_days`. Its events are kept.
 *
 * @throws ProblemError `tracker_not_found`.
 */
export async function removeTracker(deps: TrackerDeps, actor: TrackerActor, id: string): Promise<void> {
  const before = await findTracker(deps, actor.app_id, id);
  await writeForPages(
    deps,
    actor,
    { query: archiveTracker(deps.store.db, actor.app_id, before.id, deps.clock.now()), expect: 1 },
    audit(deps, actor, "tracker.delete", before.id, { name: before.name }),
    limits.kill_switch_spread_ms,
  );
}

/** Restores a deleted tracker in its state. @throws ProblemError `tracker_not_found`, `name_taken`, or `trackers_full`. */
export async function restoreTracker(deps: TrackerDeps, actor: TrackerActor, id: string): Promise<TrackerRow> {
  if (!isId("trk", id)) throw noTracker();
  await assertBelowTrackerLimit(deps, actor.app_id);
  // Unmet: it isn't deleted, or is permanently deleted.
  await withUniqueName("of this tracker", () =>
    writeForPages(
      deps,
      actor,
      { query: archiveTracker(deps.store.db, actor.app_id, id, null), expect: 1 },
      audit(deps, actor, "tracker.restore", id, {}),
      limits.change_spread_ms,
    ),
  );
  return findTracker(deps, actor.app_id, id);
}

/** Runs a change of what pages track, and notifies them. Returns false if there was nothing to change. */
async function writeForPages(
  deps: TrackerDeps,
  { app_id }: TrackerActor,
  change: Statement,
  entry: Statement,
  spread_ms: number,
): Promise<boolean> {
  const raise = { query: raiseConfigVersion(deps.store.db, app_id, deps.clock.now()), expect: 1 };
  const written = await deps.store.write([change, raise, entry]);
  if (written.outcome === "unmet") return false;
  await notifyPages(deps, app_id, written.results[1], spread_ms);
  return true;
}

function audit(
  deps: TrackerDeps,
  { app_id, member_id }: TrackerActor,
  action: `tracker.${"create" | "update" | "publish" | "pause" | "delete" | "restore"}`,
  id: TrackerId,
  detail: Readonly<Record<string, unknown>>,
): Statement {
  return auditStatement(deps, { member_id, action, resource: { type: "tracker", id }, app_id, detail });
}

async function assertBelowTrackerLimit({ store }: TrackerDeps, app_id: AppId): Promise<void> {
  const { length } = await trackersOf(store.db, app_id);
  if (length < limits.trackers_per_app_max) return;
  throw new ProblemError("trackers_full", `This app has reached the limit of ${length} trackers.`);
}

/** @throws ProblemError `tracker_not_found`. */
export async function findTracker(
  { store }: Pick<TrackerDeps, "store">,
  app_id: AppId,
  id: string,
): Promise<TrackerRow> {
  const tracker = (await trackersOf(store.db, app_id)).find((each) => each.id === id);
  if (tracker === undefined) throw noTracker();
  return tracker;
}

export function ruleOf({ rule }: Pick<TrackerRow, "rule">): TrackerRule {
  // Cast: createTrackerRequestSchema validated the column's value.
  return fromJson(rule, (value) => value as TrackerRule);
}

export function presentTracker(row: TrackerRow, use: EventUse | undefined): Tracker {
  const { id, name, revision, live, live_revision, published_at, paused_at } = row;
  return {
    ...{ id, name, ...ruleOf(row), revision },
    status: live === null ? "draft" : paused_at === null ? "live" : "paused",
    edited: live !== null && live_revision !== revision,
    published_at: toIsoOrNull(published_at),
    events: use?.events ?? 0,
    last_seen_at: toIsoOrNull(use?.last_seen_at ?? null),
    ...{ created_at: toIso(row.created_at), updated_at: toIso(row.updated_at) },
  };
}

function withoutUndefined<Value extends object>(value: Value): Partial<Value> {
  // Cast: the same keys, without some.
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<Value>;
}

function noTracker(): ProblemError {
  return new ProblemError("tracker_not_found", "Tracker not found in this app. It may have been deleted.");
}
