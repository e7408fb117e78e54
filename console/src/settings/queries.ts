import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Api } from "../api.ts";
import type { AuditQuery } from "./calls.ts";

/** What the settings read. */
export const settingsQueries = {
  app: (api: Api, id: string) =>
    queryOptions({ queryKey: ["apps", id, "detail"], queryFn: ({ signal }) => api.app(id, signal) }),
  appStatus: (api: Api, id: string) =>
    queryOptions({ queryKey: ["apps", id, "status"], queryFn: ({ signal }) => api.appStatus(id, signal) }),
  secrets: (api: Api, id: string) =>
    queryOptions({ queryKey: ["apps", id, "secrets"], queryFn: ({ signal }) => api.secrets(id, signal) }),
  members: (api: Api, after: string | undefined) =>
    queryOptions({
      queryKey: ["members", "list", after],
      queryFn: ({ signal }) => api.members(after, signal),
      placeholderData: keepPreviousData,
    }),
  invites: (api: Api) =>
    queryOptions({ queryKey: ["members", "invites"], queryFn: ({ signal }) => api.invites(signal) }),
  policy: (api: Api) =>
    queryOptions({
      queryKey: ["policy"],
      queryFn: ({ signal }) => api.policy(signal),
      // It changes with the server's version alone.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  mail: (api: Api) => queryOptions({ queryKey: MAIL.queryKey, queryFn: ({ signal }) => api.mail(signal) }),
  singleSignOn: (api: Api) =>
    queryOptions({ queryKey: SINGLE_SIGN_ON.queryKey, queryFn: ({ signal }) => api.singleSignOn(signal) }),
  tokens: (api: Api, after: string | undefined) =>
    queryOptions({
      queryKey: ["tokens", after],
      queryFn: ({ signal }) => api.tokens(after, signal),
      placeholderData: keepPreviousData,
    }),
  audit: (api: Api, query: AuditQuery) =>
    queryOptions({
      queryKey: ["audit", "list", query],
      queryFn: ({ signal }) => api.audit(query, signal),
      placeholderData: keepPreviousData,
    }),
  auditVerdict: (api: Api) =>
    queryOptions({ queryKey: ["audit", "verdict"], queryFn: ({ signal }) => api.verifyAudit(signal) }),
  health: (api: Api) => queryOptions({ queryKey: ["health"], queryFn: ({ signal }) => api.health(signal) }),
  backups: (api: Api) => queryOptions({ queryKey: BACKUPS.queryKey, queryFn: ({ signal }) => api.backups(signal) }),
  twoFactor: (api: Api) =>
    queryOptions({ queryKey: TWO_FACTOR.queryKey, queryFn: ({ signal }) => api.twoFactor(signal) }),
  signIns: (api: Api) => queryOptions({ queryKey: ["me", "sign-ins"], queryFn: ({ signal }) => api.signIns(signal) }),
};

/** Everything that is known of an app. */
export const appOf = (id: string) => ({ queryKey: ["apps", id] });
/** Who the members are, and who is invited. */
export const TEAM = { queryKey: ["members"] };
export const MAIL = { queryKey: ["mail"] };
export const SINGLE_SIGN_ON = { queryKey: ["single-sign-on"] };
export const TOKENS = { queryKey: ["tokens"] };
/** Who is signed in: name, role and apps. */
export const ME = { queryKey: ["me"], exact: true };
export const SIGN_INS = { queryKey: ["me", "sign-ins"] };
export const TWO_FACTOR = { queryKey: ["me", "two-factor"] };
export const BACKUPS = { queryKey: ["backups"] };
