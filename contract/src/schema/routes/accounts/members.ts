import {
  acceptInviteRequestSchema,
  createInviteRequestSchema,
  pageQuerySchema,
  previewInviteRequestSchema,
  previewResetRequestSchema,
  resetPasswordRequestSchema,
  updateMemberRequestSchema,
} from "../../accounts/member.ts";
import {
  createdInviteSchema,
  invitePreviewSchema,
  invitesResponseSchema,
  membersResponseSchema,
  policyResponseSchema,
  resetLinkSchema,
  resetPreviewSchema,
  signInsResponseSchema,
} from "../../responses/accounts/member.ts";
import { meSchema } from "../../responses/content/content.ts";
import { defineRoutes } from "../route.ts";

export const MEMBER_ROUTES = defineRoutes({
  "GET /api/policy": {
    access: "member.read",
    summary: "Get the permissions of roles and scopes",
    response: policyResponseSchema,
  },
  "GET /api/members": {
    access: "member.read",
    summary: "List members",
    query: pageQuerySchema,
    response: membersResponseSchema,
  },
  "PATCH /api/members/:id": {
    access: "member.write",
    summary: "Change a member's role",
    body: updateMemberRequestSchema,
    match: true,
    problems: ["member_not_found", "owner_last"],
  },
  "DELETE /api/members/:id": {
    access: "member.write",
    summary: "Remove a member and end all sessions and tokens",
    problems: ["member_not_found", "owner_last"],
  },
  "POST /api/members/:id/reset-link": {
    access: "member.write",
    summary: "Create a password reset link for a member",
    response: resetLinkSchema,
    status: 201,
    problems: ["member_not_found"],
  },
  "DELETE /api/members/:id/two-factor": {
    access: "member.write",
    summary: "Turn off a member's two-factor authentication",
    problems: ["member_not_found"],
  },
  "DELETE /api/members/:id/identities": {
    access: "member.write",
    summary: "Unlink a member's identity provider account",
    problems: ["member_not_found"],
  },
  "GET /api/members/:id/sign-ins": {
    access: "member.write",
    summary: "List a member's sessions",
    response: signInsResponseSchema,
    problems: ["member_not_found"],
  },
  "DELETE /api/members/:id/sign-ins/:sign_in_id": {
    access: "member.write",
    summary: "End a member's session",
    problems: ["member_not_found", "sign_in_not_found"],
  },
  "POST /api/password-reset/look": {
    access: "anyone",
    summary: "Get whose password a link resets",
    body: previewResetRequestSchema,
    response: resetPreviewSchema,
    unkeyed: true,
    problems: ["link_invalid", "rate_limited"],
  },
  "POST /api/password-reset": {
    access: "anyone",
    summary: "Reset a password with a link",
    body: resetPasswordRequestSchema,
    unkeyed: true,
    problems: ["link_invalid", "rate_limited"],
  },
});

export const INVITE_ROUTES = defineRoutes({
  "GET /api/invites": {
    access: "member.write",
    summary: "List pending invitations",
    query: pageQuerySchema,
    response: invitesResponseSchema,
  },
  "POST /api/invites": {
    access: "member.write",
    summary: "Invite a member and get the invitation link once",
    body: createInviteRequestSchema,
    response: createdInviteSchema,
    status: 201,
    problems: ["email_taken"],
  },
  "DELETE /api/invites/:id": {
    access: "member.write",
    summary: "Revoke an invitation",
    problems: ["invite_not_found"],
  },
  "POST /api/invites/look": {
    access: "anyone",
    summary: "Get an invitation",
    body: previewInviteRequestSchema,
    response: invitePreviewSchema,
    unkeyed: true,
    problems: ["link_invalid", "rate_limited"],
  },
  "POST /api/invites/accept": {
    access: "anyone",
    summary: "Accept an invitation",
    body: acceptInviteRequestSchema,
    response: meSchema,
    status: 201,
    unkeyed: true,
    problems: ["link_invalid", "email_taken", "password_refused", "rate_limited"],
  },
});
