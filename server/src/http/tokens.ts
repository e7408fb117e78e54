import {
  type CreatedToken,
  createTokenRequestSchema,
  type Token,
  type TokensResponse,
  tokensQuerySchema,
} from "@fanfare/contract/schema/token";
import { Hono } from "hono";
import { createToken, listTokens, revokeToken, scopesOf } from "../accounts/api-tokens.ts";
import type { ApiTokenRow } from "../store/api-tokens.ts";
import { toIso } from "../store/columns.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { parseQuery, parseText } from "./body.ts";

/** Tokens by which scripts call `/api`. */
export function tokenRoutes(deps: ApiDeps): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get("/tokens", async (c) => {
      const { rows, next } = await listTokens(deps, parseQuery(c, tokensQuerySchema));
      return c.json({ items: rows.map(presentToken), next } satisfies TokensResponse);
    })
    .post("/tokens", async (c) => {
      const wish = await parseText(c, createTokenRequestSchema);
      const { row, token } = await createToken(deps, wish, c.var.actor);
      return c.json({ ...presentToken(row), token } satisfies CreatedToken, 201);
    })
    .delete("/tokens/:id", async (c) => {
      await revokeToken(deps, c.req.param("id"), c.var.actor.member_id);
      return c.body(null, 204);
    });
}

/** A token as its list shows it: nothing of what it opens with. */
export function presentToken(row: ApiTokenRow): Token {
  const { id, name, member_id, created_at, last_used_at, expires_at } = row;
  return {
    ...{ id, name, member_id, scopes: scopesOf(row) },
    created_at: toIso(created_at),
    last_used_at: last_used_at === null ? null : toIso(last_used_at),
    expires_at: expires_at === null ? null : toIso(expires_at),
  };
}
