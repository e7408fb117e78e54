import { putSuppressionRequestSchema } from "@fanfare/contract/schema/person";
import type { SuppressionsResponse } from "@fanfare/contract/schema/v1";
import { type Context, Hono } from "hono";
import { suppressForPerson } from "../people/suppress-for-person.ts";
import { suppressionsOfPerson, undoForPerson } from "../people/undo.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseQuery, parseText } from "./body.ts";
import { appQuerySchema } from "./contents.ts";
import { presentSuppression } from "./v1-present.ts";

/** What people asked not to see again, for those who help them. */
export function peopleSuppressionRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const present = async (c: Context<ApiEnv>, external_id: string): Promise<Response> => {
    const app = appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id);
    const rows = await suppressionsOfPerson(deps, app, external_id);
    return c.json({ suppressions: rows.map(presentSuppression) } satisfies SuppressionsResponse);
  };

  return new Hono<ApiEnv>()
    .get("/people/:external_id/suppressions", (c) => present(c, c.req.param("external_id")))
    .post("/people/:external_id/suppressions", async (c) => {
      const app = appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id);
      const wish = await parseText(c, putSuppressionRequestSchema);
      const external_id = c.req.param("external_id");
      await suppressForPerson(deps, app, external_id, wish, c.var.actor.member_id);
      return present(c, external_id);
    })
    .delete("/people/:external_id/suppressions/:id", async (c) => {
      const app = appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id);
      const { external_id, id } = c.req.param();
      await undoForPerson(deps, app, { external_id, id }, c.var.actor.member_id);
      return present(c, external_id);
    });
}
