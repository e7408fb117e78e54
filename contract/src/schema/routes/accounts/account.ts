import { z } from "zod";
import {
  changePasswordRequestSchema,
  confirmTwoFactorRequestSchema,
  setUpTwoFactorRequestSchema,
  turnOffTwoFactorRequestSchema,
  updateMeRequestSchema,
} from "../../accounts/member.ts";
import { notificationSettingsSchema, unsubscribeQuerySchema } from "../../accounts/notifications.ts";
import { linkIdentityRequestSchema, unlinkIdentityRequestSchema } from "../../accounts/single-sign-on.ts";
import {
  recoveryCodesSchema,
  signInsResponseSchema,
  twoFactorSetupSchema,
  twoFactorStateSchema,
} from "../../responses/accounts/member.ts";
import { notificationsResponseSchema } from "../../responses/accounts/notifications.ts";
import { linkedIdentitiesSchema } from "../../responses/accounts/single-sign-on.ts";
import { meSchema } from "../../responses/content/content.ts";
import { defineRoutes } from "../route.ts";

export const ACCOUNT_ROUTES = defineRoutes({
  "GET /api/me": { access: "self.read", summary: "Get the signed-in member", response: meSchema },
  "PATCH /api/me": { access: "self.write", summary: "Change your name", body: updateMeRequestSchema },
  "PUT /api/me/password": {
    access: "self.write",
    summary: "Change your password",
    body: changePasswordRequestSchema,
    problems: ["password_wrong", "rate_limited"],
  },
  "GET /api/me/sign-ins": { access: "self.read", summary: "List your sessions", response: signInsResponseSchema },
  "DELETE /api/me/sign-ins": { access: "self.write", summary: "End all your other sessions" },
  "DELETE /api/me/sign-ins/:id": {
    access: "self.write",
    summary: "End one of your sessions",
    problems: ["sign_in_not_found"],
  },
  "GET /api/me/two-factor": {
    access: "self.read",
    summary: "Get your two-factor authentication status",
    response: twoFactorStateSchema,
  },
  "POST /api/me/two-factor": {
    access: "self.write",
    summary: "Start setting up two-factor authentication",
    body: setUpTwoFactorRequestSchema,
    any_text: true,
    response: twoFactorSetupSchema,
    status: 201,
    unkeyed: true,
    problems: ["password_wrong", "second_factor_on", "rate_limited"],
  },
  "POST /api/me/two-factor/confirm": {
    access: "self.write",
    summary: "Turn on two-factor authentication and get recovery codes",
    body: confirmTwoFactorRequestSchema,
    any_text: true,
    response: recoveryCodesSchema,
    problems: ["second_factor_failed", "second_factor_on", "rate_limited"],
  },
  "POST /api/me/two-factor/end": {
    access: "self.write",
    summary: "Turn off two-factor authentication",
    body: turnOffTwoFactorRequestSchema,
    any_text: true,
    unkeyed: true,
    problems: ["password_wrong", "rate_limited"],
  },
});

export const NOTIFICATION_ROUTES = defineRoutes({
  "GET /api/me/notifications": {
    access: "self.read",
    summary: "Get which emails you get",
    response: notificationsResponseSchema,
  },
  "PUT /api/me/notifications": {
    access: "self.write",
    summary: "Choose which emails you get",
    body: notificationSettingsSchema,
  },
  "GET /api/unsubscribe": {
    access: "anyone",
    summary: "Open the page that unsubscribes from emails",
    query: unsubscribeQuerySchema,
    status: 303,
  },
});

/** Mail programs send it (RFC 8058). */
export const UNSUBSCRIBE_ROUTES = defineRoutes({
  "POST /api/unsubscribe": {
    access: "anyone",
    summary: "Unsubscribe from emails with the link of an email",
    query: unsubscribeQuerySchema,
    form: z.looseObject({ "List-Unsubscribe": z.string() }),
    unkeyed: true,
    problems: ["unsubscribe_link_invalid"],
  },
});

const redirectUrlSchema = z.strictObject({ url: z.string() });

export const LINKED_IDENTITY_ROUTES = defineRoutes({
  "GET /api/me/identities": {
    access: "self.read",
    summary: "Get your linked identity provider account",
    response: linkedIdentitiesSchema,
  },
  "POST /api/me/identities": {
    access: "self.write",
    summary: "Link your identity provider account and get its URL",
    body: linkIdentityRequestSchema,
    any_text: true,
    response: redirectUrlSchema,
    unkeyed: true,
    problems: ["password_wrong", "single_sign_on_off", "provider_unreachable", "rate_limited"],
  },
  "POST /api/me/identities/end": {
    access: "self.write",
    summary: "Unlink your identity provider account",
    body: unlinkIdentityRequestSchema,
    any_text: true,
    unkeyed: true,
    problems: ["password_wrong", "password_refused", "rate_limited"],
  },
});
