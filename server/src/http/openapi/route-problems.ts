import type { ProblemCode } from "@fanfare/contract/problem";
import { API_ROUTES } from "@fanfare/contract/schema/routes/api";
import { AUTHORIZATION_ROUTES, CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";
import type { RouteDeclaration, RouteTable } from "@fanfare/contract/schema/routes/route";
import { namesApp } from "../routing/mount-routes.ts";

export const DOCUMENTED_ROUTES: RouteTable = { ...API_ROUTES, ...CLIENT_ROUTES, ...AUTHORIZATION_ROUTES };

const ALWAYS: readonly ProblemCode[] = ["host_invalid", "internal", "store_unavailable", "disk_full", "stopping"];
const BY_CALLER: readonly ProblemCode[] = [
  "sign_in_required",
  "token_invalid",
  "role_insufficient",
  "scope_insufficient",
  "rate_limited",
];
const BY_APP_KEY: readonly ProblemCode[] = ["app_key_missing", "app_not_found", "origin_refused", "rate_limited"];
const BY_BODY: readonly ProblemCode[] = ["body_invalid", "json_invalid", "body_too_large"];
const BY_KEY: readonly ProblemCode[] = ["idempotency_key_invalid", "idempotency_busy", "idempotency_mismatch"];

/** Whether a request can still name its app in the body, although the route has none. */
function isAppInBodyAccepted(method: string | undefined, query: RouteDeclaration["query"]): boolean {
  return method !== "GET" && namesApp(query);
}

/** Error codes of a route: those implied by its declaration, and those it lists. */
export function routeProblems(name: string): readonly ProblemCode[] {
  const route = DOCUMENTED_ROUTES[name];
  if (route === undefined) throw new Error(`${name} isn't declared.`);
  const method = name.split(" ", 1)[0];
  const { access, query, body, revision, match, problems = [] } = route;
  const is_guarded = access !== "anyone" && access !== "app_key";
  const codes: readonly ProblemCode[] = [
    ...ALWAYS,
    "query_invalid",
    ...(is_guarded ? BY_CALLER : []),
    ...(access === "app_key" ? BY_APP_KEY : []),
    ...(method === "GET" ? [] : (["origin_refused", "content_type_unsupported"] as const)),
    ...(body === undefined && !isAppInBodyAccepted(method, query) ? [] : BY_BODY),
    ...(namesApp(query) ? (["app_not_found"] as const) : []),
    ...(revision === undefined ? [] : (["revision_required", "revision_stale"] as const)),
    ...(match === undefined ? [] : (["revision_stale"] as const)),
    ...(method === "POST" && is_guarded ? BY_KEY : []),
    ...problems,
  ];
  return [...new Set(codes)];
}
