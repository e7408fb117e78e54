/** Members of the workspace: who they are, how they come and go, and what each does about their own account. */
import { z } from "zod";
import { limits } from "../../limits.ts";
import type { EmailDelivery } from "./mail.ts";
import { emailSchema, memberNameSchema, oneTimeTokenSchema, passwordSchema, ROLES, type Role } from "./sign-in.ts";

const codeSchema = z.string().trim().min(1, "Enter the code.").max(limits.second_factor_code_chars_max);

/** `GET /api/members`, `GET /api/invites` */
export const pageQuerySchema = z.strictObject({
  after: z.string().max(limits.id_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly two_factor: boolean;
  /** How they sign in: who came through the provider has no password until they choose one by link. */
  readonly has_password: boolean;
  readonly has_provider: boolean;
  readonly created_at: string;
  /** Null: never signed in, or signed out for long. */
  readonly last_seen_at: string | null;
  /** Of the role: in `If-Match` of a `PATCH` it keeps the change of somebody else from being overwritten. */
  readonly etag: string;
}
export interface MembersResponse {
  readonly items: readonly Member[];
  readonly next: string | null;
}

/** `GET /api/policy`: who may do what. Scopes of API tokens are these actions too, but for those that begin with `self.`. */
export interface PolicyResponse {
  readonly items: readonly { readonly action: string; readonly says: string; readonly roles: readonly Role[] }[];
}

/** `PATCH /api/members/{id}` answers 204; `DELETE` removes the member, whose sign-ins and tokens end at once. */
export const updateMemberRequestSchema = z.strictObject({ role: z.enum(ROLES, `One of ${ROLES.join(", ")}.`) });

/** `POST /api/invites` answers 201 with a {@link CreatedInvite}; an earlier invitation of the address ends. */
export const createInviteRequestSchema = z.strictObject({
  email: emailSchema,
  role: z.enum(ROLES, `One of ${ROLES.join(", ")}.`),
});
export interface Invite {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly created_by: string | null;
  readonly created_at: string;
  readonly expires_at: string;
}
export interface InvitesResponse {
  readonly items: readonly Invite[];
  readonly next: string | null;
}
/** `url`: works once, is in this answer and in no later one; whoever has it becomes the member. */
export interface CreatedInvite extends Invite {
  readonly url: string;
  readonly mail: EmailDelivery;
}

/** `POST /api/invites/look`: what an invitation says, for the page that accepts it. */
export const previewInviteRequestSchema = z.strictObject({ token: oneTimeTokenSchema });
export interface InvitePreview {
  readonly email: string;
  readonly role: Role;
  readonly workspace: string;
}
/** `POST /api/invites/accept` answers 201 like a sign-in. */
export const acceptInviteRequestSchema = z.strictObject({
  token: oneTimeTokenSchema,
  name: memberNameSchema,
  password: passwordSchema,
});

/** `POST /api/members/{id}/reset-link` answers 201: by the link the member chooses a new password. */
export interface ResetLink {
  readonly url: string;
  readonly mail: EmailDelivery;
  readonly expires_at: string;
}
/** `POST /api/password-reset` answers 204; every sign-in of the member has ended then. */
export const resetPasswordRequestSchema = z.strictObject({ token: oneTimeTokenSchema, password: passwordSchema });

/** `PUT /api/me/password` answers 204; the member's other sign-ins have ended then. */
export const changePasswordRequestSchema = z.strictObject({
  current_password: z.string().min(1).max(limits.password_chars_max),
  password: passwordSchema,
});
/** `PATCH /api/me` answers 204. */
export const updateMeRequestSchema = z.strictObject({ name: memberNameSchema });

/** `GET /api/me/sign-ins`, `GET /api/members/{id}/sign-ins`, the newest first. `DELETE …/{sign_in_id}` ends one. */
export interface SignInSummary {
  readonly id: string;
  readonly user_agent: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  /** The one that asks. */
  readonly current: boolean;
}
export interface SignInsResponse {
  readonly items: readonly SignInSummary[];
}

/** `GET /api/me/two-factor` */
export interface TwoFactorState {
  readonly on: boolean;
  readonly recovery_codes_left: number;
}

/** `POST /api/me/two-factor`: a shared secret for an authenticator; nobody is asked for codes until it is confirmed. */
export const setUpTwoFactorRequestSchema = z.strictObject({
  password: z.string().min(1).max(limits.password_chars_max),
});
export interface TwoFactorSetup {
  /** Base32, for typing. */
  readonly secret: string;
  /** `otpauth://totp/…`, for a QR code. */
  readonly url: string;
}
/** `POST /api/me/two-factor/confirm` with a code of the authenticator. */
export const confirmTwoFactorRequestSchema = z.strictObject({ code: codeSchema });
/** Each works once in place of a code; they are in this answer and in no later one. */
export interface RecoveryCodes {
  readonly recovery_codes: readonly string[];
}
/** `POST /api/me/two-factor/end` answers 204. */
export const turnOffTwoFactorRequestSchema = setUpTwoFactorRequestSchema;
