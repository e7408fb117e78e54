import { timingSafeEqual } from "node:crypto";

/** A key and the secrets that are live for it, as every signature of the Pusher protocol needs them. */
export interface Signer {
  readonly key: string;
  /** The newest first. */
  readonly secrets: readonly ActiveSecret[];
}

export interface ActiveSecret {
  readonly secret: string;
  /** Told each time that something was signed by it. */
  readonly onUse?: (() => void) | undefined;
}

const DIGEST_BYTES = 32;
const DIGEST_PATTERN = /^[0-9a-f]{64}$/;

/** HMAC-SHA256 in lower-case hex. */
export function hmacHex(secret: string, text: string): string {
  return new Bun.CryptoHasher("sha256", secret).update(text).digest("hex");
}

/** Hashers that have taken in their key, for secrets in use: a record of an app is replaced whole when they change. */
const keyedHashers = new WeakMap<Signer["secrets"][number], Bun.CryptoHasher>();
function keyedHasher(secret: Signer["secrets"][number]): Bun.CryptoHasher {
  const known = keyedHashers.get(secret);
  if (known !== undefined) return known.copy();
  const hasher = new Bun.CryptoHasher("sha256", secret.secret);
  keyedHashers.set(secret, hasher);
  return hasher.copy();
}

// Written and compared without a pause between, so one serves every call.
const signatureBuffer = Buffer.alloc(DIGEST_BYTES);

/**
 * `key:signature` by the newest secret. Callers check the grammar of every part of `text` first: one secret signs
 * channels, users and requests, and a signature over unchecked text could be used as another kind.
 */
export function signText(signer: Signer, text: string): string {
  const newest = signer.secrets[0];
  if (newest === undefined) throw new Error(`The app with the key ${signer.key} has no active secret.`);
  return `${signer.key}:${hmacHex(newest.secret, text)}`;
}

/** Whether any live secret made `signature` over `text`. How long it takes does not depend on how wrong the signature is. */
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
