import { type ApiTokenId, isId, type MemberId, newId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits, SECOND_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { NewToken } from "@fanfare/contract/schema/accounts/token";
import { z } from "zod";
import { fromJson, toJson } from "../../store/columns.ts";
import {
  type ApiTokenRow,
  deleteToken,
  tokenByHash,
  tokenById,
  tokensAfter,
  touchToken,
} from "../../store/statements/accounts/api-tokens.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import type { WriteDeps } from "../../store/store.ts";
import { auditStatement } from "../audit/audit-entry.ts";
import { hashToken, isToken, newToken } from "../sign-in/opaque-token.ts";
import { type Actor, isActorAllowed } from "./actor.ts";
import { accessOf, NO_APP_ROLES } from "./member-access.ts";
import { assertScopes, scopeActions } from "./scopes.ts";

export type TokenDeps = WriteDeps;

/** Lets secret scanners recognize a leaked token. */
const PREFIX = "fft_";
const scopesSchema = z.array(z.string());

export function parseScopes({ scopes }: Pick<ApiTokenRow, "scopes">): readonly string[] {
  return fromJson(scopes, (value) => scopesSchema.parse(value));
}

/**
 * Creates a token. Only this result contains it: the database stores its hash. `by` undefined: an operator command.
 *
 * @throws ProblemError `body_invalid` for an unknown scope, `scope_insufficient` for a scope that the creator doesn't
 * have.
 */
export async function createToken(
  deps: TokenDeps,
  input: NewToken,
  by: Actor | undefined,
  id: ApiTokenId = newId("tok", deps.clock, deps.rng),
): Promise<{ readonly row: ApiTokenRow; readonly token: string }> {
  assertScopes(input.scopes);
  if (by !== undefined) assertOwnScopes(by, input.scopes);
  const { clock, rng, store } = deps;
  const now_ms = clock.now();
  const token = `${PREFIX}${newToken(rng)}`;
  const row: ApiTokenRow = {
    id,
    token_hash: hashToken(token),
    name: input.name,
    scopes: toJson(input.scopes),
    member_id: by?.member_id ?? null,
    created_at: now_ms,
    last_used_at: null,
    expires_at: input.expires_in_days === null ? null : now_ms + input.expires_in_days * DAY_MS,
  };
  const { member_id, name, expires_at } = row;
  await store.write([
    { query: insertRow(store.db, "api_tokens", row), expect: 1 },
    auditStatement(deps, {
      member_id,
      action: "token.create",
      resource: { type: "token", id: row.id },
      detail: { name, scopes: input.scopes, expires_at },
    }),
  ]);
  return { row, token };
}

/** Actors can't grant scopes that they don't have. */
function assertOwnScopes(by: Actor, scopes: readonly string[]): void {
  const beyond = scopeActions(scopes).find((action) => !isActorAllowed(by, action));
  // A member's `*` covers only what the member's role allows, so only a token's own scopes limit the new token.
  if (beyond === undefined || by.scopes === undefined) return;
  throw new ProblemError(
    "scope_insufficient",
    `This token doesn't allow ${beyond}, so it can't create a token that does.`,
  );
}

export async function listTokens(
  { store }: Pick<TokenDeps, "store">,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<{ readonly rows: readonly ApiTokenRow[]; readonly next: string | null }> {
  if (after !== undefined && !isId("tok", after)) return { rows: [], next: null };
  const rows = await tokensAfter(store.db, { after, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return { rows: page, next: rows.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/**
 * Revokes a token immediately.
 *
 * @throws ProblemError `token_not_found`.
 */
export async function revokeToken(deps: TokenDeps, id: string, member_id: MemberId | null): Promise<void> {
  const row = isId("tok", id) ? await tokenById(deps.store.db, id) : undefined;
  const written =
    row === undefined
      ? undefined
      : await deps.store.write([
          { query: deleteToken(deps.store.db, row.id), expect: 1 },
          auditStatement(deps, {
            member_id,
            action: "token.revoke",
            resource: { type: "token", id: row.id },
            detail: { name: row.name },
          }),
        ]);
  if (written?.outcome === "committed") return;
  throw new ProblemError("token_not_found", "API token not found. It may already have been revoked.");
}

/**
 * Returns the token's actor, or undefined if the token is unknown, expired, or revoked. Records its use at most once a
 * minute.
 */
export async function tokenActor(deps: Omit<TokenDeps, "rng">, token: string): Promise<Actor | undefined> {
  if (!token.startsWith(PREFIX) || !isToken(token.slice(PREFIX.length))) return undefined;
  const row = await tokenByHash(deps.store.db, hashToken(token));
  const now_ms = deps.clock.now();
  if (row === undefined || (row.expires_at !== null && row.expires_at <= now_ms)) return undefined;
  if (now_ms - (row.last_used_at ?? 0) >= limits.sign_in_touch_s * SECOND_MS) {
    await deps.store.write([{ query: touchToken(deps.store.db, row.id, now_ms) }]);
  }
  const { member_id, role, id: token_id, name: token_name } = row;
  const access =
    member_id === null || role === null
      ? ({ role: "owner", app_roles: NO_APP_ROLES } as const)
      : await accessOf(deps.store.db, { id: member_id, role });
  return { ...access, member_id, token_id, token_name, scopes: parseScopes(row), signed_in: undefined };
}
