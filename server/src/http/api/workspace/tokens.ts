import { limits } from "@fanfare/contract/limits";
import type { Token } from "@fanfare/contract/schema/responses/accounts/token";
import type { OAUTH_ROUTES, TOKEN_ROUTES } from "@fanfare/contract/schema/routes/accounts/tokens";
import { signedInMember } from "../../../accounts/access/actor.ts";
import { createToken, listTokens, parseScopes, revokeToken } from "../../../accounts/access/api-tokens.ts";
import { answerRequest, checkRequest, offeredScopes } from "../../../accounts/oauth/authorization.ts";
import { redirectPlace } from "../../../accounts/oauth/oauth-client.ts";
import { toIso } from "../../../store/columns.ts";
import type { ApiTokenRow } from "../../../store/statements/accounts/api-tokens.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { baseUrl } from "../sign-in/provider-urls.ts";

export function tokenHandlers(deps: ApiDeps): Handlers<typeof TOKEN_ROUTES> {
  return {
    "GET /api/tokens": async ({ query }) => {
      const { rows, next } = await listTokens(deps, query);
      return { items: rows.map(presentToken), next };
    },
    "POST /api/tokens": async ({ body, actor }) => {
      const { row, token } = await createToken(deps, body, actor);
      return { ...presentToken(row), token };
    },
    "DELETE /api/tokens/:id": async ({ params, actor }) => {
      await revokeToken(deps, params.id, actor.member_id);
    },
  };
}

/** Consent of a signed-in member. A token can't hand itself on to an assistant. */
export function oauthHandlers(deps: ApiDeps): Handlers<typeof OAUTH_ROUTES> {
  const issuer = (request: Request): string => baseUrl(deps, request).replace(/\/$/, "");
  return {
    "POST /api/oauth-authorizations/look": ({ body, actor, c }) => {
      signedInMember(actor);
      const client = checkRequest(deps, body, `${issuer(c.req.raw)}/mcp`);
      const { host, is_local } = redirectPlace(body.redirect_uri);
      return {
        ...{ client_name: client.name, redirect_host: host, is_local, expires_in_days: limits.oauth_token_days },
        scopes: offeredScopes(actor, body),
      };
    },
    "POST /api/oauth-authorizations": ({ body: { request, scopes }, actor, c }) => {
      signedInMember(actor);
      checkRequest(deps, request, `${issuer(c.req.raw)}/mcp`);
      return { redirect_to: answerRequest(deps, request, { actor, scopes, issuer: issuer(c.req.raw) }) };
    },
  };
}

/** Token as listed, without its value. */
export function presentToken(row: ApiTokenRow): Token {
  const { id, name, member_id, created_at, last_used_at, expires_at } = row;
  return {
    ...{ id, name, member_id, scopes: parseScopes(row) },
    created_at: toIso(created_at),
    last_used_at: last_used_at === null ? null : toIso(last_used_at),
    expires_at: expires_at === null ? null : toIso(expires_at),
  };
}
