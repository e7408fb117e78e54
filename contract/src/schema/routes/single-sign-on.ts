import { putProviderRequestSchema } from "../accounts/single-sign-on.ts";
import { singleSignOnResponseSchema } from "../responses/accounts/single-sign-on.ts";
import { defineRoutes } from "./route.ts";

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
