import { type SuppressionsResponse, suppressRequestSchema } from "@fanfare/contract/schema/v1";
import { Hono } from "hono";
import type { AppRecord } from "../accounts/app-directory.ts";
import { listSuppressions, suppress, undoSuppression } from "../people/suppressions.ts";
import type { SuppressionRow } from "../store/suppressions.ts";
import { parseQuery } from "./body.ts";
import { readBody, socketIdOf } from "./v1-body.ts";
import { callerQuerySchema } from "./v1-caller.ts";
import type { V1Env, V1Hono, V1Resources } from "./v1-deps.ts";
import { presentSuppression } from "./v1-present.ts";

/** `GET`, `POST` and `DELETE suppressions`: each answers what hides something from this person now. */
export function suppressionRoutes(house: V1Resources): V1Hono {
  const routes = new Hono<V1Env>();

  routes.get("/suppressions", async (c) => {
    const caller = await house.callers.caller(c, c.var.app, parseQuery(c, callerQuerySchema));
    return c.json(await present(house, c.var.app, await listSuppressions(house, c.var.app, caller)));
  });

  routes.post("/suppressions", async (c) => {
    const wish = await readBody(c, suppressRequestSchema);
    const socket_id = socketIdOf(c);
    const caller = await house.callers.caller(c, c.var.app, wish);
    return c.json(await present(house, c.var.app, await suppress(house, c.var.app, caller, wish, socket_id)));
  });

  routes.delete("/suppressions/:id", async (c) => {
    const socket_id = socketIdOf(c);
    const caller = await house.callers.caller(c, c.var.app, parseQuery(c, callerQuerySchema));
    const left = await undoSuppression(house, c.var.app, caller, c.req.param("id"), socket_id);
    return c.json(await present(house, c.var.app, left));
  });

  return routes;
}

/** With the names of contents, so that a person can tell what they hid. */
async function present(
  { published }: V1Resources,
  app: AppRecord,
  rows: readonly SuppressionRow[],
): Promise<SuppressionsResponse> {
  const { find } = await published(app);
  return {
    suppressions: rows.map((row) => {
      const name = row.scope === "content" ? find(row.target)?.name : undefined;
      return { ...presentSuppression(row), ...(name === undefined ? {} : { name }) };
    }),
  };
}
