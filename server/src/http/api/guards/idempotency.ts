import { createHash } from "node:crypto";
import { HOUR_MS, limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { Context, MiddlewareHandler } from "hono";
import { z } from "zod";
import { readBytes } from "../../../lib/read-bytes.ts";
import {
  claimKey,
  deleteKey,
  deleteKeysUntil,
  type IdempotentResponseRow,
  responseForKey,
  responseVaultContext,
  storeResponse,
} from "../../../store/statements/accounts/idempotent-responses.ts";
import type { ApiDeps, ApiEnv } from "./deps.ts";

type Deps = Pick<ApiDeps, "clock" | "store" | "vault">;

const storedResponseSchema = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
const KEY = /^[\x21-\x7e]+$/;
const STORED_HEADERS = ["Content-Type", "ETag", "Location"];
const RETRY_AFTER_S = 1;

/**
 * Runs a POST with an `Idempotency-Key` once. The same caller, path, key, and body get the stored response for
 * `idempotency_hours_max`. Responses are stored encrypted, because some contain a secret. After a failed call, the key
 * can be reused. A call with an unknown outcome stays refused, because it may have succeeded.
 */
export function idempotencyMiddleware(deps: Deps): MiddlewareHandler<ApiEnv> {
  const { store, vault, clock } = deps;
  return async (c, next) => {
    const key = c.req.header("Idempotency-Key");
    // Public routes have no actor, and nothing that must not run twice.
    if (key === undefined || c.req.method !== "POST" || c.var.actor === undefined) return next();
    const row = await claimOf(c, key, clock.now());
    // The route itself rejects an oversized body with its own error.
    if (row === undefined) return next();
    const { key_hash } = row;
    c.set("idempotency", row);
    const written = await store.write([
      { query: deleteKeysUntil(store.db, clock.now() - limits.idempotency_hours_max * HOUR_MS) },
      { query: claimKey(store.db, row), expect: 1 },
    ]);
    if (written.outcome === "unmet") return await replayResponse(deps, row);
    try {
      await next();
    } catch (error) {
      await store.write([{ query: deleteKey(store.db, key_hash) }]);
      throw error;
    }
    const { res } = c;
    const query = res.ok
      ? storeResponse(store.db, key_hash, vault.seal(await serializeResponse(res), responseVaultContext(key_hash)))
      : deleteKey(store.db, key_hash);
    await store.write([{ query }]);
    return undefined;
  };
}

async function claimOf(c: Context<ApiEnv>, key: string, now_ms: number): Promise<IdempotentResponseRow | undefined> {
  if (!KEY.test(key) || key.length > limits.idempotency_key_chars_max) {
    throw new ProblemError(
      "idempotency_key_invalid",
      `Idempotency-Key must have 1 to ${limits.idempotency_key_chars_max} printable characters without spaces.`,
    );
  }
  const bytes = await readBytes(c.req.raw.clone(), limits.body_bytes_max);
  if (bytes === "too_large") return undefined;
  const { pathname, search } = new URL(c.req.url);
  const { signed_in, member_id, token_id } = c.var.actor;
  const caller = token_id ?? signed_in?.member_id ?? member_id ?? "";
  return {
    key_hash: hashOf(caller, pathname, key),
    request_hash: hashOf(search, bytes),
    sealed: null,
    created_at: now_ms,
  };
}

function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  // Prefix each part with its length, so that different lists never hash the same.
  for (const part of parts) hash.update(`${part.length} `).update(part);
  return hash.digest("hex");
}

async function serializeResponse(response: Response): Promise<string> {
  const headers = STORED_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const body = await response.clone().text();
  return JSON.stringify({ status: response.status, headers: Object.fromEntries(headers), body });
}

async function replayResponse({ store, vault }: Deps, stored: IdempotentResponseRow): Promise<Response> {
  const found = await responseForKey(store.db, stored.key_hash);
  if (found !== undefined && found.request_hash !== stored.request_hash) {
    throw new ProblemError(
      "idempotency_mismatch",
      "This Idempotency-Key was used with another body. Use a new key for a new call.",
    );
  }
  if (found === undefined || found.sealed === null) {
    throw new ProblemError(
      "idempotency_busy",
      "The first call with this Idempotency-Key is still in progress. If it was interrupted, check the result, then use a new key.",
      { retry_after_s: RETRY_AFTER_S },
    );
  }
  const text = vault.unseal(found.sealed, responseVaultContext(found.key_hash));
  const { status, headers, body } = storedResponseSchema.parse(JSON.parse(text));
  return new Response(body === "" ? null : body, { status, headers: { ...headers, "Idempotent-Replayed": "true" } });
}
