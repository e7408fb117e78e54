import type { AppId } from "@fanfare/contract/lib/ids";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { storedAppSettingsSchema } from "@fanfare/contract/schema/accounts/app-settings";
import { CONSOLE_APP_KEY } from "@fanfare/contract/schema/accounts/new-app";
import { z } from "zod";
import type { Vault } from "../../lib/vault.ts";
import { fromBit, fromJson } from "../../store/columns.ts";
import {
  type AppRow,
  type AppSecretRow,
  allApps,
  appById,
  appVersions,
  liveSecrets,
} from "../../store/statements/accounts/apps.ts";
import type { Store } from "../../store/store.ts";
import type { AppDirectory, AppRecord } from "./app-directory.ts";
import { type AppDeps, type CreatedApp, createApp, secretVaultContext } from "./create-app.ts";

/** What an app's record was read from. A deleted app stays. */
interface AppRead extends Pick<AppRow, "created_at" | "changes"> {
  /** When the read ended, in the order of all reads of this process. */
  readonly ended: number;
}

/** Number of changes of a deleted app, as if no change were newer. */
const DELETED = Number.POSITIVE_INFINITY;

const originsSchema = z.array(z.string());

/**
 * Loads all apps into memory with decrypted secrets. After each write to an app, the writer calls `refresh`.
 *
 * @throws VaultError if the database belongs to another master key.
 * @example
 * const apps = await openAppDirectory({ store, vault });
 * apps.byKey("shop")?.id;
 */
export async function openAppDirectory(deps: {
  readonly store: Pick<Store, "db">;
  readonly vault: Vault;
  /** Called on the hot path each time a secret is used to check a signature. Must be cheap. */
  readonly noteSecretUse?: ((secret_id: string) => void) | undefined;
}): Promise<AppDirectory> {
  const { store } = deps;
  const by_id = new Map<AppId, AppRecord>();
  const by_key = new Map<string, AppRecord>();
  const reads = new Map<AppId, AppRead>();
  /** Begins and ends of reads, in order. */
  let moments = 0;
  const put = (row: AppRow, secrets: readonly AppSecretRow[]): void => {
    const record = toAppRecord(row, secrets, deps);
    reads.set(row.id, { created_at: row.created_at, changes: row.changes, ended: ++moments });
    by_id.set(record.id, record);
    by_key.set(record.key, record);
  };

  const [rows, secrets] = await Promise.all([allApps(store.db), liveSecrets(store.db)]);
  for (const row of rows) {
    const own = secrets.filter((secret) => secret.app_id === row.id);
    put(row, own);
  }

  const refreshing = new Map<AppId, Promise<void>>();
  const load = async (id: AppId): Promise<void> => {
    const began = ++moments;
    // The row first: secrets read after it are at least as new as its number of changes.
    const row = await appById(store.db, id);
    const own = row === undefined ? [] : await liveSecrets(store.db, id);
    const before = reads.get(id);
    if (row === undefined) {
      const record = by_id.get(id);
      if (record !== undefined) by_key.delete(record.key);
      by_id.delete(id);
      if (before !== undefined) reads.set(id, { ...before, changes: DELETED, ended: ++moments });
      return;
    }
    // Concurrent refreshes can finish out of order: a slow one must not bring back a revoked secret or a deleted app. One
    // that began later may: the database is that of a backup, or of a replica that hadn't received everything.
    const is_concurrent = before !== undefined && began < before.ended;
    if (is_concurrent && before.created_at === row.created_at && before.changes > row.changes) return;
    put(row, own);
  };
  const refresh = (id: AppId): Promise<void> => {
    const loading = load(id).finally(() => {
      if (refreshing.get(id) === loading) refreshing.delete(id);
    });
    refreshing.set(id, loading);
    return loading;
  };

  return {
    byKey: (key) => by_key.get(key),
    // Cast: any text is allowed, and invalid IDs find nothing.
    byId: (id) => by_id.get(id as AppId),
    all: () => [...by_id.values()],
    refresh,
    refreshing: (id) => refreshing.get(id),
    async refreshChanged() {
      const stored = new Map((await appVersions(store.db)).map(({ id, changes }) => [id, changes]));
      const changed = new Set([...by_id.keys()].filter((id) => !stored.has(id)));
      for (const [id, changes] of stored) if (changes !== reads.get(id)?.changes) changed.add(id);
      await Promise.all([...changed].map(refresh));
      return [...changed];
    },
  };
}

function toAppRecord(
  row: AppRow,
  secrets: readonly AppSecretRow[],
  { vault, noteSecretUse }: Pick<Parameters<typeof openAppDirectory>[0], "vault" | "noteSecretUse">,
): AppRecord {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    secrets: secrets.map(({ id, sealed }) => ({
      id,
      secret: vault.unseal(sealed, secretVaultContext(row.id, id)),
      onUse: noteSecretUse === undefined ? undefined : () => noteSecretUse(id),
    })),
    paused: fromBit(row.paused),
    system: fromBit(row.system),
    require_identity: fromBit(row.require_identity),
    allowed_origins: fromJson(row.allowed_origins, (value) => originsSchema.parse(value)),
    config_version: row.config_version,
    settings: appSettings(fromJson(row.settings, (value) => storedAppSettingsSchema.parse(value))),
    revision: row.revision,
  };
}

export interface FirstAppOptions {
  readonly id: string | undefined;
  readonly key: string | undefined;
  readonly secret: string | undefined;
}

/**
 * Creates the console's hidden app and the first app if they don't exist.
 *
 * @returns the first app with its secret if this call created it.
 */
export async function ensureApps(deps: AppDeps, options: FirstAppOptions): Promise<CreatedApp | undefined> {
  const rows = await allApps(deps.store.db);
  if (!rows.some((row) => row.system === 1)) {
    await createApp(deps, { name: "Fanfare console", key: CONSOLE_APP_KEY, system: true, require_identity: true });
  }
  if (rows.some((row) => row.system === 0)) return undefined;
  return await createApp(deps, { name: "First app", ...options });
}

/**
 * Describes how the configured first app differs from the existing apps. The configuration applies only at first boot,
 * so later differences are reported and change nothing.
 */
export function ignoredFirstApp(apps: AppDirectory, options: FirstAppOptions): string | undefined {
  if (options.id === undefined && options.key === undefined && options.secret === undefined) return undefined;
  const fits = apps
    .all()
    .some(
      (app) =>
        !app.system &&
        (options.id ?? app.id) === app.id &&
        (options.key ?? app.key) === app.key &&
        (options.secret === undefined || app.secrets.some(({ secret }) => secret === options.secret)),
    );
  if (fits) return undefined;
  return "FANFARE_APP_ID, FANFARE_APP_KEY, and FANFARE_APP_SECRET are used only on the first start, and no app matches them now. Create an app with `fanfare app create`.";
}
