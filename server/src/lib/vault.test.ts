import { describe, expect, test } from "bun:test";
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openVault, readKeys, writeKeys } from "./key-file.ts";
import { createVault, VaultError } from "./vault.ts";

const key = new Uint8Array(32).fill(7);
const vault = createVault([key]);

async function withDirectory(task: (directory: string) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "fanfare-vault-"));
  try {
    await task(directory);
  } finally {
    await rm(directory, { recursive: true });
  }
}

describe("encrypted text", () => {
  test("decrypts in its own context", () => {
    expect(vault.unseal(vault.seal("ffs_secret ✓", "app_secret:1"), "app_secret:1")).toBe("ffs_secret ✓");
  });

  test("reveals nothing and never repeats", () => {
    const [first, second] = [vault.seal("ffs_secret", "a"), vault.seal("ffs_secret", "a")];
    expect(first).not.toBe(second);
    expect(Buffer.from(first, "base64").includes("ffs_secret")).toBe(false);
  });

  test("doesn't decrypt in another context, with another key, or with a flipped bit", () => {
    const sealed = vault.seal("ffs_secret", "app_secret:1");
    expect(() => vault.unseal(sealed, "app_secret:2")).toThrow(VaultError);
    expect(() => createVault([new Uint8Array(32).fill(8)]).unseal(sealed, "app_secret:1")).toThrow("secret.key");
    const bytes = Buffer.from(sealed, "base64");
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => vault.unseal(changed.toString("base64"), "app_secret:1")).toThrow(VaultError);
    }
    expect(() => vault.unseal("", "app_secret:1")).toThrow(VaultError);
  });
});

test("derives different keys by purpose and stable ones per master key", () => {
  expect(vault.derive("anonymous token")).toEqual(createVault([key]).derive("anonymous token"));
  expect(vault.derive("anonymous token")).not.toEqual(vault.derive("something else"));
  expect(vault.derive("anonymous token").byteLength).toBe(32);
});

test("creates secret.key for its user only and reads the same key later", () =>
  withDirectory(async (directory) => {
    const sealed = (await openVault({ data_dir: join(directory, "data") })).seal("x", "y");
    expect((await stat(join(directory, "data", "secret.key"))).mode & 0o777).toBe(0o600);
    expect((await openVault({ data_dir: join(directory, "data") })).unseal(sealed, "y")).toBe("x");
    expect(await readdir(join(directory, "data"))).toEqual(["secret.key"]);
  }));

test("creates one key when 20 processes start at the same time", () =>
  withDirectory(async (directory) => {
    const vaults = await Promise.all(Array.from({ length: 20 }, () => openVault({ data_dir: directory })));
    const keys = new Set(vaults.map((each) => Buffer.from(each.derive("p")).toString("hex")));
    expect(keys.size).toBe(1);
    expect(await readdir(directory)).toEqual(["secret.key"]);
  }));

test("names the variable for a data directory that can't be created", () =>
  withDirectory(async (directory) => {
    const path = join(directory, "file");
    await writeFile(path, "");
    await expect(openVault({ data_dir: path })).rejects.toThrow(
      /^Can't create the data directory .*file: .* FANFARE_DATA_DIR/,
    );
  }));

test("restricts the permissions of a key and rejects a damaged one", () =>
  withDirectory(async (directory) => {
    await openVault({ data_dir: directory });
    const path = join(directory, "secret.key");
    await chmod(path, 0o644);
    await openVault({ data_dir: directory });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await writeFile(path, "short");
    await expect(openVault({ data_dir: directory })).rejects.toThrow("is damaged");
  }));

describe("several master keys", () => {
  const [older, current] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const before = createVault([older]);
  const after = createVault([current, older]);

  test("encrypt with the first and decrypt with each", () => {
    const sealed = before.seal("ffs_secret", "a");
    expect(after.unseal(sealed, "a")).toBe("ffs_secret");
    expect(() => before.unseal(after.seal("x", "a"), "a")).toThrow(VaultError);
    expect(createVault([current]).unseal(after.reseal(sealed, "a"), "a")).toBe("ffs_secret");
    expect(after.deriveAll("p")).toEqual([createVault([current]).derive("p"), before.derive("p")]);
  });

  test("don't re-encrypt what the current one encrypted", () => {
    const sealed = after.seal("ffs_secret", "a");
    expect(after.reseal(sealed, "a")).toBe(sealed);
  });

  test("are kept in order in secret.key, for its user only", () =>
    withDirectory(async (directory) => {
      const path = join(directory, "secret.key");
      await writeKeys(path, [current, older]);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect(await readKeys(path)).toEqual([current, older]);
      expect((await openVault({ data_dir: directory })).key_ids).toEqual(after.key_ids);
    }));
});
