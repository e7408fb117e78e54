import type { AppId } from "@fanfare/contract/lib/ids";
import type { Vault } from "../../lib/vault.ts";
import { insertPushKey, type PushKeyRow, pushKeyOf } from "../../store/statements/realtime/push-subscriptions.ts";
import type { WriteDeps } from "../../store/store.ts";

export type PushKeyDeps = Pick<WriteDeps, "store" | "clock"> & { readonly vault: Pick<Vault, "seal"> };

/** Binds the encrypted private key to its app. */
export const pushKeyVaultContext = (app_id: AppId): string => `push_key:${app_id}`;

/**
 * The key of an app's push notifications, created when it's first needed. It stays, because browsers accept
 * notifications only with the key that they subscribed with.
 */
export async function requirePushKey({ store, clock, vault }: PushKeyDeps, app_id: AppId): Promise<PushKeyRow> {
  const known = await pushKeyOf(store.db, app_id);
  if (known !== undefined) return known;
  const { public_key, private_key } = await generatePushKey();
  const sealed = vault.seal(private_key, pushKeyVaultContext(app_id));
  await store.write([{ query: insertPushKey(store.db, { app_id, public_key, sealed, created_at: clock.now() }) }]);
  const stored = await pushKeyOf(store.db, app_id);
  if (stored === undefined) throw new Error("The push key is gone, although it was just stored.");
  return stored;
}

/** P-256, as RFC 8292 requires: the uncompressed point, and the private key as a JWK. */
async function generatePushKey(): Promise<{ readonly public_key: string; readonly private_key: string }> {
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const [point, jwk] = await Promise.all([
    crypto.subtle.exportKey("raw", pair.publicKey),
    crypto.subtle.exportKey("jwk", pair.privateKey),
  ]);
  return { public_key: Buffer.from(point).toString("base64url"), private_key: JSON.stringify(jwk) };
}
