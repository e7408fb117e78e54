import { ProblemError } from "@fanfare/contract/problem";
import { signInRequestSchema } from "@fanfare/contract/schema/api";
import type { SignedOut } from "@fanfare/contract/schema/single-sign-on";
import { Hono } from "hono";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { parseBody } from "./body.ts";
import { callerOf } from "./caller.ts";
import { meOf } from "./me.ts";
import { signedOutUrl } from "./provider-urls.ts";

/** Signing in with a password, and out again. */
export function signInRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const { sign_ins, provider_sign_outs, cookie, log } = deps;
  return new Hono<ApiEnv>()
    .post("/sign-in", async (c) => {
      const credentials = await parseBody(c, signInRequestSchema);
      const caller = callerOf(deps, c);
      try {
        const { actor, token } = await sign_ins.signIn(credentials, caller, cookie.read(c.req.raw));
        c.header("Set-Cookie", cookie.write(token));
        return c.json(await meOf(deps, actor));
      } catch (error) {
        // Without the address that was tried: people type passwords into the wrong field.
        if (error instanceof ProblemError) log.warn("sign_in_refused", { code: error.code, address: caller.address });
        throw error;
      }
    })
    .post("/sign-out", async (c) => {
      const token = cookie.read(c.req.raw);
      const to = signedOutUrl(deps, c.req.raw);
      const provider_url = token === undefined ? undefined : await provider_sign_outs.wayOut(token, to);
      const member_id = token === undefined ? undefined : await sign_ins.signOut(token);
      if (member_id !== undefined) deps.renewMember(member_id);
      c.header("Set-Cookie", cookie.clear());
      return c.json({ provider_url: provider_url ?? null } satisfies SignedOut);
    });
}
