import { z } from "zod";
import { limits } from "../../limits.ts";
import { emailSchema, memberNameSchema, oneTimeTokenSchema, passwordSchema, ROLES } from "./sign-in.ts";

const codeSchema = z.string().trim().min(1, "Enter the code.").max(limits.second_factor_code_chars_max);

export const pageQuerySchema = z.strictObject({
  after: z.string().max(limits.id_chars_max).optional(),
  limit: z.coerce.number().int().min(1).max(limits.page_size_max).default(limits.page_size_default),
});

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

/** `POST /api/invites/look`: details of an invitation for the page that accepts it. */
export const previewInviteRequestSchema = z.strictObject({ token: oneTimeTokenSchema });
/** `POST /api/invites/accept`. Responds with 201, like sign-in. */
export const acceptInviteRequestSchema = z.strictObject({
  token: oneTimeTokenSchema,
  name: memberNameSchema,
  password: passwordSchema,
});
/** `POST /api/password-reset/look`: whose password a link resets, for the page that asks for the new one. */
export const previewResetRequestSchema = z.strictObject({ token: oneTimeTokenSchema });
/** `POST /api/password-reset`. Responds with 204 and ends all of the member's sessions. */
export const resetPasswordRequestSchema = z.strictObject({ token: oneTimeTokenSchema, password: passwordSchema });

/** `PUT /api/me/password`. Responds with 204 and ends the member's other sessions. */
export const changePasswordRequestSchema = z.strictObject({
  current_password: z.string().min(1).max(limits.password_chars_max),
  password: passwordSchema,
});
export const updateMeRequestSchema = z.strictObject({ name: memberNameSchema });

/** `POST /api/me/two-factor`: a shared secret for an authenticator app. No codes are required until it's confirmed. */
export const setUpTwoFactorRequestSchema = z.strictObject({
  password: z.string().min(1).max(limits.password_chars_max),
});
/** `POST /api/me/two-factor/confirm` with an authentication code. */
export const confirmTwoFactorRequestSchema = z.strictObject({ code: codeSchema });
export const turnOffTwoFactorRequestSchema = setUpTwoFactorRequestSchema;
