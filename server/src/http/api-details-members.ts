import { setupRequestSchema, signInRequestSchema } from "@fanfare/contract/schema/api";
import { auditExportQuerySchema, auditQuerySchema } from "@fanfare/contract/schema/audit";
import { askResetRequestSchema, putMailRequestSchema, testMailRequestSchema } from "@fanfare/contract/schema/mail";
import {
  acceptInviteRequestSchema,
  beginTwoFactorRequestSchema,
  changeMemberRequestSchema,
  changeMeRequestSchema,
  changePasswordRequestSchema,
  confirmTwoFactorRequestSchema,
  createInviteRequestSchema,
  endTwoFactorRequestSchema,
  lookAtInviteRequestSchema,
  pageQuerySchema,
  resetPasswordRequestSchema,
} from "@fanfare/contract/schema/member";
import {
  linkIdentityRequestSchema,
  providerCodeRequestSchema,
  providerSignInQuerySchema,
  putProviderRequestSchema,
  unlinkIdentityRequestSchema,
} from "@fanfare/contract/schema/single-sign-on";
import { createTokenRequestSchema, tokensQuerySchema } from "@fanfare/contract/schema/token";
import type { ApiDetails } from "./api-details.ts";

/** Members, how they sign in, and what they did. */
export const MEMBER_API_DETAILS: Readonly<Record<string, ApiDetails>> = {
  "GET /api/setup": { summary: "Whether the workspace still needs its first owner" },
  "POST /api/setup": { summary: "Make the first owner by the printed link", body: setupRequestSchema, status: 201 },
  "POST /api/sign-in": { summary: "Sign in, with a code where two-factor sign-in is on", body: signInRequestSchema },
  "POST /api/sign-out": { summary: "Sign out; answers where to sign out at the provider, too" },
  "GET /api/me": { summary: "The member who is signed in" },
  "PATCH /api/me": { summary: "Change one's own name", body: changeMeRequestSchema, status: 204 },
  "PUT /api/me/password": { summary: "Change one's own password", body: changePasswordRequestSchema, status: 204 },
  "GET /api/me/sign-ins": { summary: "Where one is signed in" },
  "DELETE /api/me/sign-ins": { summary: "End all other sign-ins of one's own", status: 204 },
  "DELETE /api/me/sign-ins/:id": { summary: "End a sign-in of one's own", status: 204 },
  "GET /api/me/two-factor": { summary: "Whether one's own two-factor sign-in is on" },
  "POST /api/me/two-factor": { summary: "Begin two-factor sign-in", body: beginTwoFactorRequestSchema, status: 201 },
  "POST /api/me/two-factor/confirm": {
    summary: "Switch two-factor sign-in on with a first code; answers the recovery codes",
    body: confirmTwoFactorRequestSchema,
  },
  "POST /api/me/two-factor/end": { summary: "End two-factor sign-in", body: endTwoFactorRequestSchema, status: 204 },
  "GET /api/policy": { summary: "Who may do what: the table by which every call is judged" },
  "GET /api/members": { summary: "Members", query: pageQuerySchema },
  "PATCH /api/members/:id": {
    ...{ summary: "Change a member's role", body: changeMemberRequestSchema, status: 204, match: true },
  },
  "DELETE /api/members/:id": { summary: "Remove a member: sign-ins and tokens end at once", status: 204 },
  "POST /api/members/:id/reset-link": { summary: "A link by which the member chooses a new password", status: 201 },
  "DELETE /api/members/:id/two-factor": { summary: "End a member's two-factor sign-in", status: 204 },
  "GET /api/members/:id/sign-ins": { summary: "Where a member is signed in" },
  "DELETE /api/members/:id/sign-ins/:sign_in_id": { summary: "End a member's sign-in at once", status: 204 },
  "POST /api/password-reset/ask": {
    ...{ summary: "Have a link to a new password mailed", body: askResetRequestSchema, status: 204 },
  },
  "GET /api/mail": { summary: "The mail server, without its password" },
  "PUT /api/mail": { summary: "Set the mail server", body: putMailRequestSchema, revision: true },
  "DELETE /api/mail": { summary: "Forget the mail server", status: 204 },
  "POST /api/mail/test": { summary: "Send a letter to try the mail server", body: testMailRequestSchema, status: 204 },
  "GET /api/me/identities": { summary: "Who one is for the provider of single sign-on" },
  "POST /api/me/identities": {
    ...{ summary: "Link one's account at the provider; answers where to go for it", body: linkIdentityRequestSchema },
  },
  "POST /api/me/identities/end": {
    ...{ summary: "Unlink one's account at the provider", body: unlinkIdentityRequestSchema, status: 204 },
  },
  "GET /api/single-sign-on": { summary: "The provider of single sign-on, without its client secret" },
  "PUT /api/single-sign-on": {
    ...{ summary: "Set the provider of single sign-on", body: putProviderRequestSchema, revision: true },
  },
  "DELETE /api/single-sign-on": { summary: "End single sign-on", status: 204 },
  "GET /api/provider-sign-in": {
    ...{ summary: "Go to the provider to sign in", query: providerSignInQuerySchema, status: 303 },
  },
  "GET /api/provider-sign-in/callback": { summary: "Come back from the provider", status: 303 },
  "POST /api/provider-sign-in/code": {
    ...{ summary: "Give the authenticator's code after coming back", body: providerCodeRequestSchema },
  },
  "POST /api/provider-sign-out": {
    summary: "The provider tells that a session has ended: a form with logout_token",
    status: 200,
  },
  "DELETE /api/members/:id/identities": { summary: "Forget who a member is for the provider", status: 204 },
  "POST /api/password-reset": { summary: "A new password by link", body: resetPasswordRequestSchema, status: 204 },
  "GET /api/invites": { summary: "Open invitations", query: pageQuerySchema },
  "POST /api/invites": {
    summary: "Invite somebody; answers the link, once",
    body: createInviteRequestSchema,
    status: 201,
  },
  "DELETE /api/invites/:id": { summary: "Revoke an invitation", status: 204 },
  "POST /api/invites/look": { summary: "What an invitation says", body: lookAtInviteRequestSchema },
  "POST /api/invites/accept": { summary: "Become a member by link", body: acceptInviteRequestSchema, status: 201 },
  "GET /api/audit": { summary: "Who did what, the newest first", query: auditQuerySchema },
  "GET /api/audit/export": { summary: "The audit log as NDJSON or CSV", query: auditExportQuerySchema },
  "GET /api/audit/verify": { summary: "Whether the chain of the audit log is whole" },
  "GET /api/tokens": { summary: "API tokens", query: tokensQuerySchema },
  "POST /api/tokens": { summary: "Make an API token; answers it, once", body: createTokenRequestSchema, status: 201 },
  "DELETE /api/tokens/:id": { summary: "Revoke an API token at once", status: 204 },
};
