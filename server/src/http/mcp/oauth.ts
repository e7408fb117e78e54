import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { registerClientRequestSchema } from "@fanfare/contract/schema/accounts/oauth";
import { type Context, Hono } from "hono";
import { z } from "zod";
import { type AuthorizationDeps, exchangeCode, OAUTH_SCOPES } from "../../accounts/oauth/authorization.ts";
import { isRedirectAllowed, registerClient } from "../../accounts/oauth/oauth-client.ts";
import { createAttemptLimiter } from "../../accounts/sign-in/attempt-limiter.ts";
import { readText } from "../request/body.ts";
import { networkOf } from "../request/token-buckets.ts";

export interface OAuthRoutesDeps extends AuthorizationDeps {
  readonly configured_url: string | undefined;
  readonly addressOf: (request: Request) => string;
}

/** URL of this server as clients know it, without a slash at the end. */
export function issuerOf({ configured_url }: Pick<OAuthRoutesDeps, "configured_url">, request: Request): string {
  return (configured_url ?? new URL(request.url).origin).replace(/\/$/, "");
}

/** Tells a client without a token where it gets one (RFC 9728). */
export function bearerChallenge(issuer: string): string {
  const scope = OAUTH_SCOPES.filter(({ is_suggested }) => is_suggested).map((each) => each.scope);
  return `Bearer realm="Fanfare", resource_metadata="${issuer}${RESOURCE_PATH}/mcp", scope="${scope.join(" ")}"`;
}

const RESOURCE_PATH = "/.well-known/oauth-protected-resource";
const SERVER_PATH = "/.well-known/oauth-authorization-server";

/**
 * OAuth 2.1 for assistants: authorization code with PKCE, and registration of public clients. A member consents in the
 * console and the token is an ordinary API token, listed and revoked in Settings.
 */
export function oauthRoutes(deps: OAuthRoutesDeps): Hono {
  const routes = new Hono();
  const calls = createAttemptLimiter({
    ...{ clock: deps.clock, capacity: limits.oauth_calls_per_minute, window_ms: MINUTE_MS },
    names_max: limits.sign_in_names_remembered_max,
  });
  const assertNotTooMany = (request: Request): void => {
    const retry_after_s = calls.take(networkOf(deps.addressOf(request)));
    if (retry_after_s === undefined) return;
    throw new ProblemError("rate_limited", "Too many requests. Try again later.", { retry_after_s });
  };
  // Clients look below the path of the resource or issuer too, which is the path prefix of a proxy.
  for (const path of [RESOURCE_PATH, `${RESOURCE_PATH}/*`]) {
    routes.get(path, (c) => c.json(resourceMetadata(issuerOf(deps, c.req.raw))));
  }
  for (const path of [SERVER_PATH, `${SERVER_PATH}/*`]) {
    routes.get(path, (c) => c.json(serverMetadata(issuerOf(deps, c.req.raw))));
  }
  routes.post("/mcp/register", async (c) => {
    assertNotTooMany(c.req.raw);
    const { data } = registerClientRequestSchema.safeParse(await readJson(c.req.raw));
    if (data === undefined || !data.redirect_uris.every(isRedirectAllowed)) {
      return refused(
        c,
        "invalid_redirect_uri",
        "Register redirect URIs with HTTPS, a loopback address, or an app's scheme.",
      );
    }
    const client = { name: data.client_name ?? "Assistant", redirect_uris: data.redirect_uris };
    return c.json(
      {
        client_id: registerClient(deps.vault, client),
        ...{ client_name: client.name, redirect_uris: client.redirect_uris },
        ...{ token_endpoint_auth_method: "none", grant_types: ["authorization_code"], response_types: ["code"] },
      },
      201,
      NO_STORE,
    );
  });
  routes.post("/mcp/token", async (c) => {
    assertNotTooMany(c.req.raw);
    const form = tokenFormSchema.safeParse(await readForm(c.req.raw));
    if (!form.success)
      return refused(c, "invalid_request", "Send a code with its client_id, redirect_uri, and code_verifier.");
    if (form.data.grant_type !== "authorization_code")
      return refused(c, "unsupported_grant_type", "Use the grant type authorization_code.");
    const issued = await exchangeCode(deps, form.data);
    if (issued === undefined)
      return refused(c, "invalid_grant", "This code is expired, was already used, or belongs to another client.");
    const { token, scopes, expires_in_s } = issued;
    return c.json(
      { access_token: token, token_type: "Bearer", expires_in: expires_in_s, scope: scopes.join(" ") },
      200,
      NO_STORE,
    );
  });
  return routes;
}

const NO_STORE = { "Cache-Control": "no-store" } as const;

const tokenFormSchema = z.object({
  grant_type: z.string(),
  code: z.string().max(limits.oauth_client_id_chars_max),
  client_id: z.string().max(limits.oauth_client_id_chars_max),
  redirect_uri: z.string().max(limits.oauth_redirect_uri_chars_max),
  code_verifier: z.string().regex(/^[A-Za-z0-9._~-]{43,128}$/),
});

function resourceMetadata(issuer: string) {
  return {
    ...{ resource: `${issuer}/mcp`, authorization_servers: [issuer], resource_name: "Fanfare" },
    ...{ scopes_supported: OAUTH_SCOPES.map(({ scope }) => scope), bearer_methods_supported: ["header"] },
  };
}

function serverMetadata(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/console/connect`,
    token_endpoint: `${issuer}/mcp/token`,
    registration_endpoint: `${issuer}/mcp/register`,
    scopes_supported: OAUTH_SCOPES.map(({ scope }) => scope),
    ...{ response_types_supported: ["code"], grant_types_supported: ["authorization_code"] },
    ...{ code_challenge_methods_supported: ["S256"], token_endpoint_auth_methods_supported: ["none"] },
    authorization_response_iss_parameter_supported: true,
  };
}

/** Errors of these two calls have OAuth's own form (RFC 6749, 5.2). */
function refused(c: Context, error: string, error_description: string): Response {
  return c.json({ error, error_description }, 400, NO_STORE);
}

async function readForm(request: Request): Promise<unknown> {
  const type = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  const text =
    type === "application/x-www-form-urlencoded" ? await readText(request, limits.oauth_body_bytes_max) : undefined;
  return text === undefined ? undefined : Object.fromEntries(new URLSearchParams(text));
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return JSON.parse(await readText(request, limits.oauth_body_bytes_max));
  } catch {
    return undefined;
  }
}
