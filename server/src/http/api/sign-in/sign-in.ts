import { ProblemError } from "@fanfare/contract/problem";
import type { SIGN_IN_ROUTES } from "@fanfare/contract/schema/routes/accounts/sign-in";
import { callerOf } from "../../request/caller.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { meOf } from "../workspace/me.ts";
import { signedOutUrl } from "./provider-urls.ts";

export function signInHandlers(deps: ApiDeps): Handlers<typeof SIGN_IN_ROUTES> {
  const { sign_ins, provider_sign_outs, cookie, log } = deps;
  return {
    "POST /api/sign-in": async ({ c, body }) => {
      const credentials = body;
      const caller = callerOf(deps, c);
      try {
        const { actor, token } = await sign_ins.signIn(credentials, caller, cookie.read(c.req.raw));
        c.header("Set-Cookie", cookie.write(token));
        return await meOf(deps, actor);
      } catch (error) {
        // Don't log the email address: people sometimes type their password into that field.
        if (error instanceof ProblemError) log.warn("sign_in_refused", { code: error.code, address: caller.address });
        throw error;
      }
    },
    "POST /api/sign-out": async ({ c }) => {
      const token = cookie.read(c.req.raw);
      const to = signedOutUrl(deps, c.req.raw);
      const provider_url = token === undefined ? undefined : await provider_sign_outs.wayOut(token, to);
      const member_id = token === undefined ? undefined : await sign_ins.signOut(token);
      if (member_id !== undefined) deps.renewMember(member_id);
      c.header("Set-Cookie", cookie.clear());
      return { provider_url: provider_url ?? null };
    },
  };
}
