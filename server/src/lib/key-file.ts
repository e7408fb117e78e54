import { chmod, link, mkdir, open, readFile, rename, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Rng, systemRng } from "@fanfare/contract/lib/rng";
import { createVault, KEY_BYTES, type Vault, VaultError } from "./vault.ts";

/** In the data directory: the master keys as base64, one per line. The first one is the current one. */
export const KEY_FILE = "secret.key";
/** Enough for every rotation, and few enough to derive keys from all of them. */
const KEYS_MAX = 10;

/** Parses master keys: base64, separated by commas or line breaks. Undefined for other text. */
export function parseKeys(text: string): readonly Uint8Array[] | undefined {
  const keys = text
    .trim()
    .split(/\s*[,\n]\s*/)
    .map((line) => new Uint8Array(Buffer.from(line, "base64")));
  return keys.length <= KEYS_MAX && keys.every(({ length }) => length === KEY_BYTES) ? keys : undefined;
}

/**
 * Opens a data directory's vault. Its master keys are `secret_keys`, or those of the file `secret.key` (mode 0600),
 * created at first boot. Without them, no secret in the database can be decrypted.
 */
export async function openVault(
  { data_dir, secret_keys }: { readonly data_dir: string; readonly secret_keys?: readonly Uint8Array[] | undefined },
  rng: Pick<Rng, "bytes"> = systemRng,
): Promise<Vault> {
  await mkdir(data_dir, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new VaultError(
      `Can't create the data directory ${data_dir}: ${cause instanceof Error ? cause.message : cause}. Set FANFARE_DATA_DIR to a writable directory.`,
      { cause },
    );
  });
  if (secret_keys !== undefined) return createVault(secret_keys, rng);
  const path = join(data_dir, KEY_FILE);
  const keys = (await readKeys(path)) ?? (await createKey(path, rng));
  const { mode } = await stat(path);
  if ((mode & 0o077) !== 0) await chmod(path, 0o600);
  return createVault(keys, rng);
}

/**
 * Reads a key file, and changes nothing. Undefined if it doesn't exist.
 *
 * @throws VaultError
 */
export async function readKeys(path: string): Promise<readonly Uint8Array[] | undefined> {
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
  const keys = parseKeys(text);
  if (keys === undefined) {
    throw new VaultError(
      `The master key ${path} is damaged. Each of at most ${KEYS_MAX} lines must contain ${KEY_BYTES} bytes as base64. Restore it from a backup.`,
    );
  }
  return keys;
}

/** Replaces a key file atomically: after a crash or a power failure, it has the previous keys or these. */
export async function writeKeys(path: string, keys: readonly Uint8Array[]): Promise<void> {
  const draft = `${path}.partial`;
  await unlink(draft).catch(() => {});
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(keys.map((key) => `${Buffer.from(key).toString("base64")}\n`).join(""));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncDirectory(dirname(path));
}

/** Writes a temporary file and links it into place: of two concurrent processes one wins, and both read its key. */
async function createKey(path: string, rng: Pick<Rng, "bytes">): Promise<readonly Uint8Array[]> {
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
  const keys = await readKeys(path);
  if (keys === undefined)
    throw new VaultError(`The master key ${path} disappeared while it was created. Start the server again.`);
  return keys;
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
