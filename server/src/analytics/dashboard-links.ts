import { isId, type MemberId, newId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { DashboardLink, NewDashboardLink } from "@fanfare/contract/schema/responses/analytics/dashboard-link";
import { accessOf, isMemberAllowed } from "../accounts/access/member-access.ts";
import type { AppDirectory, AppRecord } from "../accounts/apps/app-directory.ts";
import { auditStatement } from "../accounts/audit/audit-entry.ts";
import { hashToken, isToken, newToken } from "../accounts/sign-in/opaque-token.ts";
import { toIso } from "../store/columns.ts";
import {
  type DashboardLinkRow,
  dashboardLinkByToken,
  dashboardLinksOf,
  deleteDashboardLink,
  deleteExpiredDashboardLinks,
  touchDashboardLink,
} from "../store/statements/analytics/dashboard-links.ts";
import { type DashboardRow, dashboardsOf } from "../store/statements/analytics/dashboards.ts";
import { insertRow } from "../store/statements/insert-row.ts";
import type { WriteDeps } from "../store/store.ts";
import { findDashboard } from "./dashboards.ts";

/** Lets secret scanners recognize a leaked token. */
const PREFIX = "ffd_";

interface LinkedDashboard {
  readonly app: Pick<AppRecord, "id">;
  readonly dashboard_id: string;
  readonly member_id: MemberId | null;
}

/**
 * Creates a link that shows the dashboard to anyone who has it, until it expires.
 *
 * @param base_url Public URL of the server.
 * @throws ProblemError `dashboard_not_found` or `dashboard_links_full`.
 */
export async function createDashboardLink(
  deps: WriteDeps,
  { app, dashboard_id, member_id }: LinkedDashboard,
  { base_url, expires_in_days }: { readonly base_url: string; readonly expires_in_days: number },
): Promise<NewDashboardLink> {
  const { clock, rng, store } = deps;
  const dashboard = await findDashboard(deps, app.id, dashboard_id);
  const now_ms = clock.now();
  const { length } = await dashboardLinksOf(store.db, dashboard.id, now_ms, limits.dashboard_links_max);
  if (length >= limits.dashboard_links_max) {
    throw new ProblemError("dashboard_links_full", `This dashboard has reached the limit of ${length} links.`);
  }
  const token = newToken(rng);
  const id = newId("dsl", clock, rng);
  const expires_at = now_ms + expires_in_days * DAY_MS;
  const row = {
    ...{ id, app_id: app.id, dashboard_id: dashboard.id, member_id, token_hash: hashToken(token) },
    ...{ created_at: now_ms, expires_at, last_viewed_at: null },
  };
  await store.write([
    { query: deleteExpiredDashboardLinks(store.db, app.id, now_ms) },
    { query: insertRow(store.db, "dashboard_links", row), expect: 1 },
    auditStatement(deps, {
      ...{ member_id, action: "dashboard.share", resource: { type: "dashboard", id: dashboard.id } },
      ...{ app_id: app.id, detail: { name: dashboard.name, link: id, expires_in_days } },
    }),
  ]);
  return { id, url: `${base_url}/d/${PREFIX}${token}`, expires_at: toIso(expires_at) };
}

/** @throws ProblemError `dashboard_not_found`. */
export async function listDashboardLinks(
  { clock, store }: Pick<WriteDeps, "clock" | "store">,
  { app, dashboard_id }: Omit<LinkedDashboard, "member_id">,
): Promise<readonly DashboardLink[]> {
  const { id } = await findDashboard({ store }, app.id, dashboard_id);
  const rows = await dashboardLinksOf(store.db, id, clock.now(), limits.dashboard_links_max);
  return rows.map((row) => ({
    ...{ id: row.id, member: row.member_name, created_at: toIso(row.created_at), expires_at: toIso(row.expires_at) },
    last_viewed_at: row.last_viewed_at === null ? null : toIso(row.last_viewed_at),
  }));
}

/** @throws ProblemError `dashboard_not_found` or `dashboard_link_not_found`. */
export async function revokeDashboardLink(
  deps: WriteDeps,
  { app, dashboard_id, member_id }: LinkedDashboard,
  link_id: string,
): Promise<void> {
  const { store } = deps;
  const { id, name } = await findDashboard(deps, app.id, dashboard_id);
  const written = isId("dsl", link_id)
    ? await store.write([
        { query: deleteDashboardLink(store.db, id, link_id), expect: 1 },
        auditStatement(deps, {
          ...{ member_id, action: "dashboard.revoke_link", resource: { type: "dashboard", id }, app_id: app.id },
          detail: { name, link: link_id },
        }),
      ])
    : undefined;
  if (written?.outcome === "committed") return;
  throw new ProblemError("dashboard_link_not_found", "Dashboard link not found. It may already have been revoked.");
}

export interface OpenedDashboard {
  readonly app: AppRecord;
  readonly dashboard: DashboardRow;
  readonly expires_at: number;
}

/**
 * The dashboard of a link. Undefined if the link expired or was revoked, or its member may no longer share dashboards of
 * this app.
 */
export async function openDashboardLink(
  { clock, store, apps }: Pick<WriteDeps, "clock" | "store"> & { readonly apps: Pick<AppDirectory, "byId"> },
  token: string,
): Promise<OpenedDashboard | undefined> {
  const secret = token.startsWith(PREFIX) ? token.slice(PREFIX.length) : "";
  const link = isToken(secret) ? await dashboardLinkByToken(store.db, hashToken(secret)) : undefined;
  const now_ms = clock.now();
  if (link === undefined || now_ms >= link.expires_at) return undefined;
  const app = apps.byId(link.app_id);
  const dashboard = (await dashboardsOf(store.db, link.app_id)).find(({ id }) => id === link.dashboard_id);
  if (app === undefined || dashboard === undefined || !(await mayStillShare({ store }, link))) return undefined;
  if (now_ms - (link.last_viewed_at ?? 0) >= limits.sign_in_touch_s * SECOND_MS) {
    await store.write([{ query: touchDashboardLink(store.db, link.id, now_ms) }]);
  }
  return { app, dashboard, expires_at: link.expires_at };
}

async function mayStillShare(
  { store }: Pick<WriteDeps, "store">,
  { app_id, member_id, role }: DashboardLinkRow,
): Promise<boolean> {
  // Of an operator's token.
  if (member_id === null || role === null) return member_id === null;
  return isMemberAllowed(await accessOf(store.db, { id: member_id, role }), "dashboard.share", app_id);
}
