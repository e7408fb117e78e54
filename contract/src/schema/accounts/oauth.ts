import { z } from "zod";
import { limits } from "../../limits.ts";

/** What a member can allow an assistant. */
export const OAUTH_SCOPE_NAMES = [
  ...(["app.read", "content.read", "content.write", "analytics.read", "goal.read"] as const),
  // These affect people.
  ...(["person.read", "content.publish"] as const),
] as const;
export type OAuthScope = (typeof OAUTH_SCOPE_NAMES)[number];

/** Parameters of an authorization request (RFC 6749, 7636, 8707), as the assistant's link has them. */
export const authorizationRequestSchema = z.strictObject({
  client_id: z.string().min(1).max(limits.oauth_client_id_chars_max),
  redirect_uri: z.string().min(1).max(limits.oauth_redirect_uri_chars_max),
  response_type: z.literal("code"),
  code_challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  code_challenge_method: z.literal("S256"),
  scope: z.string().max(limits.oauth_scope_chars_max).optional(),
  state: z.string().max(limits.oauth_state_chars_max).optional(),
  resource: z.string().max(limits.oauth_redirect_uri_chars_max).optional(),
});
export type AuthorizationRequest = z.output<typeof authorizationRequestSchema>;

/** `POST /api/oauth-authorizations`: what the member allows. Without scopes, the request is declined. */
export const authorizeRequestSchema = z.strictObject({
  request: authorizationRequestSchema,
  scopes: z.array(z.string().max(limits.oauth_scope_chars_max)).max(limits.token_scopes_max),
});

/** `POST /mcp/register` (RFC 7591). Other metadata is ignored. */
export const registerClientRequestSchema = z.looseObject({
  client_name: z.string().trim().min(1).max(limits.token_name_chars_max).optional(),
  redirect_uris: z
    .array(z.string().max(limits.oauth_redirect_uri_chars_max))
    .min(1)
    .max(limits.oauth_redirect_uris_max),
});
