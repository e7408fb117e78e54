import type { Clock } from "@fanfare/contract/lib/clock";
import { SECOND_MS } from "@fanfare/contract/limits";
import { DEGRADED_REASONS, type DegradedReason } from "@fanfare/contract/schema/responses/accounts/server-health";
import packageJson from "../../../package.json" with { type: "json" };
import type { RequestCounter } from "../lib/request-counter.ts";
import { webhookBacklog } from "../store/statements/realtime/webhook-deliveries.ts";
import type { Store } from "../store/store.ts";
import type { LoopLag } from "./loop-lag.ts";
import { processMetrics } from "./process-metrics.ts";
import { family, histogram, perLabel } from "./prometheus-text.ts";
import type { WriteTimings } from "./write-timings.ts";

export interface ServerMetricsDeps {
  readonly clock: Pick<Clock, "now">;
  readonly store: Pick<Store, "db">;
  readonly traffic: RequestCounter;
  readonly timings: WriteTimings;
  readonly loop_lag: Pick<LoopLag, "longest_ms">;
  /** Connections: open, lost without a close frame, and refused by limit. */
  readonly connectionCounts: () => {
    readonly connections: number;
    readonly lost: number;
    readonly refused: Readonly<Record<string, number>>;
  };
  /** Open connections by transport. */
  readonly transports: () => Readonly<Record<string, number>>;
  readonly messageCounts: () => {
    readonly published: number;
    readonly client_events: number;
    readonly delivered: Readonly<Record<string, number>>;
  };
  readonly degraded: () => Promise<{ readonly reason: DegradedReason } | undefined>;
  /** Milliseconds. 0: there is none. Undefined if this server makes no backups. */
  readonly lastBackupAt: () => Promise<number | undefined>;
}

/** All metrics in the Prometheus text format. */
export async function serverMetrics(deps: ServerMetricsDeps): Promise<string> {
  const [state, realtime, own] = await Promise.all([stateMetrics(deps), realtimeMetrics(deps), processMetrics()]);
  return state + realtime + own;
}

async function stateMetrics({
  traffic,
  timings,
  loop_lag,
  degraded,
  lastBackupAt,
}: ServerMetricsDeps): Promise<string> {
  const [now, backup_ms] = await Promise.all([degraded(), lastBackupAt()]);
  const requests = traffic.read().map(({ area, status, count }) => ({ labels: { area, status }, value: count }));
  const reasons = DEGRADED_REASONS.map((reason) => ({ labels: { reason }, value: now?.reason === reason ? 1 : 0 }));
  const build = [{ labels: { version: packageJson.version, bun: Bun.version }, value: 1 }];
  return [
    family("fanfare_build_info", "gauge", "Version of the server.", build),
    family("fanfare_degraded", "gauge", "1 for the reason why the server is degraded.", reasons),
    family("fanfare_http_requests_total", "counter", "Requests handled.", requests),
    family(
      "fanfare_event_loop_lag_seconds",
      "gauge",
      "Longest time for which the event loop was blocked recently.",
      loop_lag.longest_ms() / SECOND_MS,
    ),
    family("fanfare_writes_pending", "gauge", "Writes that wait for their commit.", timings.pending()),
    histogram("fanfare_write_seconds", "Time from a write to its commit.", timings.seconds()),
    family(
      "fanfare_write_failures_total",
      "counter",
      "Writes that the database couldn't store.",
      perLabel("reason", timings.failures()),
    ),
    backup_ms === undefined
      ? ""
      : family("fanfare_last_backup_timestamp_seconds", "gauge", "Time of the newest backup.", backup_ms / SECOND_MS),
  ].join("");
}

async function realtimeMetrics({
  clock,
  store,
  connectionCounts,
  transports,
  messageCounts,
}: ServerMetricsDeps): Promise<string> {
  const { connections, lost, refused } = connectionCounts();
  const { published, client_events, delivered } = messageCounts();
  const { pending, oldest_at } = await webhookBacklog(store.db);
  const age_ms = oldest_at === null ? 0 : Math.max(0, clock.now() - oldest_at);
  return [
    family("fanfare_connections", "gauge", "Open live connections.", connections),
    family(
      "fanfare_transport_connections",
      "gauge",
      "Open live connections by transport.",
      perLabel("transport", transports()),
    ),
    family("fanfare_connections_lost_total", "counter", "Live connections that ended without a close frame.", lost),
    family(
      "fanfare_connections_refused_total",
      "counter",
      "Connections refused because of a limit.",
      perLabel("limit", refused),
    ),
    family(
      "fanfare_events_published_total",
      "counter",
      "Events published on channels.",
      perLabel("source", { server: published, client: client_events }),
    ),
    family(
      "fanfare_messages_delivered_total",
      "counter",
      "Messages sent to subscribers.",
      perLabel("protocol", delivered),
    ),
    family("fanfare_webhook_deliveries_pending", "gauge", "Webhook deliveries to send.", pending),
    family(
      "fanfare_webhook_oldest_seconds",
      "gauge",
      "Age of the oldest pending webhook delivery.",
      age_ms / SECOND_MS,
    ),
  ].join("");
}
