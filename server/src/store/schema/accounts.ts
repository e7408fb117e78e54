import type {
  AccountLinkId,
  AlertId,
  ApiTokenId,
  AppId,
  AuditId,
  BuilderSessionId,
  ContentId,
  MemberId,
  PreviewLinkId,
  ProvisionedGroupId,
  RoleId,
  SignInId,
  TrackerId,
} from "@fanfare/contract/lib/ids";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import type { BuilderLanguage } from "@fanfare/contract/schema/client/builder";
import type { JsonText, Millis } from "./column-types.ts";

export interface AccountTables {
  members: {
    id: MemberId;
    email: string;
    name: string;
    role: Role;
    password_hash: string;
    created_at: Millis;
  };
  /** `permissions`: an `Action[]`. */
  custom_roles: { id: RoleId; name: string; permissions: JsonText; created_at: Millis; updated_at: Millis };
  /** Replaces the member's role in one app. */
  member_app_roles: { member_id: MemberId; app_id: AppId; role_id: RoleId };
  /** `token_hash`: hex SHA-256 of the cookie's value. */
  sign_ins: {
    id: SignInId;
    token_hash: string;
    member_id: MemberId;
    user_agent: string;
    created_at: Millis;
    last_seen_at: Millis;
    expires_at: Millis;
  };
  /** Builder on a page of the app. `token_hash`: null until the code is used. */
  builder_sessions: {
    id: BuilderSessionId;
    app_id: AppId;
    content_id: ContentId | null;
    step_id: string | null;
    /** Null for content, and for a tracker that isn't saved yet. */
    tracker_id: TrackerId | null;
    /** State of the tracker's form. Null for content. */
    tracker: JsonText | null;
    sign_in_id: SignInId;
    origin: string;
    /** Of the builder's own texts. */
    language: BuilderLanguage;
    code_hash: string;
    token_hash: string | null;
    created_at: Millis;
    last_used_at: Millis;
  };
  /** Shows a draft on pages of one origin to people who aren't members. */
  preview_links: {
    id: PreviewLinkId;
    app_id: AppId;
    content_id: ContentId;
    member_id: MemberId;
    origin: string;
    token_hash: string;
    created_at: Millis;
    expires_at: Millis;
    last_used_at: Millis | null;
  };
  /** Opened debug links. `panel_hash`: SHA-256 of the ID of the one panel that a link works for. */
  debug_link_uses: { link_id: string; panel_hash: string; expires_at: Millis };
  /** Setup link. At most one row. */
  setup_links: { id: 1; token_hash: string; expires_at: Millis };
  audit_entries: {
    id: AuditId;
    at: Millis;
    member_id: MemberId | null;
    action: string;
    resource_type: string;
    resource_id: string;
    app_id: AppId | null;
    /** JSON object of the changes, without secrets. */
    detail: JsonText;
    /** Position in the hash chain, from 1. Null until assigned. */
    seq: number | null;
    /** Hex HMAC over the entry and the previous entry's hash. */
    hash: string | null;
  };
  /** `token_hash`: hex SHA-256 of the text after `Bearer`. */
  api_tokens: {
    id: ApiTokenId;
    token_hash: string;
    name: string;
    /** `Scope[]`. */
    scopes: JsonText;
    /** Owner. The token has at most the owner's permissions and is deleted with them. Null: the operator's. */
    member_id: MemberId | null;
    created_at: Millis;
    last_used_at: Millis | null;
    expires_at: Millis | null;
  };
  /** One-time links for invitations and password resets. */
  account_links: {
    id: AccountLinkId;
    token_hash: string;
    purpose: "invite" | "reset";
    email: string;
    /** Only in invitations. */
    role: Role | null;
    /** Only in password resets. */
    member_id: MemberId | null;
    created_by: MemberId | null;
    created_at: Millis;
    expires_at: Millis;
  };
  /** `sealed`: shared secret of a member's authenticator app. Codes are required only once it's confirmed. */
  second_factors: {
    member_id: MemberId;
    sealed: string;
    confirmed_at: Millis | null;
    /** Newest time step whose code was used. Prevents reuse of a code. */
    last_step: number;
    recovery_hashes: JsonText;
  };
  /** At most one row. `server`: a `MailServer`. `sealed`: the SMTP password. */
  mail_server: { id: 1; server: JsonText; sealed: string | null; revision: number; updated_at: Millis };
  /** `settings`: a NotificationSettings. */
  notification_settings: {
    member_id: MemberId;
    settings: JsonText;
    updated_at: Millis;
    /** Monday of the last week whose summary was sent, as YYYY-MM-DD. Stored before it's sent. */
    summary_week: string | null;
  };
  /**
   * Emails about alerts. Marked as sent before they're sent: after a crash, a member may miss one, but never gets one
   * twice. The console shows all alerts.
   */
  alert_emails: {
    alert_id: AlertId;
    member_id: MemberId;
    event: "opened" | "resolved";
    state: "pending" | "sent";
    /** Refused by the mail server. */
    attempts: number;
  };
  /** At most one row. `provider`: a `Provider`. `sealed`: the client secret. */
  single_sign_on: { id: 1; provider: JsonText; sealed: string | null; revision: number; updated_at: Millis };
  provisioned_members: {
    member_id: MemberId;
    user_name: string;
    external_id: string | null;
    deactivated_at: Millis | null;
    updated_at: Millis;
  };
  provisioned_groups: {
    id: ProvisionedGroupId;
    display_name: string;
    external_id: string | null;
    role: Exclude<Role, "owner">;
    created_at: Millis;
    updated_at: Millis;
  };
  provisioned_group_members: { group_id: ProvisionedGroupId; member_id: MemberId };
  /** At most one row. `provider`: a `SamlProvider`. */
  saml_settings: { id: 1; provider: JsonText; revision: number; updated_at: Millis };
  /** Used assertions, so that none works twice. */
  saml_assertions: { id_hash: string; expires_at: Millis };
  /** Members' accounts at a provider. `subject` is the provider's ID for a person, which is never reassigned. */
  member_identities: {
    issuer: string;
    subject: string;
    member_id: MemberId;
    created_at: Millis;
    last_used_at: Millis;
  };
  /**
   * The provider's session behind a session here. `sid`: the provider's session ID, if any. `sealed`: the logout
   * parameters, if supported.
   */
  provider_sessions: {
    sign_in_id: SignInId;
    issuer: string;
    subject: string;
    sid: string | null;
    sealed: string | null;
  };
  /** Responses to requests with an `Idempotency-Key`. `sealed` is null while the request is in progress. */
  idempotent_answers: { key_hash: string; request_hash: string; sealed: string | null; created_at: Millis };
  /** Keys that signed the audit log before the current one. `sealed`: the key and the last position it signed. */
  audit_keys: { key_id: string; sealed: string };
  /** Partly used budgets of sign-in attempts. Stored so that a restart doesn't refill them. */
  sign_in_attempts: { name_hash: string; left_ms: number; at_ms: Millis };
}
