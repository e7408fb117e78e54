import { z } from "zod";
import { limits } from "../../limits.ts";
import type { EmailDelivery } from "./mail.ts";
import { emailSchema, memberNameSchema, oneTimeTokenSchema, passwordSchema, ROLES, type Role } from "./sign-in.ts";

const codeSchema = z.string().trim().min(1, "Enter the code.").max(limits.second_factor_code_chars_max);

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
  /** Sign-in methods. Members from the identity provider have no password until they set one through a reset link. */
  readonly has_password: boolean;
  readonly has_provider: boolean;
  readonly created_at: string;
  /** Null: never signed in, or signed out long ago. */
  readonly last_seen_at: string | null;
  /** ETag of the role. Sent as `If-Match` of a `PATCH`, it prevents overwriting concurrent changes. */
  readonly etag: string;
}
export interface MembersResponse {
  readonly items: readonly Member[];
  readonly next: string | null;
}

/**
 * `GET /api/policy`: permissions by role. API token scopes use the same actions, except those starting with `self.`.
 */
export interface PolicyResponse {
  readonly items: readonly { readonly action: string; readonly says: string; readonly roles: readonly Role[] }[];
}

/**
 * `PATCH /api/members/{id}` responds with 204. `DELETE` removes the member and immediately ends their sessions and
 * tokens.
 */
export const updateMemberRequestSchema = z.strictObject({ role: z.enum(ROLES, `Use one of ${ROLES.join(", ")}.`) });

/**
 * `POST /api/invites`. Responds with 201 and a {@link CreatedInvite}. Revokes earlier invitations to the same address.
 */
export const createInviteRequestSchema = z.strictObject({
  email: emailSchema,
  role: z.enum(ROLES, `Use one of ${ROLES.join(", ")}.`),
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
/** `url` works once, and only this response contains it. The person who opens it becomes the member. */
export interface CreatedInvite extends Invite {
  readonly url: string;
  readonly mail: EmailDelivery;
}

/** `POST /api/invites/look`: details of an invitation for the page that accepts it. */
export const previewInviteRequestSchema = z.strictObject({ token: oneTimeTokenSchema });
export interface InvitePreview {
  readonly email: string;
  readonly role: Role;
  readonly workspace: string;
}
/** `POST /api/invites/accept`. Responds with 201, like sign-in. */
export const acceptInviteRequestSchema = z.strictObject({
  token: oneTimeTokenSchema,
  name: memberNameSchema,
  password: passwordSchema,
});

/** `POST /api/members/{id}/reset-link`. Responds with 201 and a link to choose a new password. */
export interface ResetLink {
  readonly url: string;
  readonly mail: EmailDelivery;
  readonly expires_at: string;
}
/** `POST /api/password-reset`. Responds with 204 and ends all of the member's sessions. */
export const resetPasswordRequestSchema = z.strictObject({ token: oneTimeTokenSchema, password: passwordSchema });

/** `PUT /api/me/password`. Responds with 204 and ends the member's other sessions. */
export const changePasswordRequestSchema = z.strictObject({
  current_password: z.string().min(1).max(limits.password_chars_max),
  password: passwordSchema,
});
export const updateMeRequestSchema = z.strictObject({ name: memberNameSchema });

/** `GET /api/me/sign-ins` and `GET /api/members/{id}/sign-ins`, newest first. `DELETE …/{sign_in_id}` ends one. */
export interface SignInSummary {
  readonly id: string;
  readonly user_agent: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  /** The requesting session. */
  readonly current: boolean;
}
export interface SignInsResponse {
  readonly items: readonly SignInSummary[];
}

export interface TwoFactorState {
  readonly on: boolean;
  readonly recovery_codes_left: number;
}

/** `POST /api/me/two-factor`: a shared secret for an authenticator app. No codes are required until it's confirmed. */
export const setUpTwoFactorRequestSchema = z.strictObject({
  password: z.string().min(1).max(limits.password_chars_max),
});
export interface TwoFactorSetup {
  /** Base32, for manual entry. */
  readonly secret: string;
  /** `otpauth://totp/…`, for a QR code. */
  readonly url: string;
}
/** `POST /api/me/two-factor/confirm` with an authentication code. */
export const confirmTwoFactorRequestSchema = z.strictObject({ code: codeSchema });
/** Each replaces one authentication code. Only this response contains them. */
export interface RecoveryCodes {
  readonly recovery_codes: readonly string[];
}
export const turnOffTwoFactorRequestSchema = setUpTwoFactorRequestSchema;
