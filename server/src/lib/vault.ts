import { createCipheriv, createDecipheriv, createHash, hkdfSync } from "node:crypto";
import { type Rng, systemRng } from "@fanfare/contract/lib/rng";

/** Length of a master key. */
export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;
const FORMAT = 1;
const IV_START = 1 + KEY_ID_BYTES;
const TAG_START = IV_START + IV_BYTES;
const BODY_START = TAG_START + TAG_BYTES;

/** Encrypts secrets at rest with master keys that are never stored in the database. */
export interface Vault {
  /** IDs of the master keys: the current one, then older ones. They reveal nothing about the keys. */
  readonly key_ids: readonly string[];
  /**
   * Encrypts with AES-256-GCM and the current key, as base64. `place` binds the ciphertext to its location: elsewhere it
   * doesn't decrypt.
   */
  seal(text: string, place: string): string;
  /** @throws VaultError if no key of this vault encrypted it for this place, or if it was changed. */
  unseal(sealed: string, place: string): string;
  /** Encrypts with the current key what an older one encrypted. Returns other ciphertexts unchanged. */
  reseal(sealed: string, place: string): string;
  /** Derives a 32-byte key for one purpose, deterministically from the current key (HKDF-SHA256). */
  derive(purpose: string): Uint8Array;
  /** {@link Vault.derive} for each key, the current one first. The same objects until the keys change. */
  deriveAll(purpose: string): readonly Uint8Array[];
  /** Replaces the keys. The first one is the current one. */
  changeKeys(master_keys: readonly Uint8Array[]): void;
}

/** The master key doesn't match the ciphertext, or the key file can't be used. */
export class VaultError extends Error {
  override readonly name = "VaultError";
}

/**
 * @param master_keys 32 bytes each. The first one is the current one, and the others only decrypt.
 * @example
 * const vault = createVault([master_key], systemRng);
 * vault.unseal(vault.seal("ffs_…", "app_secret:1"), "app_secret:1"); // "ffs_…"
 */
export function createVault(master_keys: readonly Uint8Array[], rng: Pick<Rng, "bytes"> = systemRng): Vault {
  let ring = openRing(master_keys);
  const seal = (text: string, place: string): string => encrypt(ring.current, text, place, rng);
  const unseal = (sealed: string, place: string): string => {
    const key = ring.keys.find(({ id }) => id === sealedKeyId(sealed));
    if (key !== undefined) return decrypt(key, sealed, place);
    throw new VaultError(
      "A stored secret is encrypted with another master key. Restore the secret.key or FANFARE_SECRET_KEY that belongs to this database.",
    );
  };
  return {
    get key_ids() {
      return ring.keys.map(({ id }) => id);
    },
    derive: (purpose) => deriveKey(ring.current.master_key, purpose),
    deriveAll: (purpose) => ring.derivedFor(purpose),
    seal,
    unseal,
    reseal: (sealed, place) => (sealedKeyId(sealed) === ring.current.id ? sealed : seal(unseal(sealed, place), place)),
    changeKeys(changed) {
      ring = openRing(changed);
    },
  };
}

interface MasterKey {
  readonly id: string;
  readonly master_key: Uint8Array;
  readonly sealing_key: Uint8Array;
}

function openRing(master_keys: readonly Uint8Array[]) {
  const keys = master_keys.map(openKey);
  const [current] = keys;
  if (current === undefined) throw new VaultError("A vault needs a master key.");
  const derived = new Map<string, readonly Uint8Array[]>();
  return {
    keys,
    current,
    derivedFor(purpose: string): readonly Uint8Array[] {
      const known = derived.get(purpose) ?? keys.map(({ master_key }) => deriveKey(master_key, purpose));
      derived.set(purpose, known);
      return known;
    },
  };
}

function openKey(master_key: Uint8Array): MasterKey {
  if (master_key.byteLength !== KEY_BYTES) throw new VaultError(`The master key must have ${KEY_BYTES} bytes.`);
  const sealing_key = deriveKey(master_key, "seal v1");
  const id = createHash("sha256")
    .update(sealing_key)
    .digest("hex")
    .slice(0, 2 * KEY_ID_BYTES);
  return { id, master_key, sealing_key };
}

function deriveKey(master_key: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", master_key, new Uint8Array(), `fanfare ${purpose}`, KEY_BYTES));
}

/** Returns the ID of the master key that encrypted this text. Needs no key. @throws VaultError for other text. */
export function sealedKeyId(sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  if (bytes.length < BODY_START || bytes[0] !== FORMAT) throw new VaultError("This value isn't encrypted.");
  return bytes.toString("hex", 1, IV_START);
}

function encrypt({ id, sealing_key }: MasterKey, text: string, place: string, rng: Pick<Rng, "bytes">): string {
  const iv = rng.bytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", sealing_key, iv).setAAD(Buffer.from(place));
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  const parts = [Uint8Array.of(FORMAT), Buffer.from(id, "hex"), iv, cipher.getAuthTag(), body];
  return Buffer.concat(parts).toString("base64");
}

function decrypt({ sealing_key }: MasterKey, sealed: string, place: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", sealing_key, bytes.subarray(IV_START, TAG_START));
  decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(TAG_START, BODY_START));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(BODY_START)), decipher.final()]).toString("utf8");
  } catch (error) {
    throw new VaultError("The encrypted value was changed or moved.", { cause: error });
  }
}
