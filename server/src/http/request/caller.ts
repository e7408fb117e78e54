import type { Context } from "hono";
import type { Caller } from "../../accounts/sign-in/sign-in.ts";
import { networkOf } from "./token-buckets.ts";

/** Origin of a request, as used by the sign-in rate limits. */
export function callerOf(deps: { readonly addressOf: (request: Request) => string }, c: Context): Caller {
  return { address: networkOf(deps.addressOf(c.req.raw)), user_agent: c.req.header("User-Agent") ?? "" };
}
