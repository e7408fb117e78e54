import type { DebugPanelTarget, DebugTarget } from "@fanfare/contract/schema/people/debug-link";
import type { CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { explain, explainAll, toExplainedContent } from "../../engage/explain/explain.ts";
import { targetAt } from "../../engage/explain/target-at.ts";
import { findPerson } from "../../people/person/find-person.ts";
import { toIso } from "../../store/columns.ts";
import { contextOf } from "./context.ts";
import type { V1Resources } from "./deps.ts";
import type { ClientHandlers } from "./mount-routes.ts";
import { presentExplanation } from "./presenters.ts";

type ExplainRoutes = Pick<typeof CLIENT_ROUTES, "GET /v1/explain" | "POST /v1/explain">;

/**
 * Explains content for this person and page. For a member's debug panel, includes all live content and private rules;
 * its token is in the body, which isn't logged.
 */
export function explainHandlers(resources: V1Resources): ClientHandlers<ExplainRoutes> {
  const { callers, clock } = resources;
  return {
    "GET /v1/explain": async ({ c, app, query: { content, url, external_id, time_zone } }) => {
      const person = await findPerson(resources, app, await callers.caller(c, app, { external_id }));
      const groups = await callers.groups(c, app);
      const visitor = { person, call_context: { groups, context: contextOf(c.req.raw, time_zone) } };
      return presentExplanation(await explain(resources, app, visitor, { content, url, now_ms: clock.now() }));
    },
    "POST /v1/explain": async ({ c, app, body: { debug_token, panel, url, time_zone, ...claims } }) => {
      const { expires_at_ms, place } = await resources.debug_links.check(app, debug_token, panel);
      const person = await findPerson(resources, app, await callers.caller(c, app, claims));
      const groups = await callers.groups(c, app);
      const visitor = { person, call_context: { groups, context: contextOf(c.req.raw, time_zone) } };
      const now_ms = clock.now();
      const { all, caps } = await explainAll(resources, app, visitor, { url, now_ms }, []);
      const { id, external_id, verified } = person;
      const console_url = `${resources.configured_url ?? new URL(c.req.url).origin}/console/${app.id}`;
      const target = place && (await placeOf(resources, app, place, console_url));
      return {
        person: { id, external_id, verified },
        at: toIso(now_ms),
        expires_at: toIso(expires_at_ms),
        items: all.map((each) => ({ ...toExplainedContent(each), version_id: each.content.version_id })),
        caps,
        console_url,
        ...(target === undefined ? {} : { place: target }),
      };
    },
  };
}

/** Live target of a debug link. Undefined if it isn't live or has no target anymore. */
async function placeOf(
  resources: Pick<V1Resources, "published">,
  app: AppRecord,
  { content_id, step_id: station }: DebugTarget,
  console_url: string,
): Promise<DebugPanelTarget | undefined> {
  const { list } = await resources.published(app);
  const content = list.find((each) => each.content_id === content_id);
  const target = content && targetAt(content.edition.body, station);
  if (content === undefined || target === undefined) return undefined;
  return { name: content.name, station, target, edit_url: `${console_url}/content/${content_id}` };
}
