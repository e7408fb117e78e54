import type { Role } from "@fanfare/contract/schema/api";
import type { AppDetail, AppStatus, UpdateAppRequest } from "@fanfare/contract/schema/app-settings";
import type { AuditFilter, AuditPage, AuditVerdict } from "@fanfare/contract/schema/audit";
import type { BackupsResponse, HealthResponse } from "@fanfare/contract/schema/installation";
import type { MailResponse, PutMailRequest } from "@fanfare/contract/schema/mail";
import type {
  CreatedInvite,
  InvitesResponse,
  MembersResponse,
  PolicyResponse,
  RecoveryCodes,
  ResetLink,
  SignInsResponse,
  TwoFactorOffer,
  TwoFactorState,
} from "@fanfare/contract/schema/member";
import type {
  AppSecretsResponse,
  CreatedAppResponse,
  NewAppRequest,
  NewSecretResponse,
} from "@fanfare/contract/schema/new-app";
import type { OwnIdentities, PutProviderRequest, SingleSignOnResponse } from "@fanfare/contract/schema/single-sign-on";
import type { CreatedToken, CreateTokenRequest, TokensResponse } from "@fanfare/contract/schema/token";
import type { Call } from "../api.ts";
import type { PartAsked } from "../endless.ts";
import { searchOf, segment } from "../query-text.ts";

/** Which entries of the audit log; `before` is the last id of the page before. */
export type AuditQuery = Partial<AuditFilter> & {
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
};

/** The calls of the settings: apps, members, tokens, the audit log and one's own account. */
export function settingsCalls({ call }: { readonly call: Call }) {
  return {
    app: (id: string, signal?: AbortSignal) => call<AppDetail>("GET", `apps/${segment(id)}`, { signal }),
    appStatus: (id: string, signal?: AbortSignal) => call<AppStatus>("GET", `apps/${segment(id)}/status`, { signal }),
    createApp: (body: NewAppRequest) => call<CreatedAppResponse>("POST", "apps", { body }),
    updateApp: ({ id, revision }: Pick<AppDetail, "id" | "revision">, body: UpdateAppRequest) =>
      call<AppDetail>("PATCH", `apps/${segment(id)}`, { body, revision }),
    deleteApp: (id: string) => call<undefined>("DELETE", `apps/${segment(id)}`),
    secrets: (id: string, signal?: AbortSignal) =>
      call<AppSecretsResponse>("GET", `apps/${segment(id)}/secrets`, { signal }),
    rotateSecret: (id: string) => call<NewSecretResponse>("POST", `apps/${segment(id)}/secrets`, { body: {} }),
    revokeSecret: (id: string, secret_id: string) =>
      call<undefined>("DELETE", `apps/${segment(id)}/secrets/${segment(secret_id)}`),

    members: (part: PartAsked, signal?: AbortSignal) =>
      call<MembersResponse>("GET", `members?${searchOf({ ...part })}`, { signal }),
    /** `etag`: of the role that the change was made from. */
    changeMember: (id: string, role: Role, etag?: string) =>
      call<undefined>("PATCH", `members/${segment(id)}`, { body: { role }, revision: etag }),
    removeMember: (id: string) => call<undefined>("DELETE", `members/${segment(id)}`),
    makeResetLink: (id: string) => call<ResetLink>("POST", `members/${segment(id)}/reset-link`, { body: {} }),
    endTwoFactorOf: (id: string) => call<undefined>("DELETE", `members/${segment(id)}/two-factor`),
    signInsOf: (id: string, signal?: AbortSignal) =>
      call<SignInsResponse>("GET", `members/${segment(id)}/sign-ins`, { signal }),
    endSignInOf: (id: string, sign_in_id: string) =>
      call<undefined>("DELETE", `members/${segment(id)}/sign-ins/${segment(sign_in_id)}`),
    unlinkMember: (id: string) => call<undefined>("DELETE", `members/${segment(id)}/identities`),
    policy: (signal?: AbortSignal) => call<PolicyResponse>("GET", "policy", { signal }),
    invites: (signal?: AbortSignal) => call<InvitesResponse>("GET", "invites", { signal }),
    invite: (body: { readonly email: string; readonly role: Role }) => call<CreatedInvite>("POST", "invites", { body }),
    revokeInvite: (id: string) => call<undefined>("DELETE", `invites/${segment(id)}`),

    mail: (signal?: AbortSignal) => call<MailResponse>("GET", "mail", { signal }),
    putMail: (body: PutMailRequest, revision: number | undefined) =>
      call<MailResponse>("PUT", "mail", { body, ...(revision === undefined ? {} : { revision }) }),
    forgetMail: () => call<undefined>("DELETE", "mail"),
    testMail: (to: string) => call<undefined>("POST", "mail/test", { body: { to } }),

    singleSignOn: (signal?: AbortSignal) => call<SingleSignOnResponse>("GET", "single-sign-on", { signal }),
    putProvider: (body: PutProviderRequest, revision: number | undefined) =>
      call<SingleSignOnResponse>("PUT", "single-sign-on", { body, ...(revision === undefined ? {} : { revision }) }),
    forgetProvider: () => call<undefined>("DELETE", "single-sign-on"),

    tokens: (part: PartAsked, signal?: AbortSignal) =>
      call<TokensResponse>("GET", `tokens?${searchOf({ ...part })}`, { signal }),
    createToken: (body: CreateTokenRequest) => call<CreatedToken>("POST", "tokens", { body }),
    revokeToken: (id: string) => call<undefined>("DELETE", `tokens/${segment(id)}`),

    audit: (query: AuditQuery, signal?: AbortSignal) =>
      call<AuditPage>("GET", `audit?${searchOf({ ...query })}`, { signal }),
    verifyAudit: (signal?: AbortSignal) => call<AuditVerdict>("GET", "audit/verify", { signal }),

    health: (signal?: AbortSignal) => call<HealthResponse>("GET", "health", { signal }),
    backups: (signal?: AbortSignal) => call<BackupsResponse>("GET", "backups", { signal }),
    makeBackup: () => call<BackupsResponse>("POST", "backups", { body: {} }),

    rename: (name: string) => call<undefined>("PATCH", "me", { body: { name } }),
    changePassword: (body: { readonly current_password: string; readonly password: string }) =>
      call<undefined>("PUT", "me/password", { body }),
    signIns: (signal?: AbortSignal) => call<SignInsResponse>("GET", "me/sign-ins", { signal }),
    endSignIn: (id: string) => call<undefined>("DELETE", `me/sign-ins/${segment(id)}`),
    endOtherSignIns: () => call<undefined>("DELETE", "me/sign-ins"),
    identities: (signal?: AbortSignal) => call<OwnIdentities>("GET", "me/identities", { signal }),
    linkIdentity: (password: string, return_to: string) =>
      call<{ readonly url: string }>("POST", "me/identities", { body: { password, return_to }, unkeyed: true }),
    unlinkIdentity: (password: string) =>
      call<undefined>("POST", "me/identities/end", { body: { password }, unkeyed: true }),
    twoFactor: (signal?: AbortSignal) => call<TwoFactorState>("GET", "me/two-factor", { signal }),
    beginTwoFactor: (password: string) =>
      call<TwoFactorOffer>("POST", "me/two-factor", { body: { password }, unkeyed: true }),
    confirmTwoFactor: (code: string) => call<RecoveryCodes>("POST", "me/two-factor/confirm", { body: { code } }),
    endTwoFactor: (password: string) =>
      call<undefined>("POST", "me/two-factor/end", { body: { password }, unkeyed: true }),
  };
}
