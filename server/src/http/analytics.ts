import { DAY_MS, limits } from "@fanfare/contract/limits";
import {
  type EventNamesResponse,
  exportPeopleRequestSchema,
  exportQuerySchema,
  funnelQuerySchema,
} from "@fanfare/contract/schema/analytics";
import { type Context, Hono } from "hono";
import type { AppRecord } from "../accounts/app-directory.ts";
import { auditStatement } from "../accounts/audit.ts";
import { funnelOf } from "../measure/analytics.ts";
import { type ExportedParts, type ExportFormat, exportOf, partsOfTable } from "../measure/export.ts";
import { overviewOf } from "../measure/overview.ts";
import { partsOfNamed, partsOfPeople } from "../people/people-file.ts";
import { wantedSegment } from "../people/segments.ts";
import { fromIso } from "../store/columns.ts";
import { eventNames } from "../store/rollups.ts";
import type { Statement } from "../store/store.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseQuery, parseText } from "./body.ts";
import { appQuerySchema } from "./contents.ts";
import { isList, partsOfList } from "./exported-lists.ts";

/** What became of contents, and everything as a file. */
export function analyticsRoutes(deps: ApiDeps): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get("/analytics/funnel", async (c) => {
      const { app_id, content_id, from, to, by, segment_id } = parseQuery(c, funnelQuerySchema);
      const app = appNamed(deps.apps, app_id);
      const question = { app_id: app.id, content_id, from: fromIso(from), to: fromIso(to), by };
      return c.json(await funnelOf({ store: deps.store, now_ms: deps.clock.now() }, question, segment_id));
    })
    .get("/event-names", async (c) => {
      const app = appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id);
      const since = deps.clock.now() - limits.event_names_days * DAY_MS;
      const items = await eventNames(deps.store.db, app.id, since, limits.event_names_listed_max);
      return c.json({ items } satisfies EventNamesResponse);
    })
    .get("/overview", async (c) => {
      const app = appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id);
      return c.json(await overviewOf(deps.store, app, deps.clock.now()));
    })
    .get("/exports", async (c) => {
      const { app_id, table, format, q, identity, segment_id, state, ...content } = parseQuery(c, exportQuerySchema);
      const app = appNamed(deps.apps, app_id);
      if (isList(table)) {
        const parts = partsOfList(deps, c.var.actor, table, { ...content, app_id: app.id, text: q.trim() });
        await deps.store.write([exportNoted(deps, c, app, { table, format })]);
        return fileOf(c, parts, table, format);
      }
      const searched = q.trim() !== "";
      const narrowed = searched || identity !== undefined || segment_id !== undefined;
      const wanted = segment_id === undefined ? undefined : await wantedSegment(deps.store.db, segment_id);
      // What was searched for may name a person, whom nobody could take out of the chain again.
      const detail = {
        table,
        format,
        ...(narrowed ? { searched, identity, segment_id } : {}),
        ...(state === undefined ? {} : { state }),
      };
      await deps.store.write([exportNoted(deps, c, app, detail)]);
      const parts = narrowed
        ? partsOfPeople({ store: deps.store, now_ms: deps.clock.now() }, app.id, { q, identity, wanted })
        : partsOfTable(deps.store, app.id, table, { state });
      return fileOf(c, parts, table, format);
    })
    .post("/exports", async (c) => {
      const { app_id, format, people } = await parseText(c, exportPeopleRequestSchema);
      const app = appNamed(deps.apps, app_id);
      await deps.store.write([exportNoted(deps, c, app, { table: "people", format, chosen: people.length })]);
      return fileOf(c, partsOfNamed(deps, app, people), "people", format);
    });
}

/** What leaves the house is written down, although nothing in it changes. */
function exportNoted(
  deps: ApiDeps,
  c: Context<ApiEnv>,
  { id }: AppRecord,
  detail: Readonly<Record<string, unknown>>,
): Statement {
  const { member_id } = c.var.actor;
  return auditStatement(deps, {
    ...{ member_id, action: "app.export", resource: { type: "app", id }, app_id: id },
    detail,
  });
}

function fileOf(c: Context<ApiEnv>, parts: ExportedParts, name: string, format: ExportFormat): Response {
  return c.body(exportOf(parts, format), 200, {
    "Content-Type": format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson",
    "Content-Disposition": `attachment; filename="${name}.${format}"`,
  });
}
