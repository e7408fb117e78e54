import { type Clock, systemClock } from "@fanfare/contract/lib/clock";
import type { BackupFacts } from "../alerts/alert-rules.ts";
import type { Channels } from "../channels/channels.ts";
import type { SharedChannels } from "../channels/shared-channels.ts";
import type { NodeMembership } from "../cluster/nodes.ts";
import type { Config } from "../config/config.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Log } from "../lib/log.ts";
import { createRequestCounter, type RequestCounter } from "../lib/request-counter.ts";
import { watchLoopLag } from "../metrics/loop-lag.ts";
import { serverMetrics } from "../metrics/server-metrics.ts";
import type { WriteTimings } from "../metrics/write-timings.ts";
import { lastBackupAt } from "../operations/backup.ts";
import { createBackupSchedule } from "../operations/backup-schedule.ts";
import { createMaintenance, type Maintenance } from "../operations/maintenance.ts";
import { createReadiness, freeBytesOf, type Readiness } from "../operations/readiness.ts";
import { databaseNow } from "../store/statements/cluster/nodes.ts";
import type { Store } from "../store/store.ts";

export interface OperationsDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  readonly notifySoon: () => void;
  readonly timings: WriteTimings;
  readonly gateway: Pick<Gateway, "counts" | "transportsOf">;
  readonly channels: Pick<Channels, "messageCounts">;
  /** Undefined without Redis. */
  readonly shared: Pick<SharedChannels, "degraded_since_ms"> | undefined;
  /** Undefined on SQLite. */
  readonly membership: Pick<NodeMembership, "describe"> | undefined;
}

/** What an operator sees and relies on: readiness, backups, and metrics. */
export interface Operations {
  readonly readiness: Readiness;
  /** Why this server is degraded, also while it's ready. */
  readonly degraded: Readiness["status"];
  readonly maintenance: Maintenance;
  /** Undefined if automatic backups are off. */
  readonly backupFacts: () => Promise<BackupFacts | undefined>;
  readonly traffic: RequestCounter;
  readonly metrics: () => Promise<string>;
  /** To stop with the server. */
  readonly background: readonly { stop(): void }[];
}

export function composeOperations(config: Config, deps: OperationsDeps): Operations {
  const { clock, log, store, notifySoon, gateway, channels, shared } = deps;
  const readiness = createReadiness({
    ...{ clock, log, store },
    freeBytes: () => freeBytesOf(config.database_url),
    databaseNow: shared && (() => databaseNow(store.db)),
  });
  const degraded: Readiness["status"] = async () => {
    const since_ms = shared?.degraded_since_ms;
    return (
      (await readiness.status()) ?? (since_ms === undefined ? undefined : { reason: "redis_unavailable", since_ms })
    );
  };
  deps.membership?.describe(async () => ({
    connections: gateway.counts().connections,
    degraded: (await degraded())?.reason ?? null,
  }));
  const maintenance = createMaintenance({ config, clock, log, onBackupState: notifySoon });
  const backup_schedule = createBackupSchedule({ config, clock, log, maintenance });
  backup_schedule.start();
  const started_at = clock.now();
  const backupFacts = async (): Promise<BackupFacts | undefined> =>
    maintenance.schedule && {
      interval_hours: maintenance.schedule.interval_hours,
      last_at: await lastBackupAt(config.data_dir),
      failed: maintenance.failure() !== undefined,
      started_at,
    };
  const traffic = createRequestCounter();
  // The event loop runs in real time, even if the server's clock doesn't.
  const loop_lag = watchLoopLag(systemClock);
  const sources = {
    ...{ clock, store, traffic, loop_lag, timings: deps.timings },
    connectionCounts: gateway.counts,
    transports: () => gateway.transportsOf(undefined),
    messageCounts: channels.messageCounts,
    degraded,
    // PostgreSQL has its own tools, whose backups aren't known here.
    lastBackupAt: async () => (store.dialect === "sqlite" ? lastBackupAt(config.data_dir) : undefined),
  };
  return {
    ...{ readiness, degraded, maintenance, backupFacts, traffic },
    metrics: () => serverMetrics(sources),
    background: [backup_schedule, loop_lag],
  };
}
