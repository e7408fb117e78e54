import { createCipheriv, createDecipheriv, createHash, hkdfSync } from "node:crypto";
import { chmod, link, mkdir, open, readFile, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Rng, systemRng } from "@fanfare/contract/lib/rng";

/** Length of the master key. */
export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 4;
const FORMAT = 1;

/** Encrypts secrets at rest with a master key that's never stored in the database. */
export interface Vault {
  /**
   * Encrypts with AES-256-GCM, as base64. `place` binds the ciphertext to its location: elsewhere it doesn't decrypt.
   */
  seal(text: string, place: string): string;
  /** @throws VaultError if the text was encrypted with another key or for another place, or was changed. */
  unseal(sealed: string, place: string): string;
  /** Derives a 32-byte key for one purpose, deterministically from the master key (HKDF-SHA256). */
  derive(purpose: string): Uint8Array;
}

/** The master key doesn't match the ciphertext, or the key file can't be used. */
export class VaultError extends Error {
  override readonly name = "VaultError";
}

/**
 * @param master_key 32 bytes.
 * @example
 * const vault = createVault(master_key, systemRng);
 * vault.unseal(vault.seal("ffs_…", "app_secret:1"), "app_secret:1"); // "ffs_…"
 */
export function createVault(master_key: Uint8Array, rng: Pick<Rng, "bytes"> = systemRng): Vault {
  if (master_key.byteLength !== KEY_BYTES) throw new VaultError(`The master key must have ${KEY_BYTES} bytes.`);
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync("sha256", master_key, new Uint8Array(), `fanfare ${purpose}`, KEY_BYTES));
  const sealing_key = derive("seal v1");
  const key_id = createHash("sha256").update(sealing_key).digest().subarray(0, KEY_ID_BYTES);
  return {
    derive,
    seal(text, place) {
      const iv = rng.bytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealing_key, iv).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([Uint8Array.of(FORMAT), key_id, iv, cipher.getAuthTag(), body]).toString("base64");
    },
    unseal(sealed, place) {
      const bytes = Buffer.from(sealed, "base64");
      const iv_start = 1 + KEY_ID_BYTES;
      const tag_start = iv_start + IV_BYTES;
      const body_start = tag_start + TAG_BYTES;
      if (bytes.length < body_start || bytes[0] !== FORMAT) throw new VaultError("This value isn't encrypted.");
      if (!bytes.subarray(1, iv_start).equals(key_id)) {
        throw new VaultError(
          "This was encrypted with another master key. Restore the secret.key or FANFARE_SECRET_KEY that belongs to this database.",
        );
      }
      const decipher = createDecipheriv("aes-256-gcm", sealing_key, bytes.subarray(iv_start, tag_start));
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(tag_start, body_start));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(body_start)), decipher.final()]).toString("utf8");
      } catch (error) {
        throw new VaultError("The encrypted value was changed or moved.", { cause: error });
      }
    },
  };
}

/**
 * Opens a data directory's vault. Its master key is `secret_key`, or the file `secret.key` (mode 0600), created at
 * first boot. Without the key, no secret in the database can be decrypted.
 */
export async function openVault(
  { data_dir, secret_key }: { readonly data_dir: string; readonly secret_key?: Uint8Array | undefined },
  rng: Pick<Rng, "bytes"> = systemRng,
): Promise<Vault> {
  await mkdir(data_dir, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new VaultError(
      `Can't create the data directory ${data_dir}: ${cause instanceof Error ? cause.message : cause}. Set FANFARE_DATA_DIR to a writable directory.`,
      { cause },
    );
  });
  if (secret_key !== undefined) return createVault(secret_key, rng);
  const path = join(data_dir, "secret.key");
  return createVault((await readKey(path)) ?? (await createKey(path, rng)), rng);
}

async function readKey(path: string): Promise<Uint8Array | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return undefined;
    throw new VaultError(
      `Can't read the master key ${path}. Set its owner to the user that runs Fanfare and its mode to 0600.`,
      {
        cause: error,
      },
    );
  }
  const key = Buffer.from(text.trim(), "base64");
  if (key.length !== KEY_BYTES) {
    throw new VaultError(
      `The master key ${path} is damaged. It must contain ${KEY_BYTES} bytes as base64. Restore it from a backup.`,
    );
  }
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) await chmod(path, 0o600);
  return key;
}

/** Writes a temporary file and links it into place: of two concurrent processes one wins, and both read its key. */
async function createKey(path: string, rng: Pick<Rng, "bytes">): Promise<Uint8Array> {
  const draft = `${path}.${Buffer.from(rng.bytes(8)).toString("hex")}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(`${Buffer.from(rng.bytes(KEY_BYTES)).toString("base64")}\n`);
    await file.sync();
    await link(draft, path);
  } catch (error) {
    if (!hasErrorCode(error, "EEXIST")) throw error;
  } finally {
    await file.close();
    await unlink(draft);
  }
  await syncDirectory(dirname(path));
  const key = await readKey(path);
  if (key === undefined)
    throw new VaultError(`The master key ${path} disappeared while it was created. Start the server again.`);
  return key;
}

/** Without this, a power failure could keep the database and lose its key's directory entry. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
