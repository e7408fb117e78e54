import type { Token } from "@fanfare/contract/schema/responses/accounts/token";
import type { TOKEN_ROUTES } from "@fanfare/contract/schema/routes/tokens";
import { createToken, listTokens, parseScopes, revokeToken } from "../../../accounts/access/api-tokens.ts";
import { toIso } from "../../../store/columns.ts";
import type { ApiTokenRow } from "../../../store/statements/accounts/api-tokens.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";

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
