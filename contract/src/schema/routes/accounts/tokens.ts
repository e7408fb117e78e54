import { pageQuerySchema } from "../../accounts/member.ts";
import { authorizationRequestSchema, authorizeRequestSchema } from "../../accounts/oauth.ts";
import { createTokenRequestSchema } from "../../accounts/token.ts";
import { authorizationOfferSchema, authorizedResponseSchema } from "../../responses/accounts/oauth.ts";
import { createdTokenSchema, tokensResponseSchema } from "../../responses/accounts/token.ts";
import { defineRoutes } from "../route.ts";

/** The console's screen where a member connects an assistant. The rest of OAuth is under `/mcp` and `/.well-known`. */
export const OAUTH_ROUTES = defineRoutes({
  "POST /api/oauth-authorizations/look": {
    access: "token.write",
    summary: "Check an assistant's authorization request, and list what can be allowed",
    body: authorizationRequestSchema,
    response: authorizationOfferSchema,
    unkeyed: true,
    problems: ["oauth_request_invalid"],
  },
  "POST /api/oauth-authorizations": {
    access: "token.write",
    summary: "Answer an assistant's authorization request",
    body: authorizeRequestSchema,
    response: authorizedResponseSchema,
    unkeyed: true,
    problems: ["oauth_request_invalid"],
  },
});

export const TOKEN_ROUTES = defineRoutes({
  "GET /api/tokens": {
    access: "token.read",
    summary: "List API tokens",
    query: pageQuerySchema,
    response: tokensResponseSchema,
  },
  "POST /api/tokens": {
    access: "token.write",
    summary: "Create an API token; returned once",
    body: createTokenRequestSchema,
    response: createdTokenSchema,
    status: 201,
  },
  "DELETE /api/tokens/:id": { access: "token.write", summary: "Revoke an API token", problems: ["token_not_found"] },
});
