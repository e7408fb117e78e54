import { timingSafeEqual } from "node:crypto";

/** A key with its active secrets, as needed for every Pusher signature. */
export interface Signer {
  readonly key: string;
  /** Newest first. */
  readonly secrets: readonly ActiveSecret[];
}

export interface ActiveSecret {
  readonly secret: string;
  /** Called on each use of the secret. */
  readonly onUse?: (() => void) | undefined;
}

const DIGEST_BYTES = 32;
const DIGEST_PATTERN = /^[0-9a-f]{64}$/;

/** HMAC-SHA256 in lowercase hex. */
export function hmacHex(secret: string, text: string): string {
  return new Bun.CryptoHasher("sha256", secret).update(text).digest("hex");
}

/**
 * Keyed hashers of secrets in use. A changed app record is replaced as a whole, so stale entries are garbage collected.
 */
const keyedHashers = new WeakMap<Signer["secrets"][number], Bun.CryptoHasher>();
function keyedHasher(secret: Signer["secrets"][number]): Bun.CryptoHasher {
  const known = keyedHashers.get(secret);
  if (known !== undefined) return known.copy();
  const hasher = new Bun.CryptoHasher("sha256", secret.secret);
  keyedHashers.set(secret, hasher);
  return hasher.copy();
}

// Written and compared synchronously, so all calls share one buffer.
const signatureBuffer = Buffer.alloc(DIGEST_BYTES);

/**
 * Returns `key:signature` with the newest secret. Callers must validate every part of `text` first: one secret signs
 * channels, users, and requests, so unchecked text could be reused as another kind.
 */
export function signText(signer: Signer, text: string): string {
  const newest = signer.secrets[0];
  if (newest === undefined) throw new Error(`The app with the key ${signer.key} has no active secret.`);
  return `${signer.key}:${hmacHex(newest.secret, text)}`;
}

/** Whether any active secret made `signature` over `text`. Runs in constant time. */
export function verifySignature(secrets: Signer["secrets"], text: string, signature: string): boolean {
  if (!DIGEST_PATTERN.test(signature)) return false;
  signatureBuffer.write(signature, "hex");
  let signed = false;
  for (const secret of secrets) {
    if (!timingSafeEqual(keyedHasher(secret).update(text).digest(), signatureBuffer)) continue;
    signed = true;
    secret.onUse?.();
  }
  return signed;
}
