import { type SetupResponse, setupRequestSchema } from "@fanfare/contract/schema/api";
import { Hono } from "hono";
import { knownProvider } from "../single-sign-on/settings.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { parseText } from "./body.ts";
import { callerOf } from "./caller.ts";
import { meOf } from "./me.ts";

/** The first member of a workspace, by the link that the server printed. */
export function setupRoutes(deps: ApiDeps): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get("/setup", async (c) => {
      const [needed, offers_reset, known] = await Promise.all([
        ...([deps.setup.needed(), deps.forgotten_passwords.offered(), knownProvider(deps)] as const),
      ]);
      const provider = known === undefined ? null : { name: known.provider.name };
      return c.json({ needed, offers_reset, provider } satisfies SetupResponse);
    })
    .post("/setup", async (c) => {
      const owner = await parseText(c, setupRequestSchema);
      const { actor, token } = await deps.setup.complete(owner, callerOf(deps, c));
      deps.log.info("owner_created", { member_id: actor.member_id });
      c.header("Set-Cookie", deps.cookie.write(token));
      return c.json(await meOf(deps, actor), 201);
    });
}
