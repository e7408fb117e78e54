import { pageQuerySchema } from "../accounts/member.ts";
import { createTokenRequestSchema } from "../accounts/token.ts";
import { createdTokenSchema, tokensResponseSchema } from "../responses/accounts/token.ts";
import { defineRoutes } from "./route.ts";

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
