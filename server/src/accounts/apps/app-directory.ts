import type { AppId, AppKey } from "@fanfare/contract/lib/ids";
import type { AppSettings } from "@fanfare/contract/realtime/app-settings";
import type { ActiveSecret } from "../../lib/signing.ts";

/** An app as the hot paths need it: held in memory, secrets unsealed, replaced whole when anything changes. */
export interface AppRecord {
  readonly id: AppId;
  readonly key: AppKey;
  readonly name: string;
  /** At most two live secrets, the newest first. */
  readonly secrets: readonly AppSecretRecord[];
  readonly paused: boolean;
  readonly system: boolean;
  readonly require_identity: boolean;
  /** Empty: any origin. */
  readonly allowed_origins: readonly string[];
  readonly config_version: number;
  readonly settings: AppSettings;
  /** Grows with every change of the app's own fields and settings. */
  readonly revision: number;
}

export interface AppSecretRecord extends ActiveSecret {
  readonly id: string;
}

/** All apps of this installation, looked up without waiting: what the gateway and both doors ask on every call. */
export interface AppDirectory {
  byKey(key: string): AppRecord | undefined;
  byId(id: string): AppRecord | undefined;
  all(): readonly AppRecord[];
  /** Reads one app again after a write; resolves when the new record is in place. */
  refresh(id: AppId): Promise<void>;
}

/**
 * A directory over records in memory, for tests and simulators. It reads `records` at each call, so that a test changes
 * an app by replacing its record.
 *
 * @example
 * const apps = appDirectoryOf([record]);
 * apps.byKey(record.key)?.name;
 */
export function createAppDirectory(records: readonly AppRecord[]): AppDirectory {
  return {
    byKey: (key) => records.find((record) => record.key === key),
    byId: (id) => records.find((record) => record.id === id),
    all: () => records,
    refresh: async () => {},
  };
}
