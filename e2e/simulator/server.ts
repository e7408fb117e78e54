import type { Clock } from "@fanfare/contract/lib/clock";
import type { AppId, AppKey } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { type AppSettings, DEFAULT_APP_SETTINGS } from "@fanfare/contract/realtime/app-settings";
import { EVERYONE_CHANNEL } from "@fanfare/contract/realtime/channel";
import { channelSignatureText } from "@fanfare/contract/realtime/signature";
import { type BootResponse, CONTENT_CHANGED, type ContentChanged } from "@fanfare/contract/schema/client/v1";
import type { AppRecord } from "@fanfare/server/accounts/apps/app-directory";
import { createAppDirectory } from "@fanfare/server/accounts/apps/app-directory";
import { Channels } from "@fanfare/server/channels/channels";
import { createWatchlists } from "@fanfare/server/channels/watchlists";
import { admitConnection } from "@fanfare/server/gateway/pusher/handshake";
import type { Session } from "@fanfare/server/gateway/pusher/session";
import { createSessions, type Sessions } from "@fanfare/server/gateway/pusher/sessions";
import { ConnectionCounts } from "@fanfare/server/gateway/session/connection-counts";
import { signText } from "@fanfare/server/lib/signing";
import { createMemoryNetwork } from "../../server/test/support/memory-network.ts";

// Casts: made-up test IDs.
export const APP = { id: "7" as AppId, key: "simulated-key" as AppKey };

interface Process {
  readonly net: ReturnType<typeof createMemoryNetwork>;
  readonly channels: Channels;
  readonly sessions: Sessions;
}

/** The server for simulated pages: real sessions and channels, and a database that survives crashes. */
export interface SimulatedServer {
  readonly version: number;
  readonly open_sessions: number;
  subscriptions(channel: string): number;
  /** Accepts a connection: its session and its process's sockets. Undefined while the server is down. */
  accept(): { readonly session: Pick<Session, "receive">; readonly net: Process["net"] } | undefined;
  /** Stores a new version, then sends the signal on everyone's channel. If the server is down, the signal is lost. */
  publish(): void;
  broadcast(channel: string, event: string, data: unknown): void;
  boot(etag: string | undefined): { readonly body: BootResponse; readonly etag: string } | "unchanged" | "down";
  authorize(socket_id: string, channel: string): string | undefined;
  /** Like kill -9: all sockets are gone, without close frames. Returns what the process had accepted. */
  crash(): void;
  /** Like a deployment: closes connections with 4200, spread over time. */
  drain(): void;
  start(): void;
}

export const appRecord = (settings: AppSettings): AppRecord => ({
  ...APP,
  ...{ name: "Simulated", secrets: [{ id: "sec_1", secret: "simulated-secret" }] },
  ...{ paused: false, system: false, require_identity: false, allowed_origins: [], config_version: 1, revision: 1 },
  settings,
});

export const bootResponse = (config_version: number, clock: Clock): BootResponse => ({
  app: { key: APP.key, paused: false, config_version },
  person: { id: "per_simulated", external_id: null, verified: false },
  ...{ channel_id: "simulated", anonymous: null, decisions: [], refused: [], suppressions: [], messages: 0 },
  server_time: new Date(clock.now()).toISOString(),
});

export function simulatedServer(deps: {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly settings?: AppSettings;
}): SimulatedServer {
  const { settings = DEFAULT_APP_SETTINGS } = deps;
  const record = appRecord(settings);
  const records = [record];
  const apps = createAppDirectory(records);
  const present = (): AppRecord => records[0] ?? record;
  let running: Process | undefined;

  const start = (): void => {
    const net = createMemoryNetwork();
    const channels = new Channels({ ...deps, settingsOf: () => settings });
    const shared = { apps, channels, watchlists: createWatchlists(), connections: new ConnectionCounts() };
    const sessions = createSessions({ ...deps, ...shared, broadcast: net.topics.broadcast });
    running = { net, channels, sessions };
  };
  start();

  return {
    get version() {
      return present().config_version;
    },
    get open_sessions() {
      return running?.sessions.open.size ?? 0;
    },
    subscriptions: (channel) => running?.channels.counts(APP.id, channel).subscriptions ?? 0,
    accept() {
      if (running === undefined) return undefined;
      const admission = admitConnection(
        { key: APP.key, protocol: "7", version: "0.1.0", origin: null, encrypted: true },
        apps,
      );
      return { session: running.sessions.begin(admission), net: running.net };
    },
    publish() {
      const config_version = present().config_version + 1;
      records[0] = { ...present(), config_version };
      const signal: ContentChanged = { config_version, spread_ms: limits.change_spread_ms };
      running?.channels.publish(APP.id, EVERYONE_CHANNEL, CONTENT_CHANGED, signal);
    },
    broadcast: (channel, event, data) => running?.channels.publish(APP.id, channel, event, data),
    boot(etag) {
      if (running === undefined) return "down";
      const { config_version } = present();
      const fresh = `"${config_version}"`;
      if (etag === fresh) return "unchanged";
      return { body: bootResponse(config_version, deps.clock), etag: fresh };
    },
    authorize: (socket_id, channel) =>
      running === undefined
        ? undefined
        : signText({ ...APP, secrets: record.secrets }, channelSignatureText(socket_id, channel)),
    crash() {
      running = undefined;
    },
    drain() {
      void running?.sessions.open.endAll("reconnect", limits.drain_spread_ms);
    },
    start,
  };
}
