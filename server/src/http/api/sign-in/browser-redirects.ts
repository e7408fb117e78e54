import { type ProblemCode, ProblemError } from "@fanfare/contract/problem";
import type { Context } from "hono";
import { callerOf } from "../../request/caller.ts";
import type { ApiDeps, ApiEnv } from "../guards/deps.ts";
import { baseUrl } from "./provider-urls.ts";

/** Logs why a sign-in was refused. The browser gets only the code. */
export function refusalCode(deps: ApiDeps, c: Context<ApiEnv>, error: unknown): ProblemCode {
  if (!(error instanceof ProblemError)) throw error;
  const { code, message } = error;
  deps.log.warn("sign_in_refused", { code, reason: message, address: callerOf(deps, c).address });
  return code;
}

/** 303 makes the browser continue with a GET. */
export function redirectTo(c: Context<ApiEnv>, url: string): Response {
  return c.redirect(url, 303);
}

/** Sign-in page. Passes only an error code, never a message, so that a crafted link can't show custom text. */
export function signInUrl(
  deps: ApiDeps,
  request: Request,
  search: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(`${baseUrl(deps, request)}/console/sign-in`);
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

/** Console page to return to. Anything else becomes the first page. */
export function consoleUrl(deps: ApiDeps, request: Request, return_to: string | undefined): string {
  const home = new URL(`${baseUrl(deps, request)}/console/`);
  if (return_to === undefined || !return_to.startsWith("/") || /\p{Cc}/u.test(return_to)) return home.href;
  const url = URL.parse(`${home.href.slice(0, -1)}${return_to}`);
  return url !== null && url.origin === home.origin && url.pathname.startsWith(home.pathname) ? url.href : home.href;
}
