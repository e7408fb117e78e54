import type { EXPLAIN_ROUTES } from "@fanfare/contract/schema/routes/explain";
import { signedInMember } from "../../../accounts/access/actor.ts";
import { createPublished } from "../../../engage/decide/published-cache.ts";
import { explainForMember } from "../../../engage/explain/explain-for-member.ts";
import { explainHypothetical } from "../../../engage/explain/explain-hypothetical.ts";
import { toIso } from "../../../store/columns.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

/** Explains why a person sees or doesn't see content, as a report or as a link that opens the debug panel on a page. */
export function explainHandlers(deps: ApiDeps): Handlers<typeof EXPLAIN_ROUTES> {
  const published = createPublished(deps);
  return {
    "GET /api/explain": async ({ query, app }) => {
      const { app_id: _, ...question } = query;
      return await explainForMember({ ...deps, published }, app, question);
    },
    "POST /api/explain": ({ body, app }) => explainHypothetical({ ...deps, published }, app, body),
    "POST /api/debug-links": async ({ body, actor, app }) => {
      const { url, place } = body;
      const link = await deps.debug_links.make(app, signedInMember(actor), url, place);
      return { url: link.url, expires_at: toIso(link.expires_at_ms) };
    },
  };
}
