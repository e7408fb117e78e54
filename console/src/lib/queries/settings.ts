import { limits } from "@fanfare/contract/limits";
import { queryOptions } from "@tanstack/react-query";
import type { Api, ApiQuery } from "../api/api.ts";
import { infiniteListQuery } from "./infinite-list.ts";

export const settingsQueries = {
  app: (api: Api, id: string) =>
    queryOptions({
      queryKey: ["apps", id, "detail"],
      queryFn: ({ signal }) => api.call("GET /api/apps/:id", { params: { id }, signal }),
    }),
  appStatus: (api: Api, id: string) =>
    queryOptions({
      queryKey: ["apps", id, "status"],
      queryFn: ({ signal }) => api.call("GET /api/apps/:id/status", { params: { id }, signal }),
    }),
  secrets: (api: Api, id: string) =>
    queryOptions({
      queryKey: ["apps", id, "secrets"],
      queryFn: ({ signal }) => api.call("GET /api/apps/:id/secrets", { params: { id }, signal }),
    }),
  members: (api: Api) =>
    infiniteListQuery([...MEMBERS.queryKey, "list"], (part, signal) =>
      api.call("GET /api/members", { query: part, signal }),
    ),
  /** Member names by ID, limited to one page. For filters and references. */
  memberNames: (api: Api) =>
    queryOptions({
      queryKey: [...MEMBERS.queryKey, "names"],
      queryFn: ({ signal }) => api.call("GET /api/members", { query: { limit: limits.page_size_max }, signal }),
    }),
  signInsOf: (api: Api, id: string) =>
    queryOptions({
      queryKey: [...MEMBERS.queryKey, id, "sign-ins"],
      queryFn: ({ signal }) => api.call("GET /api/members/:id/sign-ins", { params: { id }, signal }),
    }),
  invites: (api: Api) =>
    queryOptions({
      queryKey: ["members", "invites"],
      queryFn: ({ signal }) => api.call("GET /api/invites", { signal }),
    }),
  policy: (api: Api) =>
    queryOptions({
      queryKey: ["policy"],
      queryFn: ({ signal }) => api.call("GET /api/policy", { signal }),
      // Changes only with the server's version.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  mail: (api: Api) =>
    queryOptions({ queryKey: MAIL.queryKey, queryFn: ({ signal }) => api.call("GET /api/mail", { signal }) }),
  singleSignOn: (api: Api) =>
    queryOptions({
      queryKey: SINGLE_SIGN_ON.queryKey,
      queryFn: ({ signal }) => api.call("GET /api/single-sign-on", { signal }),
    }),
  tokens: (api: Api) =>
    infiniteListQuery(TOKENS.queryKey, (part, signal) => api.call("GET /api/tokens", { query: part, signal })),
  audit: (api: Api, filter: ApiQuery<"GET /api/audit">) =>
    infiniteListQuery(["audit", "list", filter], ({ after, limit }, signal) =>
      api.call("GET /api/audit", { query: { ...filter, before: after, limit }, signal }),
    ),
  /** Entry that the URL refers to. */
  auditEntry: (api: Api, id: string) =>
    queryOptions({
      queryKey: ["audit", "entry", id],
      queryFn: async ({ signal }) => {
        // `before` is exclusive. No ID sorts between `{id}` and `{id}~`, so the page contains the entry.
        const { items } = await api.call("GET /api/audit", { query: { before: `${id}~`, limit: 1 }, signal });
        return items.find((entry) => entry.id === id) ?? null;
      },
      // Entries are immutable.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  auditVerdict: (api: Api) =>
    queryOptions({
      queryKey: ["audit", "verdict"],
      queryFn: ({ signal }) => api.call("GET /api/audit/verify", { signal }),
    }),
  health: (api: Api) =>
    queryOptions({ queryKey: HEALTH.queryKey, queryFn: ({ signal }) => api.call("GET /api/health", { signal }) }),
  backups: (api: Api) =>
    queryOptions({ queryKey: BACKUPS.queryKey, queryFn: ({ signal }) => api.call("GET /api/backups", { signal }) }),
  twoFactor: (api: Api) =>
    queryOptions({
      queryKey: TWO_FACTOR.queryKey,
      queryFn: ({ signal }) => api.call("GET /api/me/two-factor", { signal }),
    }),
  identities: (api: Api) =>
    queryOptions({
      queryKey: IDENTITIES.queryKey,
      queryFn: ({ signal }) => api.call("GET /api/me/identities", { signal }),
    }),
  signIns: (api: Api) =>
    queryOptions({
      queryKey: ["me", "sign-ins"],
      queryFn: ({ signal }) => api.call("GET /api/me/sign-ins", { signal }),
    }),
};

export const appQueryFilter = (id: string) => ({ queryKey: ["apps", id] });
/** Members and invitations. */
export const MEMBERS = { queryKey: ["members"] };
export const MAIL = { queryKey: ["mail"] };
export const SINGLE_SIGN_ON = { queryKey: ["single-sign-on"] };
export const TOKENS = { queryKey: ["tokens"] };
/** The signed-in member: name, role, and apps. */
export const ME = { queryKey: ["me"], exact: true };
export const SIGN_INS = { queryKey: ["me", "sign-ins"] };
export const TWO_FACTOR = { queryKey: ["me", "two-factor"] };
export const IDENTITIES = { queryKey: ["me", "identities"] };
export const BACKUPS = { queryKey: ["backups"] };
export const HEALTH = { queryKey: ["health"] };
