import { limits } from "@fanfare/contract/limits";
import type { Facet } from "@fanfare/contract/schema/responses/people/facets";
import type { FACET_ROUTES } from "@fanfare/contract/schema/routes/analytics/reports";
import { startCutoffs } from "@fanfare/contract/targeting/upcoming";
import { reviewerIn } from "../../../engage/publish/reviews.ts";
import { countByIdentity } from "../../../people/list/people-facets.ts";
import { requireSegmentRule } from "../../../people/segments/segments.ts";
import { countContents } from "../../../store/statements/content/contents.ts";
import { auditCounts, contentCounts, type ValueCount } from "../../../store/statements/content/facets.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

/** One extra row shows that there are more. */
const LIMITS = { rows_max: limits.facet_rows_counted_max + 1, values_max: limits.facet_choices_max };

export function facetHandlers(deps: ApiDeps): Handlers<typeof FACET_ROUTES> {
  return {
    "GET /api/facets/contents": async ({ query, app, actor }) => {
      const { by, q, tag, type, status } = query;
      const begun = startCutoffs(deps.clock.now());
      const filter = {
        app_id: app.id,
        text: q.trim(),
        tag: tag.trim(),
        type,
        status,
        begun,
        reviewer: reviewerIn(app, actor),
      };
      const facet = facetOf(await contentCounts(deps.store, filter, by, LIMITS));
      if (by !== "status") return facet;
      // Items with any status can be incomplete or in review.
      const reviews = app.settings.review === "off" ? [] : (["in_review", "awaiting_review", "approved"] as const);
      const beside = (["incomplete", ...reviews] as const).map(async (value) => ({
        ...{ value, count: await countContents(deps.store, { ...filter, status: value }) },
      }));
      return { ...facet, items: [...facet.items, ...(await Promise.all(beside))] };
    },
    "GET /api/facets/people": async ({ query, app }) => {
      const { q, segment_id } = query;
      const rule = segment_id === undefined ? undefined : await requireSegmentRule(deps.store.db, segment_id);
      return await countByIdentity({ ...deps, now_ms: deps.clock.now() }, app.id, { q, rule });
    },
    "GET /api/facets/audit": async ({ query }) => {
      const { by, ...filter } = query;
      return facetOf(await auditCounts(deps.store.db, filter, by, LIMITS));
    },
  };
}

function facetOf(items: readonly ValueCount[]): Facet {
  const counted = items.reduce((sum, { count }) => sum + count, 0);
  return { items, exact: counted <= limits.facet_rows_counted_max };
}
