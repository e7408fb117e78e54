import { DAY_MS, limits } from "@fanfare/contract/limits";
import { type EventNamesResponse, exportQuerySchema, funnelQuerySchema } from "@fanfare/contract/schema/analytics";
import { Hono } from "hono";
import { auditStatement } from "../accounts/audit.ts";
import { funnelOf } from "../measure/analytics.ts";
import { exportOf, partsOfTable } from "../measure/export.ts";
import { overviewOf } from "../measure/overview.ts";
import { partsOfPeople } from "../people/people-file.ts";
import { wantedSegment } from "../people/segments.ts";
import { fromIso } from "../store/columns.ts";
import { eventNames } from "../store/rollups.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseQuery } from "./body.ts";
import { appQuerySchema } from "./contents.ts";

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
      const { app_id, table, format, q, identity, segment_id } = parseQuery(c, exportQuerySchema);
      const app = appNamed(deps.apps, app_id);
      const searched = q.trim() !== "";
      const narrowed = searched || identity !== undefined || segment_id !== undefined;
      const wanted = segment_id === undefined ? undefined : await wantedSegment(deps.store.db, segment_id);
      const { member_id } = c.var.actor;
      // What leaves the house is written down, although nothing in it changes.
      await deps.store.write([
        auditStatement(deps, {
          ...{ member_id, action: "app.export", resource: { type: "app", id: app.id }, app_id: app.id },
          // What was searched for may name a person, whom nobody could take out of the chain again.
          detail: { table, format, ...(narrowed ? { searched, identity, segment_id } : {}) },
        }),
      ]);
      const parts = narrowed
        ? partsOfPeople({ store: deps.store, now_ms: deps.clock.now() }, app.id, { q, identity, wanted })
        : partsOfTable(deps.store, app.id, table);
      return c.body(exportOf(parts, format), 200, {
        "Content-Type": format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson",
        "Content-Disposition": `attachment; filename="${table}.${format}"`,
      });
    });
}
