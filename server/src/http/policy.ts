import type { PolicyResponse } from "@fanfare/contract/schema/member";
import { Hono } from "hono";
import { type Action, POLICY } from "../accounts/policy.ts";
import { POLICY_WORDS } from "../accounts/policy-words.ts";
import type { ApiEnv } from "./api-deps.ts";

/** The table by which every call is judged, to be read. */
export function policyRoutes(): Hono<ApiEnv> {
  // Object.keys forgets what it was given: these are the actions of the table.
  const items = (Object.keys(POLICY) as Action[]).map((action) => ({
    action,
    says: POLICY_WORDS[action],
    roles: POLICY[action],
  }));
  return new Hono<ApiEnv>().get("/policy", (c) => c.json({ items } satisfies PolicyResponse));
}
