import { type ExplainAnswer, explainQuerySchema } from "@fanfare/contract/schema/explain";
import { Hono } from "hono";
import { explainForMember } from "../engage/explain-for-member.ts";
import { createPublished } from "../engage/published.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseQuery } from "./body.ts";

/** `GET explain`: why a person sees a content, or does not. */
export function explainRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const published = createPublished(deps);
  return new Hono<ApiEnv>().get("/explain", async (c) => {
    const { app_id, ...question } = parseQuery(c, explainQuerySchema);
    const app = appNamed(deps.apps, app_id);
    return c.json((await explainForMember({ ...deps, published }, app, question)) satisfies ExplainAnswer);
  });
}
