import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import type { Authorize } from "./authorizer.ts";
import { type Channels, createChannels, type Listener } from "./channels.ts";
import { type ConnectionState, createConnection } from "./connection.ts";
import type { Connect } from "./transport.ts";

export interface RealtimeClient extends Pick<Channels, "channel" | "origin" | "reauthorize"> {
  /** Connects once. There is no connection before. */
  open(): void;
  wake(): void;
  sleep(): void;
  stop(): void;
  connected(): boolean;
}

export interface RealtimeDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly connect: Connect;
  /** `wss://host/app/{key}?protocol=7&…` */
  readonly url: string;
  readonly authorize: Authorize;
  readonly invoke: (listener: Listener, data: unknown) => void;
  readonly onVersion: (config_version: number) => void;
  readonly onState: (kind: ConnectionState["kind"]) => void;
}

/**
 * All dependencies are injected, so that a simulator can run hundreds of clients in virtual time.
 *
 * @example
 * const live = createRealtimeClient({ clock: manualClock(), rng: seededRng(7), connect, url, authorize, … });
 * live.open();
 * live.channel("orders").on("order.created", (order) => {});
 */
export function createRealtimeClient(deps: RealtimeDeps): RealtimeClient {
  let up = false;
  const channels = createChannels({
    ...deps,
    send: (event, data) => connection.send(event, data),
  });
  const connection = createConnection(deps, {
    established: (socket_id) => channels.connected(socket_id),
    frame: (frame) => channels.frame(frame),
    version: deps.onVersion,
    state(kind) {
      const was_up = up;
      up = kind === "connected" || kind === "pinging";
      if (was_up && !up) channels.disconnected();
      if (kind !== "pinging" && !(was_up && up)) deps.onState(kind);
    },
  });
  const { channel, origin, reauthorize } = channels;
  return { ...connection, channel, origin, reauthorize, connected: () => up };
}

/** Returns the gateway URL for a host like `https://fanfare.example/prefix`. */
export function realtimeUrl(host: string, key: string): string {
  return `${host.replace(/^http/, "ws")}/app/${encodeURIComponent(key)}?protocol=7&client=fanfare&version=0.1.0`;
}
