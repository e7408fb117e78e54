import { auditPageSchema, auditVerdictSchema } from "@fanfare/contract/schema/answers/audit";
import { meSchema, setupResponseSchema } from "@fanfare/contract/schema/answers/content";
import { mailResponseSchema } from "@fanfare/contract/schema/answers/mail";
import {
  createdInviteSchema,
  inviteOfferSchema,
  invitesResponseSchema,
  membersResponseSchema,
  policyResponseSchema,
  recoveryCodesSchema,
  resetLinkSchema,
  signInsResponseSchema,
  twoFactorOfferSchema,
  twoFactorStateSchema,
} from "@fanfare/contract/schema/answers/member";
import {
  ownIdentitiesSchema,
  signedOutSchema,
  singleSignOnResponseSchema,
} from "@fanfare/contract/schema/answers/single-sign-on";
import { createdTokenSchema, tokensResponseSchema } from "@fanfare/contract/schema/answers/token";
import { z } from "zod";
import type { ApiAnswer } from "./api-answers.ts";

const wayThereSchema = z.strictObject({ url: z.string() });

/** Who comes in, and what members do about themselves and each other. */
export const MEMBER_API_ANSWERS: Readonly<Record<string, ApiAnswer>> = {
  "GET /api/setup": { body: setupResponseSchema },
  "POST /api/setup": { body: meSchema, problems: ["setup_done", "setup_link_invalid", "rate_limited"] },
  "POST /api/sign-in": {
    body: meSchema,
    problems: ["sign_in_failed", "second_factor_required", "second_factor_failed", "password_refused", "rate_limited"],
  },
  "POST /api/sign-out": { body: signedOutSchema },
  "GET /api/me": { body: meSchema },
  "PATCH /api/me": {},
  "PUT /api/me/password": { problems: ["password_wrong", "rate_limited"] },
  "GET /api/me/sign-ins": { body: signInsResponseSchema },
  "DELETE /api/me/sign-ins": {},
  "DELETE /api/me/sign-ins/:id": { problems: ["sign_in_not_found"] },
  "GET /api/me/two-factor": { body: twoFactorStateSchema },
  "POST /api/me/two-factor": {
    body: twoFactorOfferSchema,
    problems: ["password_wrong", "second_factor_on", "rate_limited"],
  },
  "POST /api/me/two-factor/confirm": {
    body: recoveryCodesSchema,
    problems: ["second_factor_failed", "second_factor_on", "rate_limited"],
  },
  "POST /api/me/two-factor/end": { problems: ["password_wrong", "rate_limited"] },
  "GET /api/me/identities": { body: ownIdentitiesSchema },
  "POST /api/me/identities": {
    body: wayThereSchema,
    problems: ["password_wrong", "single_sign_on_off", "provider_unreachable", "rate_limited"],
  },
  "POST /api/me/identities/end": { problems: ["password_wrong", "password_refused", "rate_limited"] },
  "GET /api/policy": { body: policyResponseSchema },
  "GET /api/members": { body: membersResponseSchema },
  "PATCH /api/members/:id": { problems: ["member_not_found", "owner_last"] },
  "DELETE /api/members/:id": { problems: ["member_not_found", "owner_last"] },
  "POST /api/members/:id/reset-link": { body: resetLinkSchema, problems: ["member_not_found"] },
  "DELETE /api/members/:id/two-factor": { problems: ["member_not_found"] },
  "DELETE /api/members/:id/identities": { problems: ["member_not_found"] },
  "GET /api/members/:id/sign-ins": { body: signInsResponseSchema, problems: ["member_not_found"] },
  "DELETE /api/members/:id/sign-ins/:sign_in_id": { problems: ["member_not_found", "sign_in_not_found"] },
  "POST /api/password-reset": { problems: ["link_invalid", "rate_limited"] },
  "POST /api/password-reset/ask": { problems: ["mail_off", "rate_limited"] },
  "GET /api/mail": { body: mailResponseSchema, tagged: true },
  "PUT /api/mail": { body: mailResponseSchema, tagged: true },
  "DELETE /api/mail": {},
  "POST /api/mail/test": { problems: ["mail_off", "mail_refused"] },
  "GET /api/single-sign-on": { body: singleSignOnResponseSchema, tagged: true },
  "PUT /api/single-sign-on": {
    body: singleSignOnResponseSchema,
    tagged: true,
    problems: ["provider_unfit", "provider_unreachable"],
  },
  "DELETE /api/single-sign-on": {},
  "GET /api/provider-sign-in": {},
  "GET /api/provider-sign-in/callback": {},
  "POST /api/provider-sign-in/code": {
    body: meSchema,
    problems: ["provider_sign_in_over", "second_factor_failed", "rate_limited"],
  },
  "POST /api/provider-sign-out": {
    problems: ["logout_token_invalid", "single_sign_on_off", "provider_unreachable", "body_too_large"],
  },
  "GET /api/invites": { body: invitesResponseSchema },
  "POST /api/invites": { body: createdInviteSchema, problems: ["email_taken"] },
  "DELETE /api/invites/:id": { problems: ["invite_not_found"] },
  "POST /api/invites/look": { body: inviteOfferSchema, problems: ["link_invalid", "rate_limited"] },
  "POST /api/invites/accept": {
    body: meSchema,
    problems: ["link_invalid", "email_taken", "password_refused", "rate_limited"],
  },
  "GET /api/audit": { body: auditPageSchema },
  "GET /api/audit/export": { files: ["application/x-ndjson", "text/csv"] },
  "GET /api/audit/verify": { body: auditVerdictSchema },
  "GET /api/tokens": { body: tokensResponseSchema },
  "POST /api/tokens": { body: createdTokenSchema },
  "DELETE /api/tokens/:id": { problems: ["token_not_found"] },
};
