import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import { HOUR_MS, limits } from "@fanfare/contract/limits";
import type { Config } from "../config/config.ts";
import type { Log } from "../lib/log.ts";
import { lastBackupAt } from "./backup.ts";
import { hasSchedule, type Maintenance } from "./maintenance.ts";

export interface BackupSchedule {
  start(): void;
  stop(): void;
}

/**
 * Backs up a SQLite database every `backup_interval_hours`, counted from the newest backup, including manual ones. A failed
 * backup is repeated after `limits.backup_retry_ms`.
 */
export function createBackupSchedule(deps: {
  readonly config: Pick<Config, "data_dir" | "database_url" | "backup_interval_hours">;
  readonly clock: Clock;
  readonly log: Log;
  readonly maintenance: Pick<Maintenance, "runScheduledBackup">;
}): BackupSchedule {
  const { config, clock, log, maintenance } = deps;
  const interval_ms = config.backup_interval_hours * HOUR_MS;
  let cancel: Cancel | undefined;
  let stopped = false;

  const wait = (delay_ms: number): void => {
    if (!stopped) cancel = clock.after(delay_ms, () => void check());
  };

  const check = async (): Promise<void> => {
    try {
      const age_ms = clock.now() - (await lastBackupAt(config.data_dir));
      // Negative if the clock was set back.
      const is_due = age_ms >= interval_ms || age_ms < 0;
      const outcome = is_due ? await maintenance.runScheduledBackup() : "made";
      const left_ms = is_due ? interval_ms : interval_ms - age_ms;
      wait(outcome === "made" ? Math.min(left_ms, HOUR_MS) : limits.backup_retry_ms);
    } catch (error) {
      log.error("backup_schedule_failed", { error });
      wait(limits.backup_retry_ms);
    }
  };

  return {
    start() {
      if (hasSchedule(config)) wait(limits.backup_first_ms);
    },
    stop() {
      stopped = true;
      cancel?.();
    },
  };
}
