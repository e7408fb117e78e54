import { z } from "zod";
import { setupRequestSchema, signInRequestSchema } from "../../accounts/sign-in.ts";
import {
  providerCodeRequestSchema,
  providerSignInQuerySchema,
  putProviderRequestSchema,
} from "../../accounts/single-sign-on.ts";
import { signOutResponseSchema, singleSignOnResponseSchema } from "../../responses/accounts/single-sign-on.ts";
import { meSchema, setupResponseSchema } from "../../responses/content/content.ts";
import { defineRoutes } from "../route.ts";

export const SETUP_ROUTES = defineRoutes({
  "GET /api/setup": {
    access: "anyone",
    summary: "Check whether the workspace needs an owner, and how members sign in",
    response: setupResponseSchema,
  },
  "POST /api/setup": {
    access: "anyone",
    summary: "Create the owner account with the setup link",
    body: setupRequestSchema,
    response: meSchema,
    status: 201,
    unkeyed: true,
    problems: ["setup_done", "setup_link_invalid", "rate_limited"],
  },
});

export const SIGN_IN_ROUTES = defineRoutes({
  "POST /api/sign-in": {
    access: "anyone",
    summary: "Sign in, with a code if two-factor authentication is on",
    body: signInRequestSchema,
    any_text: true,
    response: meSchema,
    unkeyed: true,
    problems: [
      ...(["sign_in_failed", "second_factor_required", "second_factor_failed", "password_refused"] as const),
      ...(["member_deactivated", "rate_limited"] as const),
    ],
  },
  "POST /api/sign-out": {
    access: "anyone",
    summary: "Sign out and get the identity provider's sign-out URL",
    response: signOutResponseSchema,
    unkeyed: true,
  },
});

export const PROVIDER_SIGN_IN_ROUTES = defineRoutes({
  "GET /api/provider-sign-in": {
    access: "anyone",
    summary: "Redirect to the identity provider to sign in",
    query: providerSignInQuerySchema,
    status: 303,
  },
  "GET /api/provider-sign-in/callback": {
    access: "anyone",
    summary: "Complete the sign-in after the identity provider",
    query: z.looseObject({}),
    status: 303,
  },
  "POST /api/provider-sign-in/code": {
    access: "anyone",
    summary: "Send the authentication code after the identity provider",
    body: providerCodeRequestSchema,
    any_text: true,
    response: meSchema,
    unkeyed: true,
    problems: [
      "single_sign_on_off",
      "provider_sign_in_over",
      "second_factor_failed",
      "member_deactivated",
      "rate_limited",
    ],
  },
});

export const PROVIDER_SIGN_OUT_ROUTES = defineRoutes({
  "POST /api/provider-sign-out": {
    access: "anyone",
    summary: "Receive a back-channel logout from the identity provider",
    query: z.looseObject({}),
    form: z.looseObject({ logout_token: z.string() }),
    status: 200,
    problems: ["logout_token_invalid", "single_sign_on_off", "provider_unreachable", "body_too_large"],
  },
});

export const SINGLE_SIGN_ON_ROUTES = defineRoutes({
  "GET /api/single-sign-on": {
    access: "single_sign_on.read",
    summary: "Get the single sign-on settings",
    response: singleSignOnResponseSchema,
    tagged: true,
  },
  "PUT /api/single-sign-on": {
    access: "single_sign_on.write",
    summary: "Set up single sign-on",
    body: putProviderRequestSchema,
    response: singleSignOnResponseSchema,
    tagged: true,
    revision: "if_set",
    problems: ["provider_unfit", "provider_unreachable"],
  },
  "DELETE /api/single-sign-on": { access: "single_sign_on.write", summary: "Turn off single sign-on" },
});
