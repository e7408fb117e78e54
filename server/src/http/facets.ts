import { limits } from "@fanfare/contract/limits";
import {
  auditFacetQuerySchema,
  contentFacetQuerySchema,
  type Facet,
  peopleFacetQuerySchema,
} from "@fanfare/contract/schema/facets";
import { begunUntil } from "@fanfare/contract/upcoming";
import { Hono } from "hono";
import { knownAsCounts } from "../people/people-facets.ts";
import { wantedSegment } from "../people/segments.ts";
import { countContents } from "../store/contents.ts";
import { auditCounts, contentCounts, type ValueCount } from "../store/facets.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseQuery } from "./body.ts";

/** One row more than is counted tells that there are more. */
const LIMITS = { rows_max: limits.facet_rows_counted_max + 1, values_max: limits.facet_choices_max };

/** How many rows the choices of a list's filters leave. */
export function facetRoutes(deps: ApiDeps): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get("/facets/contents", async (c) => {
      const { app_id, by, q, tag, type, status } = parseQuery(c, contentFacetQuerySchema);
      const app = appNamed(deps.apps, app_id);
      const begun = begunUntil(deps.clock.now());
      const filter = { app_id: app.id, text: q.trim(), tag: tag.trim(), type, status, begun };
      const facet = facetOf(await contentCounts(deps.store, filter, by, LIMITS));
      if (by !== "status") return c.json(facet);
      // It may be so in every state.
      const count = await countContents(deps.store, { ...filter, status: "incomplete" });
      return c.json({ ...facet, items: [...facet.items, { value: "incomplete", count }] } satisfies Facet);
    })
    .get("/facets/people", async (c) => {
      const { app_id, q, segment_id } = parseQuery(c, peopleFacetQuerySchema);
      const app = appNamed(deps.apps, app_id);
      const wanted = segment_id === undefined ? undefined : await wantedSegment(deps.store.db, segment_id);
      return c.json(await knownAsCounts({ ...deps, now_ms: deps.clock.now() }, app.id, { q, wanted }));
    })
    .get("/facets/audit", async (c) => {
      const { by, ...filter } = parseQuery(c, auditFacetQuerySchema);
      return c.json(facetOf(await auditCounts(deps.store.db, filter, by, LIMITS)));
    });
}

function facetOf(items: readonly ValueCount[]): Facet {
  const counted = items.reduce((sum, { count }) => sum + count, 0);
  return { items, exact: counted <= limits.facet_rows_counted_max };
}
