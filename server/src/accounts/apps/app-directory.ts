import type { AppId, AppKey } from "@fanfare/contract/lib/ids";
import type { AppSettings } from "@fanfare/contract/realtime/app-settings";
import type { ActiveSecret } from "../../lib/signing.ts";

/** In-memory app with decrypted secrets, for hot paths. Replaced as a whole on every change. */
export interface AppRecord {
  readonly id: AppId;
  readonly key: AppKey;
  readonly name: string;
  /** At most two active secrets, newest first. */
  readonly secrets: readonly AppSecretRecord[];
  readonly paused: boolean;
  readonly system: boolean;
  readonly require_identity: boolean;
  /** Empty: any origin. */
  readonly allowed_origins: readonly string[];
  readonly config_version: number;
  readonly settings: AppSettings;
  /** Increases with every change of the app's own fields and settings. */
  readonly revision: number;
}

export interface AppSecretRecord extends ActiveSecret {
  readonly id: string;
}

/** All apps of this server, available synchronously. The gateway and both APIs use it on every call. */
export interface AppDirectory {
  byKey(key: string): AppRecord | undefined;
  byId(id: string): AppRecord | undefined;
  all(): readonly AppRecord[];
  /** Reloads one app after a write. Resolves when the new record is in place. */
  refresh(id: AppId): Promise<void>;
  /** Reloads all apps that another process changed, and returns them. */
  refreshChanged(): Promise<readonly AppId[]>;
  /** The refresh in progress of this app, so that a request doesn't get an older record. */
  refreshing(id: AppId): Promise<void> | undefined;
  /**
   * With several nodes: resolves when this one has all changes that were committed before the call, because another
   * node may have told the page of them.
   */
  catchUp?(): Promise<void>;
}

/**
 * In-memory directory for tests and simulators. Reads `records` on each call, so a test changes an app by replacing its
 * record.
 *
 * @example
 * const apps = createAppDirectory([record]);
 * apps.byKey(record.key)?.name;
 */
export function createAppDirectory(records: readonly AppRecord[]): AppDirectory {
  return {
    byKey: (key) => records.find((record) => record.key === key),
    byId: (id) => records.find((record) => record.id === id),
    all: () => records,
    refresh: async () => {},
    refreshChanged: async () => [],
    refreshing: () => undefined,
  };
}
