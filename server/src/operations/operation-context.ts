import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import type { AppDirectory } from "../accounts/apps/app-directory.ts";
import type { AppRemover } from "../accounts/apps/app-remover.ts";
import type { AuditLog } from "../accounts/audit/audit-log.ts";
import type { Passwords } from "../accounts/sign-in/passwords.ts";
import type { Config } from "../config/config.ts";
import type { SendLiveUpdate } from "../engage/live-updates/live-updates.ts";
import type { Log } from "../lib/log.ts";
import type { Publish } from "../lib/publish.ts";
import type { Vault } from "../lib/vault.ts";
import type { Importer } from "../people/import/importer.ts";
import type { Store } from "../store/store.ts";
import type { KeyRotation } from "./secret-key/key-rotation.ts";

/** Where a running server listens, which a command's own environment may not say. */
export type ServerAddress = Pick<Config, "host" | "port" | "tls" | "public_url">;

/** Dependencies of operator commands: the running server's parts, or the same opened for one command. */
export interface OperationContext {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly store: Store;
  readonly vault: Vault;
  readonly passwords: Passwords;
  readonly apps: AppDirectory;
  readonly app_remover: AppRemover;
  readonly importer: Importer;
  readonly audit_log: AuditLog;
  readonly key_rotation: KeyRotation;
  readonly publish: Publish;
  readonly sendLiveUpdate: SendLiveUpdate;
  /** Undefined if no server runs. */
  readonly address?: ServerAddress | undefined;
}
