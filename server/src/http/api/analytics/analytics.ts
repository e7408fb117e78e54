import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { ANALYTICS_ROUTES, EXPORT_ROUTES } from "@fanfare/contract/schema/routes/analytics/reports";
import type { Context } from "hono";
import { type Actor, isActorAllowed } from "../../../accounts/access/actor.ts";
import type { AppRecord } from "../../../accounts/apps/app-directory.ts";
import { auditStatement } from "../../../accounts/audit/audit-entry.ts";
import { alertsPage } from "../../../alerts/alert-list.ts";
import { readAppAttention } from "../../../alerts/app-attention.ts";
import type { AttentionKnown } from "../../../analytics/reports/attention.ts";
import { type ExportFormat, formatExport, tableInBatches } from "../../../analytics/reports/export.ts";
import { contentFunnel, readContentResults } from "../../../analytics/reports/funnel.ts";
import { funnelPeopleBehind } from "../../../analytics/reports/funnel-people.ts";
import { readOverview } from "../../../analytics/reports/overview.ts";
import { reviewerIn } from "../../../engage/publish/reviews.ts";
import { namedPeopleInBatches, peopleInBatches } from "../../../people/list/people-export.ts";
import { requireSegmentRule } from "../../../people/segments/segments.ts";
import { fromIso } from "../../../store/columns.ts";
import { eventNames } from "../../../store/statements/analytics/rollups.ts";
import { trackersOf } from "../../../store/statements/analytics/trackers.ts";
import type { Statement } from "../../../store/store.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps, ApiEnv } from "../guards/deps.ts";
import { presentPeopleBehind } from "./event-reports.ts";
import { exportList, isExportedList } from "./export-lists.ts";

export function analyticsHandlers(deps: ApiDeps): Handlers<typeof ANALYTICS_ROUTES> {
  return {
    "GET /api/analytics/funnel": async ({ query, app }) => {
      const { content_id, from, to, by, segment_id } = query;
      const question = { app_id: app.id, content_id, from: fromIso(from), to: fromIso(to), by };
      return await contentFunnel({ store: deps.store, now_ms: deps.clock.now() }, question, segment_id);
    },
    "GET /api/analytics/funnel/people": async ({ query, app }) => {
      const { content_id, from, to, by, segment_id, ...number } = query;
      const question = { app_id: app.id, content_id, from: fromIso(from), to: fromIso(to), by };
      const report_deps = { store: deps.store, now_ms: deps.clock.now() };
      const listed = { rows_max: limits.event_funnel_people_max, segment_id };
      return presentPeopleBehind(deps, app, await funnelPeopleBehind(report_deps, question, number, listed));
    },
    "GET /api/analytics/contents": async ({ query, app }) => {
      const { content_ids, from, to } = query;
      const range = { app_id: app.id, content_ids, from: fromIso(from), to: fromIso(to) };
      return { items: await readContentResults(deps.store, range) };
    },
    "GET /api/event-names": async ({ app }) => {
      const since = deps.clock.now() - limits.event_names_days * DAY_MS;
      const [items, trackers] = await Promise.all([
        eventNames(deps.store.db, app.id, since, limits.event_names_listed_max),
        trackersOf(deps.store.db, app.id),
      ]);
      const known = new Set(items.map(({ name }) => name));
      const unused = trackers.filter(({ name }) => !known.has(name)).map(({ name }) => ({ name, events: 0 }));
      return { items: [...items, ...unused] };
    },
    "GET /api/alerts": ({ query, actor, app }) => alertsPage(deps.store.db, actor, { ...query, app_id: app.id }),
    "GET /api/attention": ({ app, actor }) =>
      readAppAttention(deps.store, { app, actor, now_ms: deps.clock.now() }, attentionKnown(deps, app, actor)),
    "GET /api/overview": ({ app, actor, query: { omit } }) => {
      const known = omit === "attention" ? undefined : attentionKnown(deps, app, actor);
      return readOverview(deps.store, app, deps.clock.now(), known);
    },
  };
}

function attentionKnown(deps: ApiDeps, app: AppRecord, actor: Actor): AttentionKnown {
  return {
    backup_failed: deps.maintenance.failure() !== undefined,
    may_read_receivers: isActorAllowed(actor, "webhook.read", app.id),
    reviewer: reviewerIn(app, actor),
  };
}

/** File downloads. Every export is recorded in the audit log. */
export function exportHandlers(deps: ApiDeps): Handlers<typeof EXPORT_ROUTES> {
  return {
    "GET /api/exports": async ({ c, query, actor, app }) => {
      const { table, format, q, identity, segment_id, state, webhook_id, ...content } = query;
      if (isExportedList(table)) {
        const parts = exportList(deps, actor, table, {
          ...{ ...content, app_id: app.id, text: q.trim(), reviewer: reviewerIn(app, actor) },
        });
        await deps.store.write([auditExport(deps, actor, app, { table, format })]);
        return fileResponse(c, formatExport(parts, format), table, format);
      }
      const text = q.trim();
      const searched = text !== "";
      const narrowed = table === "people" && (searched || identity !== undefined || segment_id !== undefined);
      const rule = segment_id === undefined ? undefined : await requireSegmentRule(deps.store.db, segment_id);
      // Omit the search text: it can contain a person's name, and the audit log can't be erased.
      const detail = {
        table,
        format,
        ...(searched || narrowed ? { searched, identity, segment_id } : {}),
        ...(state === undefined ? {} : { state }),
        ...(webhook_id === undefined ? {} : { webhook_id }),
      };
      await deps.store.write([auditExport(deps, actor, app, detail)]);
      const parts = narrowed
        ? peopleInBatches({ store: deps.store, now_ms: deps.clock.now() }, app.id, { q, identity, rule })
        : tableInBatches(deps.store, app.id, table, { state, webhook_id, text });
      return fileResponse(c, formatExport(parts, format), table, format);
    },
    "POST /api/exports": async ({ c, body, actor, app }) => {
      const { format, people } = body;
      await deps.store.write([auditExport(deps, actor, app, { table: "people", format, chosen: people.length })]);
      const file = formatExport(namedPeopleInBatches(deps, app, people), format);
      return fileResponse(c, file, "people", format);
    },
  };
}

/** Audits an export, because data leaves the server although nothing changes. */
export function auditExport(
  deps: Pick<ApiDeps, "store" | "clock" | "rng">,
  { member_id }: Actor,
  { id }: AppRecord,
  detail: Readonly<Record<string, unknown>>,
): Statement {
  return auditStatement(deps, {
    ...{ member_id, action: "app.export", resource: { type: "app", id }, app_id: id },
    detail,
  });
}

export function fileResponse(
  c: Context<ApiEnv>,
  file: ReadableStream<Uint8Array>,
  name: string,
  format: ExportFormat,
): Response {
  return c.body(file, 200, {
    "Content-Type": format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson",
    "Content-Disposition": `attachment; filename="${name}.${format}"`,
  });
}
