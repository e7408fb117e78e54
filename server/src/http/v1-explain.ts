import { limits } from "@fanfare/contract/limits";
import {
  type DebugPlace,
  type PanelAnswer,
  type PanelPlace,
  panelQuestionSchema,
} from "@fanfare/contract/schema/debug-link";
import { externalIdSchema } from "@fanfare/contract/schema/v1";
import { Hono } from "hono";
import { z } from "zod";
import type { AppRecord } from "../accounts/app-directory.ts";
import { explain, explainAll, explained } from "../engage/explain.ts";
import { targetAt } from "../engage/target-at.ts";
import { findPerson } from "../people/people.ts";
import { toIso } from "../store/columns.ts";
import { parseQuery } from "./body.ts";
import { readBody } from "./v1-body.ts";
import { contextOf } from "./v1-context.ts";
import type { V1Env, V1Hono, V1Resources } from "./v1-deps.ts";
import { presentExplanation } from "./v1-present.ts";

const questionSchema = z.object({
  /** Id or slug. */
  content: z.string().min(1).max(limits.content_ref_chars_max),
  /** The page's address; without it the gate of the address stays unknown. */
  url: z.string().max(limits.page_url_chars_max).optional(),
  external_id: externalIdSchema.optional(),
  time_zone: z.string().max(limits.time_zone_chars_max).optional(),
});

/**
 * `GET explain`: every gate of a content for this person and page, with what it saw. `POST explain` says that of everything
 * that is live, private rules included, to the debug panel of a member: its token is in the body, where no log meets it.
 */
export function explainRoutes(house: V1Resources): V1Hono {
  return new Hono<V1Env>()
    .get("/explain", async (c) => {
      const { content, url, external_id, time_zone } = parseQuery(c, questionSchema);
      const { app } = c.var;
      const person = await findPerson(house, app, await house.callers.caller(c, app, { external_id }));
      const identity = (await house.callers.bearer(c, app))?.identity;
      const groups = identity?.kind === "person" ? identity.groups : [];
      const who = { person, sight: { groups, context: contextOf(c.req.raw, time_zone) } };
      const now_ms = house.clock.now();
      return c.json(presentExplanation(await explain(house, app, who, { content, url, now_ms })));
    })
    .post("/explain", async (c) => {
      const { debug_token, url, time_zone, ...said } = await readBody(c, panelQuestionSchema);
      const { app } = c.var;
      const { expires_at_ms, place } = await house.debug_links.check(app, debug_token);
      const person = await findPerson(house, app, await house.callers.caller(c, app, said));
      const groups = await house.callers.groups(c, app);
      const who = { person, sight: { groups, context: contextOf(c.req.raw, time_zone) } };
      const now_ms = house.clock.now();
      const { all, caps } = await explainAll(house, app, who, { url, now_ms }, []);
      const { id, external_id, verified } = person;
      const console_url = `${house.configured_url ?? new URL(c.req.url).origin}/console/${app.id}`;
      const about = place && (await placeOf(house, app, place, console_url));
      return c.json({
        person: { id, external_id, verified },
        at: toIso(now_ms),
        expires_at: toIso(expires_at_ms),
        items: all.map((each) => ({ ...explained(each), version_id: each.content.version_id })),
        caps,
        console_url,
        ...(about === undefined ? {} : { place: about }),
      } satisfies PanelAnswer);
    });
}

/** The place that a link is about, as it is live; undefined where it is not, or points at nothing any more. */
async function placeOf(
  house: Pick<V1Resources, "published">,
  app: AppRecord,
  { content_id, step_id: station }: DebugPlace,
  console_url: string,
): Promise<PanelPlace | undefined> {
  const { list } = await house.published(app);
  const content = list.find((each) => each.content_id === content_id);
  const target = content && targetAt(content.edition.body, station);
  if (content === undefined || target === undefined) return undefined;
  return { name: content.name, station, target, edit_url: `${console_url}/content/${content_id}` };
}
