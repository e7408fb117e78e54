import { join } from "node:path";
import type { Clock } from "@fanfare/contract/lib/clock";
import type { NodeId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import type { AuditLog } from "../../accounts/audit/audit-log.ts";
import { isAlive } from "../../cluster/nodes.ts";
import type { Config } from "../../config/config.ts";
import { KEY_FILE, readKeys, writeKeys } from "../../lib/key-file.ts";
import { UsageError } from "../../lib/operator-errors.ts";
import { KEY_BYTES, type Vault, VaultError } from "../../lib/vault.ts";
import { replaceCiphertext } from "../../store/statements/accounts/ciphertexts.ts";
import { allNodes } from "../../store/statements/cluster/nodes.ts";
import type { Store } from "../../store/store.ts";
import { countByKey, STORED_CIPHERTEXTS } from "./ciphertexts.ts";

export interface KeyRotationDeps {
  readonly clock: Pick<Clock, "now">;
  readonly rng: Pick<Rng, "bytes">;
  readonly store: Store;
  readonly vault: Vault;
  readonly audit_log: Pick<AuditLog, "seal">;
  readonly config: Pick<Config, "data_dir" | "secret_keys">;
  /** Undefined for a command, and on SQLite. */
  readonly node_id: NodeId | undefined;
}

/** A master key and the number of stored secrets that it encrypts. */
export interface KeyUse {
  readonly id: string;
  readonly state: "current" | "older" | "missing";
  readonly secrets: number;
}

/** Changes the master key while the server runs or is stopped. */
export interface KeyRotation {
  list(): Promise<readonly KeyUse[]>;
  /**
   * Creates a master key and encrypts all stored secrets with it. While older keys still encrypt some, encrypts only
   * those: it continues an interrupted rotation, and never creates keys that the environment provides.
   *
   * @throws UsageError if other nodes don't have the new key.
   */
  rotate(): Promise<{ readonly id: string; readonly created: boolean; readonly secrets: number }>;
  /** Removes older keys from the key file. @throws UsageError while they encrypt stored secrets. */
  prune(): Promise<{ readonly removed: readonly string[] }>;
}

/** @example await createKeyRotation({ ...base, audit_log, config, node_id: undefined }).rotate(); */
export function createKeyRotation(deps: KeyRotationDeps): KeyRotation {
  let work: Promise<unknown> = Promise.resolve();
  /** Two rotations at the same time would both create a key. */
  const afterOthers = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const next = work.then(run);
    work = next.catch(() => {});
    return next;
  };
  return {
    list: () => listKeys(deps),
    rotate: () => afterOthers(() => rotateKey(deps)),
    prune: () => afterOthers(() => pruneKeys(deps)),
  };
}

async function listKeys({ store, vault }: KeyRotationDeps): Promise<readonly KeyUse[]> {
  const counts = await countByKey(store.db);
  const known = vault.key_ids.map((id, index) => {
    return { id, state: index === 0 ? ("current" as const) : ("older" as const), secrets: counts.get(id) ?? 0 };
  });
  const missing = [...counts].filter(([id]) => !vault.key_ids.includes(id));
  return [...known, ...missing.map(([id, secrets]) => ({ id, state: "missing" as const, secrets }))];
}

/** @throws VaultError if a stored secret was encrypted with a key that's missing. */
async function secretsOfOlderKeys(deps: KeyRotationDeps): Promise<number> {
  const keys = await listKeys(deps);
  const missing = keys.find(({ state }) => state === "missing");
  if (missing !== undefined) {
    throw new VaultError(
      `${missing.secrets} stored secrets are encrypted with the master key ${missing.id}, which is missing. Add it to secret.key or FANFARE_SECRET_KEY, after the current one.`,
    );
  }
  return keys.reduce((sum, { state, secrets }) => (state === "older" ? sum + secrets : sum), 0);
}

async function rotateKey(deps: KeyRotationDeps): Promise<Awaited<ReturnType<KeyRotation["rotate"]>>> {
  const { config, vault } = deps;
  const interrupted = (await secretsOfOlderKeys(deps)) > 0;
  const created = !interrupted && config.secret_keys === undefined;
  if (created) await createKey(deps);
  const [id = ""] = vault.key_ids;
  if (!created && !interrupted) return { id, created, secrets: 0 };
  await audit(deps, "secret_key.rotate", id, { created });
  // The log's new entries are signed with the new key before the old one can be removed.
  await deps.audit_log.seal();
  return { id, created, secrets: await encryptAll(deps) };
}

/** The file has both keys before anything is encrypted with the new one, so that a crash loses nothing. */
async function createKey(deps: KeyRotationDeps): Promise<void> {
  await requireNoOtherNode(deps);
  const path = join(deps.config.data_dir, KEY_FILE);
  const keys = [deps.rng.bytes(KEY_BYTES), ...(await requireKeys(path))];
  await writeKeys(path, keys);
  deps.vault.changeKeys(keys);
}

async function requireKeys(path: string): Promise<readonly Uint8Array[]> {
  const keys = await readKeys(path);
  if (keys !== undefined) return keys;
  throw new VaultError(`The master key ${path} is missing. Restore it from a backup.`);
}

/** Another node has its own key file, and couldn't decrypt what this one encrypts. */
async function requireNoOtherNode({ store, node_id }: KeyRotationDeps): Promise<void> {
  if (store.dialect === "sqlite") return;
  const others = (await allNodes(store.db)).filter((node) => node.id !== node_id && isAlive(node));
  if (others.length === 0) return;
  const names = others.map(({ id }) => id).join(", ");
  throw new UsageError(
    `Other nodes use this database: ${names}. They need the new master key first. See docs/operations/secret-key.md.`,
  );
}

/** Encrypts page by page. Until a page is committed, its texts stay readable with the older key. */
async function encryptAll({ store, vault }: KeyRotationDeps): Promise<number> {
  const [current] = vault.key_ids;
  let encrypted = 0;
  for (const column of STORED_CIPHERTEXTS) {
    for await (const page of column.pages(store.db)) {
      const stale = page.filter(({ key_ids }) => key_ids.some((id) => id !== current));
      if (stale.length === 0) continue;
      // Without `expect`: a text that was changed meanwhile is encrypted with the current key already.
      await store.write(
        stale.map((each) => ({
          query: replaceCiphertext(store.db, column, { at: each.at, from: each.text, to: each.reseal(vault) }),
        })),
      );
      encrypted += stale.flatMap(({ key_ids }) => key_ids).filter((id) => id !== current).length;
    }
  }
  return encrypted;
}

async function pruneKeys(deps: KeyRotationDeps): Promise<Awaited<ReturnType<KeyRotation["prune"]>>> {
  const { config, vault } = deps;
  const [current = "", ...older] = vault.key_ids;
  if (config.secret_keys !== undefined) {
    throw new UsageError("The master keys come from FANFARE_SECRET_KEY. Remove the older ones there.");
  }
  const needed = await secretsOfOlderKeys(deps);
  if (needed > 0) {
    throw new UsageError(
      `${needed} stored secrets are encrypted with an older master key. Run fanfare secret-key rotate first.`,
    );
  }
  if (older.length === 0) return { removed: [] };
  await audit(deps, "secret_key.prune", current, { removed: older });
  await deps.audit_log.seal();
  const path = join(config.data_dir, KEY_FILE);
  const kept = (await requireKeys(path)).slice(0, 1);
  await writeKeys(path, kept);
  vault.changeKeys(kept);
  return { removed: older };
}

async function audit(
  deps: KeyRotationDeps,
  action: "secret_key.prune" | "secret_key.rotate",
  id: string,
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  await deps.store.write([
    auditStatement(deps, { member_id: null, action, resource: { type: "secret_key", id }, detail }),
  ]);
}
