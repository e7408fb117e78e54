import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { Hono } from "hono";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { readText } from "./body.ts";
import { callerOf } from "./caller.ts";
import { SIGN_OUT } from "./provider-urls.ts";

/** Where the provider itself tells that a session has ended: no browser, no cookie, a signature instead. */
export function providerSignOutRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const { provider_sign_outs, log } = deps;
  return new Hono<ApiEnv>().post(SIGN_OUT, async (c) => {
    try {
      const text = await readText(c.req.raw, limits.provider_logout_body_bytes_max);
      const [token, ...more] = new URLSearchParams(text).getAll("logout_token");
      if (token === undefined || more.length > 0) {
        throw new ProblemError("logout_token_invalid", "Send one logout_token, as a form.");
      }
      await provider_sign_outs.hear(token);
      return c.body(null, 200);
    } catch (error) {
      if (error instanceof ProblemError) {
        const { code, message } = error;
        log.warn("provider_sign_out_refused", { code, reason: message, address: callerOf(deps, c).address });
      }
      throw error;
    }
  });
}
