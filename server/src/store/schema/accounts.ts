import type { AccountLinkId, ApiTokenId, AppId, AuditId, MemberId, SignInId } from "@fanfare/contract/lib/ids";
import type { Role } from "@fanfare/contract/schema/accounts/sign-in";
import type { JsonText, Millis } from "./column-types.ts";

/** Members and what they sign in with, tokens of scripts, and the audit log. */
export interface AccountTables {
  members: {
    id: MemberId;
    email: string;
    name: string;
    role: Role;
    password_hash: string;
    created_at: Millis;
  };
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
  /** The setup link: one row at most. */
  setup_links: { id: 1; token_hash: string; expires_at: Millis };
  audit_entries: {
    id: AuditId;
    at: Millis;
    member_id: MemberId | null;
    action: string;
    resource_type: string;
    resource_id: string;
    app_id: AppId | null;
    /** JSON object of what changed, without secrets. */
    detail: JsonText;
    /** Its place in the chain, from 1; null until it has one. */
    seq: number | null;
    /** Hex HMAC over the entry and the hash of the one before. */
    hash: string | null;
  };
  /** `token_hash`: hex SHA-256 of what follows `Bearer`. */
  api_tokens: {
    id: ApiTokenId;
    token_hash: string;
    name: string;
    /** `Scope[]`. */
    scopes: JsonText;
    /** Whose it is: it may do no more than they, and goes with them. Null: the operator's. */
    member_id: MemberId | null;
    created_at: Millis;
    last_used_at: Millis | null;
    expires_at: Millis | null;
  };
  /** One-time links: to become a member, or to choose a new password. */
  account_links: {
    id: AccountLinkId;
    token_hash: string;
    purpose: "invite" | "reset";
    email: string;
    /** Of an invitation. */
    role: Role | null;
    /** Of a reset. */
    member_id: MemberId | null;
    created_by: MemberId | null;
    created_at: Millis;
    expires_at: Millis;
  };
  /** `sealed`: the shared secret of a member's authenticator. Not confirmed: nobody is asked for it yet. */
  second_factors: {
    member_id: MemberId;
    sealed: string;
    confirmed_at: Millis | null;
    /** The newest time step whose code was used: no code is good twice. */
    last_step: number;
    /** Hashes of the recovery codes that are left. */
    recovery_hashes: JsonText;
  };
  /** One row at most. `server`: a `MailServer`; `sealed`: the password of its user. */
  mail_server: { id: 1; server: JsonText; sealed: string | null; revision: number; updated_at: Millis };
  /** One row at most. `provider`: a `Provider`; `sealed`: the client's secret there. */
  single_sign_on: { id: 1; provider: JsonText; sealed: string | null; revision: number; updated_at: Millis };
  /** Who a member is for a provider: `subject` is its name for them, which never goes to somebody else. */
  member_identities: {
    issuer: string;
    subject: string;
    member_id: MemberId;
    created_at: Millis;
    last_used_at: Millis;
  };
  /**
   * The session at the provider behind a sign-in here. `sid`: the provider's name for it, where it gives one; `sealed`: the
   * way out, where it offers one.
   */
  provider_sessions: {
    sign_in_id: SignInId;
    issuer: string;
    subject: string;
    sid: string | null;
    sealed: string | null;
  };
  /** What a call with an `Idempotency-Key` was answered; `sealed` null while it is still being answered. */
  idempotent_answers: { key_hash: string; request_hash: string; sealed: string | null; created_at: Millis };
  /** Budgets of attempts to sign in that are not full, so that a restart gives nobody new ones. */
  sign_in_attempts: { name_hash: string; left_ms: number; at_ms: Millis };
}
