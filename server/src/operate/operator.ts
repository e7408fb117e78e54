import type { Clock } from "@fanfare/contract/clock";
import type { Rng } from "@fanfare/contract/rng";
import type { AppDirectory } from "../accounts/app-directory.ts";
import type { AppRemover } from "../accounts/app-remover.ts";
import type { AuditLog } from "../accounts/audit-log.ts";
import type { Passwords } from "../accounts/passwords.ts";
import type { Vault } from "../accounts/vault.ts";
import type { SendLiveUpdate } from "../engage/live-updates.ts";
import type { Log } from "../log.ts";
import type { Importer } from "../people/importer.ts";
import type { Publish } from "../publish.ts";
import type { Store } from "../store/store.ts";

/** What an operator's command works on: the parts of the server that runs, or the same opened for one command. */
export interface Operator {
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
  readonly publish: Publish;
  readonly sendLiveUpdate: SendLiveUpdate;
}
