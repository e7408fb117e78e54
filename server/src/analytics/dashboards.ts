import { type AppId, isId, type MemberId, newId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { DashboardChange, DashboardChart, NewDashboard } from "@fanfare/contract/schema/analytics/dashboard";
import type { Dashboard } from "@fanfare/contract/schema/responses/analytics/dashboard";
import { auditStatement } from "../accounts/audit/audit-entry.ts";
import { staleRevision, withUniqueName } from "../accounts/edit-conflict.ts";
import { fromJson, toIso, toJson } from "../store/columns.ts";
import {
  type DashboardRow,
  dashboardsOf,
  deleteDashboard,
  updateDashboard,
} from "../store/statements/analytics/dashboards.ts";
import { insertRow } from "../store/statements/insert-row.ts";
import type { Store, WriteDeps } from "../store/store.ts";

interface DashboardActor {
  readonly app_id: AppId;
  readonly member_id: MemberId | null;
}

/** @throws ProblemError `dashboards_full` or `name_taken`. */
export async function createDashboard(
  deps: WriteDeps,
  { app_id, member_id }: DashboardActor,
  { name, charts }: NewDashboard,
): Promise<DashboardRow> {
  const { store, clock, rng } = deps;
  const { length } = await dashboardsOf(store.db, app_id);
  if (length >= limits.dashboards_per_app_max) {
    throw new ProblemError("dashboards_full", `This app has reached the limit of ${length} dashboards.`);
  }
  const id = newId("dsh", clock, rng);
  const now_ms = clock.now();
  const row: DashboardRow = {
    ...{ id, app_id, name, charts: toJson(charts), revision: 1 },
    ...{ created_at: now_ms, updated_at: now_ms, updated_by: member_id },
  };
  await withUniqueName(name, () =>
    store.write([
      { query: insertRow(store.db, "dashboards", row), expect: 1 },
      auditStatement(deps, {
        ...{ member_id, action: "dashboard.create", resource: { type: "dashboard", id }, app_id, detail: { name } },
      }),
    ]),
  );
  return row;
}

/** @throws ProblemError `dashboard_not_found`, `revision_stale`, or `name_taken`. */
export async function editDashboard(
  deps: WriteDeps,
  { app_id, member_id }: DashboardActor,
  at: { readonly id: string; readonly revision: number },
  { name, charts }: DashboardChange,
): Promise<DashboardRow> {
  const { store, clock } = deps;
  const known = await findDashboard(deps, app_id, at.id);
  if (known.revision !== at.revision) throw staleRevision(known);
  const changed = {
    ...{ name: name ?? known.name, charts: charts === undefined ? known.charts : toJson(charts) },
    ...{ updated_at: clock.now(), updated_by: member_id },
  };
  const { id } = known;
  const written = await withUniqueName(changed.name, () =>
    store.write([
      { query: updateDashboard(store.db, known, changed), expect: 1 },
      auditStatement(deps, {
        ...{ member_id, action: "dashboard.update", resource: { type: "dashboard", id }, app_id },
        detail: { name: changed.name },
      }),
    ]),
  );
  if (written.outcome === "unmet") throw staleRevision(await findDashboard(deps, app_id, id));
  return { ...known, ...changed, revision: known.revision + 1 };
}

/** @throws ProblemError `dashboard_not_found`. */
export async function removeDashboard(
  deps: WriteDeps,
  { app_id, member_id }: DashboardActor,
  id: string,
): Promise<void> {
  if (!isId("dsh", id)) throw noDashboard();
  const written = await deps.store.write([
    { query: deleteDashboard(deps.store.db, app_id, id), expect: 1 },
    auditStatement(deps, { member_id, action: "dashboard.delete", resource: { type: "dashboard", id }, app_id }),
  ]);
  if (written.outcome === "unmet") throw noDashboard();
}

export function presentDashboard({ id, name, charts, revision, ...row }: DashboardRow): Dashboard {
  return {
    // Cast: the request's schema validated the charts before they were stored.
    ...{ id, name, charts: fromJson(charts, (value) => value as readonly DashboardChart[]), revision },
    ...{ created_at: toIso(row.created_at), updated_at: toIso(row.updated_at) },
  };
}

/** @throws ProblemError `dashboard_not_found`. */
export async function findDashboard(
  { store }: { readonly store: Pick<Store, "db"> },
  app_id: AppId,
  id: string,
): Promise<DashboardRow> {
  const row = (await dashboardsOf(store.db, app_id)).find((each) => each.id === id);
  if (row === undefined) throw noDashboard();
  return row;
}

function noDashboard(): ProblemError {
  return new ProblemError("dashboard_not_found", "Dashboard not found in this app. It may have been deleted.");
}
