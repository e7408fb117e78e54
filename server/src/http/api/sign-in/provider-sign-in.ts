import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type {
  PROVIDER_SIGN_IN_ROUTES,
  PROVIDER_SIGN_OUT_ROUTES,
} from "@fanfare/contract/schema/routes/accounts/sign-in";
import type { Context } from "hono";
import { readText } from "../../request/body.ts";
import { callerOf } from "../../request/caller.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps, ApiEnv } from "../guards/deps.ts";
import { meOf } from "../workspace/me.ts";
import { consoleUrl, redirectTo, refusalCode, signInUrl } from "./browser-redirects.ts";
import { redirectUrl } from "./provider-urls.ts";

/** Back-channel logout: the provider reports an ended session with a signed token, without browser or cookie. */
export function providerSignOutHandlers(deps: ApiDeps): Handlers<typeof PROVIDER_SIGN_OUT_ROUTES> {
  const { provider_sign_outs, log } = deps;
  return {
    "POST /api/provider-sign-out": async ({ c }) => {
      try {
        const text = await readText(c.req.raw, limits.provider_logout_body_bytes_max);
        const [token, ...more] = new URLSearchParams(text).getAll("logout_token");
        if (token === undefined || more.length > 0) {
          throw new ProblemError("logout_token_invalid", "Send exactly one logout_token, as a form.");
        }
        await provider_sign_outs.receiveLogout(token);
      } catch (error) {
        if (error instanceof ProblemError) {
          const { code, message } = error;
          log.warn("provider_sign_out_refused", { code, reason: message, address: callerOf(deps, c).address });
        }
        throw error;
      }
    },
  };
}

/**
 * Redirects to the provider and back. Browsers navigate to both, so errors redirect to the sign-in page, which shows
 * the message.
 */
export function providerSignInHandlers(deps: ApiDeps): Handlers<typeof PROVIDER_SIGN_IN_ROUTES> {
  const { provider_sign_ins, saml_sign_ins, cookie, flow_cookie, log } = deps;

  const toDoor = (c: Context<ApiEnv>, error: unknown, return_to: string | undefined): Response =>
    redirectTo(c, signInUrl(deps, c.req.raw, { problem: refusalCode(deps, c, error), return_to }));
  /** A member who links an account is signed in, so their account page shows the error. */
  const backToAccount = (c: Context<ApiEnv>, error: unknown, return_to: string | undefined): Response => {
    const url = new URL(consoleUrl(deps, c.req.raw, return_to));
    url.searchParams.set("problem", refusalCode(deps, c, error));
    return redirectTo(c, url.href);
  };

  return {
    "GET /api/provider-sign-in": async ({ c, query }) => {
      const { return_to, iss } = query;
      try {
        const options = { redirect_url: redirectUrl(deps, c.req.raw), return_to, issuer: iss };
        const { url, sealed } = await provider_sign_ins.begin(options, callerOf(deps, c));
        c.header("Set-Cookie", flow_cookie.write(sealed));
        return redirectTo(c, url);
      } catch (error) {
        return toDoor(c, error, return_to);
      }
    },
    "GET /api/provider-sign-in/callback": async ({ c }) => {
      const sealed = flow_cookie.read(c.req.raw);
      const { return_to, is_link } = provider_sign_ins.readFlow(sealed);
      // This sign-in attempt is used up, whatever the outcome.
      c.header("Set-Cookie", flow_cookie.clear());
      try {
        const { searchParams } = new URL(c.req.url);
        const browser = { sealed, previous_token: cookie.read(c.req.raw) };
        const finished = await provider_sign_ins.finish(searchParams, browser, callerOf(deps, c));
        switch (finished.outcome) {
          case "signed_in":
            c.header("Set-Cookie", cookie.write(finished.signed_in.token), { append: true });
            return redirectTo(c, consoleUrl(deps, c.req.raw, return_to));
          case "linked":
            return redirectTo(c, consoleUrl(deps, c.req.raw, return_to));
          case "code_needed":
            c.header("Set-Cookie", flow_cookie.write(finished.sealed));
            return redirectTo(c, signInUrl(deps, c.req.raw, { code: "needed", return_to }));
        }
      } catch (error) {
        return is_link ? backToAccount(c, error, return_to) : toDoor(c, error, return_to);
      }
    },
    "POST /api/provider-sign-in/code": async ({ c, body }) => {
      const { code } = body;
      const caller = callerOf(deps, c);
      try {
        const browser = { sealed: flow_cookie.read(c.req.raw), previous_token: cookie.read(c.req.raw) };
        const { is_saml } = provider_sign_ins.readFlow(browser.sealed);
        const sign_ins = is_saml ? saml_sign_ins : provider_sign_ins;
        const { actor, token } = await sign_ins.submitCode(code, browser, caller);
        c.header("Set-Cookie", flow_cookie.clear());
        c.header("Set-Cookie", cookie.write(token), { append: true });
        return await meOf(deps, actor);
      } catch (error) {
        if (error instanceof ProblemError) log.warn("sign_in_refused", { code: error.code, address: caller.address });
        throw error;
      }
    },
  };
}
