import { limits } from "@fanfare/contract/limits";
import { queryOptions } from "@tanstack/react-query";
import type { Api, ApiQuery } from "../api/api.ts";
import { infiniteListQuery } from "./infinite-list.ts";

/** What the settings read. */
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
  /** The members by name, as many as are told at once: for filters, and for what names them by id. */
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
      // It changes with the server's version alone.
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
  /** One entry, for an address that names it. */
  auditEntry: (api: Api, id: string) =>
    queryOptions({
      queryKey: ["audit", "entry", id],
      queryFn: async ({ signal }) => {
        // Pages end before an id: nothing that is an id comes between this and the entry.
        const { items } = await api.call("GET /api/audit", { query: { before: `${id}~`, limit: 1 }, signal });
        return items.find((entry) => entry.id === id) ?? null;
      },
      // What was written there is never changed.
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

/** Everything that is known of an app. */
export const appQueryFilter = (id: string) => ({ queryKey: ["apps", id] });
/** Who the members are, and who is invited. */
export const MEMBERS = { queryKey: ["members"] };
export const MAIL = { queryKey: ["mail"] };
export const SINGLE_SIGN_ON = { queryKey: ["single-sign-on"] };
export const TOKENS = { queryKey: ["tokens"] };
/** Who is signed in: name, role and apps. */
export const ME = { queryKey: ["me"], exact: true };
export const SIGN_INS = { queryKey: ["me", "sign-ins"] };
export const TWO_FACTOR = { queryKey: ["me", "two-factor"] };
/** Who one is for the provider of single sign-on. */
export const IDENTITIES = { queryKey: ["me", "identities"] };
export const BACKUPS = { queryKey: ["backups"] };
export const HEALTH = { queryKey: ["health"] };
