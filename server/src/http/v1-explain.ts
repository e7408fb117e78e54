import { limits } from "@fanfare/contract/limits";
import { externalIdSchema } from "@fanfare/contract/schema/v1";
import { Hono } from "hono";
import { z } from "zod";
import { explain } from "../engage/explain.ts";
import { findPerson } from "../people/people.ts";
import { parseQuery } from "./body.ts";
import { contextOf } from "./v1-context.ts";
import type { V1Env, V1Hono, V1Resources } from "./v1-deps.ts";
import { presentExplanation } from "./v1-present.ts";

const questionSchema = z.object({
  /** Id or slug. */
  content: z.string().min(1).max(120),
  /** The page's address; without it the gate of the address stays unknown. */
  url: z.string().max(limits.page_url_chars_max).optional(),
  external_id: externalIdSchema.optional(),
});

/** `GET explain`: every gate of a content for this person and page, with what it saw. */
export function explainRoutes(house: V1Resources): V1Hono {
  return new Hono<V1Env>().get("/explain", async (c) => {
    const { content, url, external_id } = parseQuery(c, questionSchema);
    const { app } = c.var;
    const person = await findPerson(house, app, await house.callers.caller(c, app, { external_id }));
    const identity = (await house.callers.bearer(c, app))?.identity;
    const groups = identity?.kind === "person" ? identity.groups : [];
    const who = { person, sight: { groups, context: contextOf(c.req.raw) } };
    const now_ms = house.clock.now();
    return c.json(presentExplanation(await explain(house, app, who, { content, url, now_ms })));
  });
}
