import { type ProblemCode, ProblemError } from "@fanfare/contract/problem";
import { providerCodeRequestSchema, providerSignInQuerySchema } from "@fanfare/contract/schema/single-sign-on";
import { type Context, Hono } from "hono";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { parseBody, parseQuery } from "./body.ts";
import { callerOf } from "./caller.ts";
import { meOf } from "./me.ts";
import { baseOf, CALLBACK, redirectUrl } from "./provider-urls.ts";

/**
 * The way to the provider and back. Both are pages that a browser goes to: what goes wrong leads to the sign-in door, which
 * says it in words.
 */
export function providerSignInRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const { provider_sign_ins, cookie, flow_cookie, log } = deps;

  const codeOf = (c: Context<ApiEnv>, error: unknown): ProblemCode => {
    if (!(error instanceof ProblemError)) throw error;
    const { code, message } = error;
    log.warn("sign_in_refused", { code, reason: message, address: callerOf(deps, c).address });
    return code;
  };
  const toDoor = (c: Context<ApiEnv>, error: unknown, return_to: string | undefined): Response =>
    goTo(c, doorUrl(deps, c.req.raw, { problem: codeOf(c, error), return_to }));
  /** Whoever wanted to link an account is inside: their own page says what went wrong. */
  const backToAccount = (c: Context<ApiEnv>, error: unknown, return_to: string | undefined): Response => {
    const url = new URL(consoleUrl(deps, c.req.raw, return_to));
    url.searchParams.set("problem", codeOf(c, error));
    return goTo(c, url.href);
  };

  return new Hono<ApiEnv>()
    .get("/provider-sign-in", async (c) => {
      const { return_to, iss } = parseQuery(c, providerSignInQuerySchema);
      try {
        const wish = { redirect_url: redirectUrl(deps, c.req.raw), return_to, issuer: iss };
        const { url, sealed } = await provider_sign_ins.begin(wish, callerOf(deps, c));
        c.header("Set-Cookie", flow_cookie.write(sealed));
        return goTo(c, url);
      } catch (error) {
        return toDoor(c, error, return_to);
      }
    })
    .get(CALLBACK, async (c) => {
      const sealed = flow_cookie.read(c.req.raw);
      const { return_to, is_link } = provider_sign_ins.wishOf(sealed);
      // Whatever comes of it: this way back is used up.
      c.header("Set-Cookie", flow_cookie.clear());
      try {
        const { searchParams } = new URL(c.req.url);
        const browser = { sealed, previous_token: cookie.read(c.req.raw) };
        const finished = await provider_sign_ins.finish(searchParams, browser, callerOf(deps, c));
        switch (finished.outcome) {
          case "signed_in":
            c.header("Set-Cookie", cookie.write(finished.signed_in.token), { append: true });
            return goTo(c, consoleUrl(deps, c.req.raw, return_to));
          case "linked":
            return goTo(c, consoleUrl(deps, c.req.raw, return_to));
          case "code_needed":
            c.header("Set-Cookie", flow_cookie.write(finished.sealed));
            return goTo(c, doorUrl(deps, c.req.raw, { code: "needed", return_to }));
        }
      } catch (error) {
        return is_link ? backToAccount(c, error, return_to) : toDoor(c, error, return_to);
      }
    })
    .post("/provider-sign-in/code", async (c) => {
      const { code } = await parseBody(c, providerCodeRequestSchema);
      const caller = callerOf(deps, c);
      try {
        const browser = { sealed: flow_cookie.read(c.req.raw), previous_token: cookie.read(c.req.raw) };
        const { actor, token } = await provider_sign_ins.giveCode(code, browser, caller);
        c.header("Set-Cookie", flow_cookie.clear());
        c.header("Set-Cookie", cookie.write(token), { append: true });
        return c.json(await meOf(deps, actor));
      } catch (error) {
        if (error instanceof ProblemError) log.warn("sign_in_refused", { code: error.code, address: caller.address });
        throw error;
      }
    });
}

/** 303: whatever it was, the next thing is to GET. */
function goTo(c: Context<ApiEnv>, url: string): Response {
  return c.redirect(url, 303);
}

/** The sign-in page. It gets the code of a problem, never its words: a link cannot make it say what somebody else wants. */
function doorUrl(deps: ApiDeps, request: Request, search: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(`${baseOf(deps, request)}/console/sign-in`);
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

/** A page of the console; whatever else was asked for becomes its first one. */
function consoleUrl(deps: ApiDeps, request: Request, return_to: string | undefined): string {
  const home = new URL(`${baseOf(deps, request)}/console/`);
  if (return_to === undefined || !return_to.startsWith("/") || /\p{Cc}/u.test(return_to)) return home.href;
  const url = URL.parse(`${home.href.slice(0, -1)}${return_to}`);
  return url !== null && url.origin === home.origin && url.pathname.startsWith(home.pathname) ? url.href : home.href;
}
