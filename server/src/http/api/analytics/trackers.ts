import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { Tracker } from "@fanfare/contract/schema/responses/analytics/tracker";
import type { TRACKER_ROUTES } from "@fanfare/contract/schema/routes/analytics/trackers";
import { notifyConsoles } from "../../../engage/signals/console-signal.ts";
import { trackerUses } from "../../../engage/trackers/tracker-uses.ts";
import {
  createTracker,
  editTracker,
  findTracker,
  pauseLiveTracker,
  presentTracker,
  publishTracker,
  removeTracker,
  restoreTracker,
} from "../../../engage/trackers/trackers.ts";
import { eventUses, type TrackerRow, trackersOf } from "../../../store/statements/analytics/trackers.ts";
import { type Handlers, Tagged } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

export function trackerHandlers(deps: ApiDeps): Handlers<typeof TRACKER_ROUTES> {
  const { db } = deps.store;
  const usesOf = async (rows: readonly TrackerRow[]) => {
    const [first] = rows;
    if (first === undefined) return [];
    const since = deps.clock.now() - limits.tracker_events_days * DAY_MS;
    const names = rows.map(({ name }) => name);
    return eventUses(db, first.app_id, names, since);
  };
  const tagged = async (row: TrackerRow): Promise<Tagged<Tracker>> => {
    const [use] = await usesOf([row]);
    return new Tagged(presentTracker(row, use), row.revision);
  };
  return {
    "GET /api/trackers": async ({ app }) => {
      const rows = await trackersOf(db, app.id);
      const uses = new Map((await usesOf(rows)).map((use) => [use.name, use]));
      return { items: rows.map((row) => presentTracker(row, uses.get(row.name))) };
    },
    "GET /api/trackers/:id": async ({ params, app }) => tagged(await findTracker(deps, app.id, params.id)),
    "GET /api/trackers/:id/uses": async ({ params, app }) =>
      trackerUses(db, app.id, await findTracker(deps, app.id, params.id)),
    "POST /api/trackers": async ({ body, actor, app }) => {
      const tracker = await createTracker(deps, { app_id: app.id, member_id: actor.member_id }, body);
      notifyConsoles(deps);
      return tagged(tracker);
    },
    "PATCH /api/trackers/:id": async ({ params, body, actor, app, revision }) => {
      const at = { id: params.id, revision };
      const tracker = await editTracker(deps, { app_id: app.id, member_id: actor.member_id }, at, body);
      notifyConsoles(deps);
      return tagged(tracker);
    },
    "POST /api/trackers/:id/publish": async ({ params, actor, app, revision }) => {
      const at = { id: params.id, revision };
      return tagged(await publishTracker(deps, { app_id: app.id, member_id: actor.member_id }, at));
    },
    "POST /api/trackers/:id/pause": async ({ params, actor, app }) =>
      tagged(await pauseLiveTracker(deps, { app_id: app.id, member_id: actor.member_id }, params.id)),
    "DELETE /api/trackers/:id": async ({ params, actor, app }) => {
      await removeTracker(deps, { app_id: app.id, member_id: actor.member_id }, params.id);
    },
    "POST /api/trackers/:id/restore": async ({ params, actor, app }) =>
      tagged(await restoreTracker(deps, { app_id: app.id, member_id: actor.member_id }, params.id)),
  };
}
