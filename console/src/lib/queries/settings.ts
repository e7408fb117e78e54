import { limits } from "@fanfare/contract/limits";
import { queryOptions } from "@tanstack/react-query";
import type { Api, ApiQuery, ApiResponse } from "../api/api.ts";
import { apiQuery } from "./api-query.ts";
import { frameQueries } from "./frame.ts";
import { infiniteListQuery } from "./infinite-list.ts";

export const settingsQueries = {
  ...frameQueries,
  appStatus: (api: Api, id: string) =>
    apiQuery(api, ["apps", id, "status"], "GET /api/apps/:id/status", { params: { id } }),
  secrets: (api: Api, id: string) =>
    apiQuery(api, ["apps", id, "secrets"], "GET /api/apps/:id/secrets", { params: { id } }),
  members: (api: Api) =>
    infiniteListQuery([...MEMBERS.queryKey, "list"], (part, signal) =>
      api.call("GET /api/members", { query: part, signal }),
    ),
  /** All members, for mentions, filters, and references. */
  memberNames: (api: Api) =>
    queryOptions({
      queryKey: [...MEMBERS.queryKey, "names"],
      queryFn: async ({ signal }): Promise<Pick<ApiResponse<"GET /api/members">, "items">> => {
        const items: ApiResponse<"GET /api/members">["items"][number][] = [];
        for (let after: string | null = ""; after !== null; ) {
          const query = { limit: limits.page_size_max, ...(after === "" ? {} : { after }) };
          const page: ApiResponse<"GET /api/members"> = await api.call("GET /api/members", { query, signal });
          items.push(...page.items);
          after = page.next;
        }
        return { items };
      },
    }),
  signInsOf: (api: Api, id: string) =>
    apiQuery(api, [...MEMBERS.queryKey, id, "sign-ins"], "GET /api/members/:id/sign-ins", { params: { id } }),
  invites: (api: Api) => apiQuery(api, ["members", "invites"], "GET /api/invites"),
  roles: (api: Api) => apiQuery(api, ROLES.queryKey, "GET /api/roles"),
  policy: (api: Api) => ({
    ...apiQuery(api, ["policy"], "GET /api/policy"),
    // Changes only with the server's version.
    staleTime: Number.POSITIVE_INFINITY,
  }),
  mail: (api: Api) => apiQuery(api, MAIL.queryKey, "GET /api/mail"),
  singleSignOn: (api: Api) => apiQuery(api, SINGLE_SIGN_ON.queryKey, "GET /api/single-sign-on"),
  saml: (api: Api) => apiQuery(api, SAML.queryKey, "GET /api/saml"),
  tokens: (api: Api) =>
    infiniteListQuery(TOKENS.queryKey, (part, signal) => api.call("GET /api/tokens", { query: part, signal })),
  audit: (api: Api, filter: ApiQuery<"GET /api/audit">) =>
    infiniteListQuery(["audit", "list", filter], ({ after, limit }, signal) =>
      api.call("GET /api/audit", { query: { ...filter, after, limit }, signal }),
    ),
  /** Entry that the URL refers to. */
  auditEntry: (api: Api, id: string) =>
    queryOptions({
      queryKey: ["audit", "entry", id],
      queryFn: async ({ signal }) => {
        // `after` is exclusive. No ID sorts between `{id}` and `{id}~`, so the page contains the entry.
        const { items } = await api.call("GET /api/audit", { query: { after: `${id}~`, limit: 1 }, signal });
        return items.find((entry) => entry.id === id) ?? null;
      },
      // Entries are immutable.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  auditVerdict: (api: Api) => apiQuery(api, ["audit", "verdict"], "GET /api/audit/verify"),
  health: (api: Api) => apiQuery(api, HEALTH.queryKey, "GET /api/health"),
  nodes: (api: Api) => apiQuery(api, NODES.queryKey, "GET /api/nodes"),
  backups: (api: Api) => apiQuery(api, BACKUPS.queryKey, "GET /api/backups"),
  twoFactor: (api: Api) => apiQuery(api, TWO_FACTOR.queryKey, "GET /api/me/two-factor"),
  identities: (api: Api) => apiQuery(api, IDENTITIES.queryKey, "GET /api/me/identities"),
  notifications: (api: Api) => apiQuery(api, NOTIFICATIONS.queryKey, "GET /api/me/notifications"),
  signIns: (api: Api) => apiQuery(api, ["me", "sign-ins"], "GET /api/me/sign-ins"),
};

export const appQueryFilter = (id: string) => ({ queryKey: ["apps", id] });
/** Members and invitations. */
export const MEMBERS = { queryKey: ["members"] };
/** Custom roles. */
export const ROLES = { queryKey: ["roles"] };
export const MAIL = { queryKey: ["mail"] };
export const SINGLE_SIGN_ON = { queryKey: ["single-sign-on"] };
export const SAML = { queryKey: ["saml"] };
export const TOKENS = { queryKey: ["tokens"] };
export const NOTIFICATIONS = { queryKey: ["me", "notifications"] };
export const SIGN_INS = { queryKey: ["me", "sign-ins"] };
export const TWO_FACTOR = { queryKey: ["me", "two-factor"] };
export const IDENTITIES = { queryKey: ["me", "identities"] };
export const BACKUPS = { queryKey: ["backups"] };
export const NODES = { queryKey: ["nodes"] };
export const HEALTH = { queryKey: ["health"] };
