import { z } from "zod";
import { readSamlMetadataRequestSchema, samlProviderSchema, samlSignInQuerySchema } from "../../accounts/saml.ts";
import { samlMetadataSchema, samlResponseSchema } from "../../responses/accounts/saml.ts";
import { defineRoutes } from "../route.ts";

/** Routes that the provider's pages call from the member's browser, with a form. */
export const SAML_RESPONSE_ROUTES = defineRoutes({
  "POST /api/saml/acs": {
    access: "anyone",
    summary: "Receive a SAML response",
    query: z.looseObject({}),
    form: z.looseObject({ SAMLResponse: z.string(), RelayState: z.string().optional() }),
    status: 303,
  },
});

export const SAML_ROUTES = defineRoutes({
  "GET /api/saml/metadata": {
    access: "anyone",
    summary: "Get the SAML metadata of Fanfare as a service provider",
    files: ["application/samlmetadata+xml"],
    problems: ["single_sign_on_off"],
  },
  "GET /api/saml/sign-in": {
    access: "anyone",
    summary: "Redirect to the SAML identity provider to sign in",
    query: samlSignInQuerySchema,
    status: 303,
  },
  "GET /api/saml/complete": {
    access: "anyone",
    summary: "Complete the sign-in after a SAML response",
    query: z.looseObject({}),
    status: 303,
  },
  "GET /api/saml": {
    access: "single_sign_on.read",
    summary: "Get the SAML settings",
    response: samlResponseSchema,
    tagged: true,
  },
  "PUT /api/saml": {
    access: "single_sign_on.write",
    summary: "Set up SAML sign-in",
    body: samlProviderSchema,
    response: samlResponseSchema,
    tagged: true,
    revision: "if_set",
    problems: ["saml_metadata_invalid", "single_sign_on_off"],
  },
  "POST /api/saml/read-metadata": {
    access: "single_sign_on.write",
    summary: "Read SAML settings out of the identity provider's metadata",
    body: readSamlMetadataRequestSchema,
    response: samlMetadataSchema,
    unkeyed: true,
    problems: ["saml_metadata_invalid"],
  },
  "DELETE /api/saml": { access: "single_sign_on.write", summary: "Turn off SAML sign-in" },
});
