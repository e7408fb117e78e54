import { z } from "zod";
import { ROLES } from "../../accounts/sign-in.ts";
import { pageSchema, type ResponseOf, readonlyArray, responseSchema } from "../response-schema.ts";
import { emailDeliverySchema } from "./mail.ts";

const inviteSchema = responseSchema("Invite", {
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  created_by: z.string().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type Invite = ResponseOf<typeof inviteSchema>;

/** `url` works once, and only this response contains it. The person who opens it becomes the member. */
export const createdInviteSchema = responseSchema("CreatedInvite", {
  ...inviteSchema.shape,
  url: z.string(),
  mail: emailDeliverySchema,
});
export type CreatedInvite = ResponseOf<typeof createdInviteSchema>;

export const invitesResponseSchema = pageSchema("InvitesResponse", inviteSchema);

export const invitePreviewSchema = responseSchema("InviteOffer", {
  email: z.string(),
  role: z.enum(ROLES),
  workspace: z.string(),
});
export type InvitePreview = ResponseOf<typeof invitePreviewSchema>;

const memberSchema = responseSchema("Member", {
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  two_factor: z.boolean(),
  /** Deactivated by the identity provider over SCIM: can't sign in, and keeps what they created. */
  deactivated: z.boolean(),
  /** Sign-in methods. Members from the identity provider have no password until they set one through a reset link. */
  has_password: z.boolean(),
  has_provider: z.boolean(),
  created_at: z.iso.datetime(),
  /** Custom roles that replace the workspace role in an app. */
  app_roles: readonlyArray(z.strictObject({ app_id: z.string(), role_id: z.string() })),
  /** Null: never signed in, or signed out long ago. */
  last_seen_at: z.iso.datetime().nullable(),
  /** ETag of the role. Sent as `If-Match` of a `PATCH`, it prevents overwriting concurrent changes. */
  etag: z.string(),
});
export type Member = ResponseOf<typeof memberSchema>;

export const membersResponseSchema = pageSchema("MembersResponse", memberSchema);

/**
 * `GET /api/policy`: permissions by role. API token scopes use the same actions, except those starting with `self.`.
 */
export const policyResponseSchema = responseSchema("PolicyResponse", {
  items: readonlyArray(
    z.strictObject({
      action: z.string(),
      says: z.string(),
      roles: readonlyArray(z.enum(ROLES)),
      /** Whether custom roles of an app can contain it. */
      per_app: z.boolean(),
    }),
  ),
});
export type PolicyResponse = ResponseOf<typeof policyResponseSchema>;

/** `POST /api/members/{id}/reset-link`. Responds with 201 and a link to choose a new password. */
export const resetLinkSchema = responseSchema("ResetLink", {
  url: z.string(),
  mail: emailDeliverySchema,
  expires_at: z.iso.datetime(),
});

/** `POST /api/password-reset/look`. */
export const resetPreviewSchema = responseSchema("ResetPreview", { email: z.string() });
export type ResetPreview = ResponseOf<typeof resetPreviewSchema>;

/** `GET /api/me/sign-ins` and `GET /api/members/{id}/sign-ins`, newest first. `DELETE …/{sign_in_id}` ends one. */
const signInSummarySchema = responseSchema("SignInSummary", {
  id: z.string(),
  user_agent: z.string(),
  created_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
  /** The requesting session. */
  current: z.boolean(),
});
export type SignInSummary = ResponseOf<typeof signInSummarySchema>;

export const signInsResponseSchema = responseSchema("SignInsResponse", { items: readonlyArray(signInSummarySchema) });

export const twoFactorStateSchema = responseSchema("TwoFactorState", {
  on: z.boolean(),
  recovery_codes_left: z.number(),
});
export type TwoFactorState = ResponseOf<typeof twoFactorStateSchema>;

export const twoFactorSetupSchema = responseSchema("TwoFactorOffer", {
  /** Base32, for manual entry. */
  secret: z.string(),
  /** `otpauth://totp/…`, for a QR code. */
  url: z.string(),
});
export type TwoFactorSetup = ResponseOf<typeof twoFactorSetupSchema>;

/** Each replaces one authentication code. Only this response contains them. */
export const recoveryCodesSchema = responseSchema("RecoveryCodes", { recovery_codes: readonlyArray(z.string()) });
export type RecoveryCodes = ResponseOf<typeof recoveryCodesSchema>;
