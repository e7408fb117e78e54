import type { ProblemCode } from "@fanfare/contract/problem";
import { API_ACCESS } from "./api-access.ts";
import { API_ANSWERS } from "./api-answers.ts";
import { API_DETAILS } from "./api-details.ts";

/** What may befall any call. */
const ALWAYS: readonly ProblemCode[] = ["host_invalid", "internal", "store_unavailable", "stopping"];
const BY_CALLER: readonly ProblemCode[] = [
  "sign_in_required",
  "token_invalid",
  "role_insufficient",
  "scope_insufficient",
];
const BY_BODY: readonly ProblemCode[] = ["body_invalid", "json_invalid", "body_too_large"];
const BY_KEY: readonly ProblemCode[] = ["idempotency_key_invalid", "idempotency_busy", "idempotency_mismatch"];

/** With which codes a route of `/api` may refuse: what follows from who calls and from what is sent, and what is its own. */
export function problemsOf(route: string): readonly ProblemCode[] {
  const [method = "", path = ""] = route.split(" ");
  const { query, body, revision, match } = API_DETAILS[route] ?? {};
  const is_guarded = API_ACCESS[route] !== "anyone";
  const codes: readonly ProblemCode[] = [
    ...ALWAYS,
    ...(is_guarded ? BY_CALLER : []),
    ...(method === "GET" ? [] : (["origin_refused", "content_type_unsupported"] as const)),
    ...(body === undefined ? [] : BY_BODY),
    ...(query === undefined ? [] : (["query_invalid"] as const)),
    ...(path.includes("/:") ? (["query_invalid"] as const) : []),
    ...(namesApp(query) || namesApp(body) ? (["app_not_found"] as const) : []),
    ...(revision === undefined ? [] : (["revision_required", "revision_stale"] as const)),
    ...(match === undefined ? [] : (["revision_stale"] as const)),
    ...(method === "POST" && is_guarded ? BY_KEY : []),
    ...(API_ANSWERS[route]?.problems ?? []),
  ];
  return [...new Set(codes)];
}

const namesApp = (schema: object | undefined): boolean =>
  schema !== undefined && "shape" in schema && typeof schema.shape === "object" && "app_id" in (schema.shape ?? {});
