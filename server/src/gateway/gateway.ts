import type { Clock } from "@fanfare/contract/clock";
import type { AppId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import type { Rng } from "@fanfare/contract/rng";
import type { Transport } from "@fanfare/contract/transport";
import type { AppDirectory } from "../accounts/app-directory.ts";
import type { Channels } from "../channels/channels.ts";
import { createWatchlists } from "../channels/watchlists.ts";
import type { Log } from "../log.ts";
import type { VerifyIdentity } from "../people/identity.ts";
import type { BunSocketData } from "./bun-socket.ts";
import { type Connections, createConnections } from "./connections.ts";
import { createHub } from "./hub/registry.ts";
import { admit, readHandshake } from "./pusher/handshake.ts";
import { createHttpFallbacks } from "./pusher/http-fallbacks.ts";
import { createSessions, type Sessions } from "./pusher/sessions.ts";
import { createClassicDoor } from "./signalr-classic/door.ts";
import { createCoreDoor } from "./signalr-core/door.ts";
import { createTopics } from "./topics.ts";
import { createWebSocketDoor } from "./websocket.ts";

type Server = Bun.Server<BunSocketData>;

/** The door for connections that stay: WebSockets, and the HTTP transports that stand in for them. */
export interface Gateway {
  /**
   * Takes what comes to `[prefix]/app/{key}` and below, and the hub's calls. `undefined`: the connection is a WebSocket now and needs no answer;
   * `not_mine`: somebody else answers this path.
   *
   * @example
   * const taken = gateway.answer(request, server);
   * return taken === "not_mine" ? app.fetch(request) : taken;
   */
  answer(request: Request, server: Server): Promise<Response | undefined> | Response | undefined | "not_mine";
  readonly websocket: Bun.WebSocketHandler<BunSocketData>;
  /** Refuses new connections and closes the open ones with 4200, spread over `limits.drain_spread_ms`. */
  drain(): Promise<void>;
  /** Ends every connection that has signed in as this user. */
  readonly terminateUser: Sessions["endUser"];
  readonly endApp: Sessions["endApp"];
  readonly renewChannel: Sessions["renewChannel"];
  counts(): GatewayCounts;
  /** Connections of an app, whatever they speak. */
  connectionsOf(app_id: AppId): number;
  /** What carries an app's connections, counted. */
  transportsOf(app_id: AppId): Readonly<Partial<Record<Transport, number>>>;
  /** How many connections have come to the app since the start. */
  readonly cameTo: Connections["cameTo"];
}

export interface GatewayCounts {
  readonly connections: number;
  /**
   * WebSockets that ended without a close frame since the start: networks that broke, pages that were killed, readers so
   * slow that their buffer reached its limit. Bun does not tell them apart.
   */
  readonly lost: number;
}

export interface GatewayDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly apps: AppDirectory;
  readonly channels: Channels;
  readonly log: Log;
  /** The part of the caller's address that one caller holds. */
  readonly networkOf: (request: Request) => string;
  /** Whether nobody on the way from the client can read along. */
  readonly isEncrypted: (request: Request) => boolean;
  /** Says for whom the token of a hub connection speaks. */
  readonly verifyIdentity: VerifyIdentity;
  /** Signs the tokens of classic SignalR's connections: 32 bytes, the same on all servers that share an address. */
  readonly classicKey: Uint8Array;
  /** What a proxy takes off the path of every request, without a slash at its end. */
  readonly path_prefix: string;
}

/**
 * @example
 * const gateway = createGateway({ ...house, networkOf: () => "203.0.113.7", isEncrypted, verifyIdentity, classicKey });
 * Bun.serve({ fetch: (request, server) => gateway.answer(request, server), websocket: gateway.websocket });
 */
export function createGateway(deps: GatewayDeps): Gateway {
  // More than one only after the certificate changed: the sockets of the server before stay until they close.
  let servers: readonly Server[] = [];
  let draining: Promise<void> | undefined;
  const topics = createTopics((topic, frame) => {
    for (const server of servers) server.publish(topic, frame);
  });
  const watchlists = createWatchlists();
  const connections = createConnections();
  const sessions = createSessions({ ...deps, watchlists, connections, broadcast: topics.broadcast });
  const hub = createHub({ ...deps, topics, watchlists, connections });
  const door = createWebSocketDoor({ topics, log: deps.log });
  const isDraining = (): boolean => draining !== undefined;
  const fallbacks = createHttpFallbacks({ ...deps, sessions, topics, isDraining });
  const note = (server: Server): void => {
    if (!servers.includes(server)) servers = [...servers.filter((other) => other.pendingWebSockets > 0), server];
  };
  const core = createCoreDoor({ ...deps, topics, hub, isDraining, onUpgrade: note });
  const classic = createClassicDoor({ ...deps, topics, hub, tokenKey: deps.classicKey, isDraining });

  const upgrade = (request: Request, url: URL, server: Server): Response | undefined | "not_mine" => {
    const from = { origin: request.headers.get("Origin"), encrypted: deps.isEncrypted(request) };
    const handshake = readHandshake(url, from);
    if (handshake === undefined) return "not_mine";
    if (draining !== undefined) return stopping();
    note(server);
    const subprotocol = subprotocolOf(request.headers.get("Sec-WebSocket-Protocol"));
    const upgraded = server.upgrade(request, {
      data: sessions.begin(admit(handshake, deps.apps)),
      headers: subprotocol === undefined ? {} : { "Sec-WebSocket-Protocol": subprotocol },
    });
    return upgraded ? undefined : upgradeRequired();
  };

  return {
    answer(request, server) {
      // Every request of the house passes here: those of others cost as little as can be.
      if (classic.owns(request)) return classic.answer(request, server);
      if (core.owns(request)) return core.answer(request, server);
      const is_upgrade = request.headers.get("Upgrade")?.toLowerCase() === "websocket" && request.method === "GET";
      if (!is_upgrade && !request.url.includes("/app/")) return "not_mine";
      const url = new URL(request.url);
      if (is_upgrade) return upgrade(request, url, server);
      const taken = fallbacks.answer(request, url.pathname);
      if (taken !== "not_mine") {
        // Streams and held polls are silent for longer than other answers may be.
        server.timeout(request, limits.http_idle_timeout_s);
        return taken;
      }
      return request.method === "GET" && url.pathname.startsWith("/app/") ? upgradeRequired() : "not_mine";
    },
    websocket: door.handler,
    drain() {
      draining ??= Promise.all([sessions, hub].map((all) => all.endAll("reconnect", limits.drain_spread_ms))).then(
        async () => void (await Promise.all([fallbacks, classic, core].map((door) => door.settled()))),
      );
      return draining;
    },
    terminateUser(app_id, user_id) {
      sessions.endUser(app_id, user_id);
      hub.endUser(app_id, user_id);
    },
    endApp(app_id) {
      sessions.endApp(app_id);
      hub.endApp(app_id);
    },
    renewChannel(app_id, channel) {
      sessions.renewChannel(app_id, channel);
      hub.renewChannel(app_id, channel);
    },
    transportsOf(app_id) {
      const counted: Partial<Record<Transport, number>> = {};
      const count = (transport: Transport): void => {
        counted[transport] = (counted[transport] ?? 0) + 1;
      };
      sessions.countTransports(app_id, count);
      hub.countTransports(app_id, count);
      return counted;
    },
    cameTo: connections.cameTo,
    counts: () => ({ connections: sessions.size() + hub.size(), lost: door.lost() }),
    connectionsOf: connections.of,
  };
}

/** A client that offers subprotocols may give up on a server that picks none. */
function subprotocolOf(offered: string | null): string | undefined {
  return offered
    ?.split(",")
    .map((name) => name.trim())
    .find((name) => /^pusher-channels-protocol-\d+$/.test(name));
}

function upgradeRequired(): Response {
  return new Response("This path speaks WebSocket. Connect with a Pusher client.\n", {
    status: 426,
    headers: { Upgrade: "websocket" },
  });
}

function stopping(): Response {
  return new Response("The server is stopping. Reconnect in a moment.\n", {
    status: 503,
    headers: { "Retry-After": "1" },
  });
}
