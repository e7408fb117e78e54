import { limits } from "@fanfare/contract/limits";
import { queryOptions } from "@tanstack/react-query";
import type { Api } from "../api.ts";
import { endlessQuery } from "../endless.ts";
import type { AuditQuery } from "./calls.ts";
import { settingsCalls } from "./calls.ts";

/** What the settings read. */
export const settingsQueries = {
  app: (api: Api, id: string) =>
    queryOptions({ queryKey: ["apps", id, "detail"], queryFn: ({ signal }) => settingsCalls(api).app(id, signal) }),
  appStatus: (api: Api, id: string) =>
    queryOptions({
      queryKey: ["apps", id, "status"],
      queryFn: ({ signal }) => settingsCalls(api).appStatus(id, signal),
    }),
  secrets: (api: Api, id: string) =>
    queryOptions({
      queryKey: ["apps", id, "secrets"],
      queryFn: ({ signal }) => settingsCalls(api).secrets(id, signal),
    }),
  members: (api: Api) =>
    endlessQuery([...TEAM.queryKey, "list"], (part, signal) => settingsCalls(api).members(part, signal)),
  /** The members by name, as many as are told at once: for filters, and for what names them by id. */
  memberNames: (api: Api) =>
    queryOptions({
      queryKey: [...TEAM.queryKey, "names"],
      queryFn: ({ signal }) => settingsCalls(api).members({ limit: limits.page_size_max }, signal),
    }),
  signInsOf: (api: Api, id: string) =>
    queryOptions({
      queryKey: [...TEAM.queryKey, id, "sign-ins"],
      queryFn: ({ signal }) => settingsCalls(api).signInsOf(id, signal),
    }),
  invites: (api: Api) =>
    queryOptions({ queryKey: ["members", "invites"], queryFn: ({ signal }) => settingsCalls(api).invites(signal) }),
  policy: (api: Api) =>
    queryOptions({
      queryKey: ["policy"],
      queryFn: ({ signal }) => settingsCalls(api).policy(signal),
      // It changes with the server's version alone.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  mail: (api: Api) =>
    queryOptions({ queryKey: MAIL.queryKey, queryFn: ({ signal }) => settingsCalls(api).mail(signal) }),
  singleSignOn: (api: Api) =>
    queryOptions({
      queryKey: SINGLE_SIGN_ON.queryKey,
      queryFn: ({ signal }) => settingsCalls(api).singleSignOn(signal),
    }),
  tokens: (api: Api) => endlessQuery(TOKENS.queryKey, (part, signal) => settingsCalls(api).tokens(part, signal)),
  audit: (api: Api, filter: AuditQuery) =>
    endlessQuery(["audit", "list", filter], ({ after, limit }, signal) =>
      settingsCalls(api).audit({ ...filter, before: after, limit }, signal),
    ),
  /** One entry, for an address that names it. */
  auditEntry: (api: Api, id: string) =>
    queryOptions({
      queryKey: ["audit", "entry", id],
      queryFn: async ({ signal }) => {
        // Pages end before an id: nothing that is an id comes between this and the entry.
        const { items } = await settingsCalls(api).audit({ before: `${id}~`, limit: 1 }, signal);
        return items.find((entry) => entry.id === id) ?? null;
      },
      // What was written there is never changed.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  auditVerdict: (api: Api) =>
    queryOptions({ queryKey: ["audit", "verdict"], queryFn: ({ signal }) => settingsCalls(api).verifyAudit(signal) }),
  health: (api: Api) =>
    queryOptions({ queryKey: HEALTH.queryKey, queryFn: ({ signal }) => settingsCalls(api).health(signal) }),
  backups: (api: Api) =>
    queryOptions({ queryKey: BACKUPS.queryKey, queryFn: ({ signal }) => settingsCalls(api).backups(signal) }),
  twoFactor: (api: Api) =>
    queryOptions({ queryKey: TWO_FACTOR.queryKey, queryFn: ({ signal }) => settingsCalls(api).twoFactor(signal) }),
  identities: (api: Api) =>
    queryOptions({ queryKey: IDENTITIES.queryKey, queryFn: ({ signal }) => settingsCalls(api).identities(signal) }),
  signIns: (api: Api) =>
    queryOptions({ queryKey: ["me", "sign-ins"], queryFn: ({ signal }) => settingsCalls(api).signIns(signal) }),
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
/** Who one is for the provider of single sign-on. */
export const IDENTITIES = { queryKey: ["me", "identities"] };
export const BACKUPS = { queryKey: ["backups"] };
export const HEALTH = { queryKey: ["health"] };
