import type { Clock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { closeCodes } from "@fanfare/contract/realtime/pusher";
import type { Transport } from "@fanfare/contract/realtime/transport";
import type { AppDirectory } from "../accounts/apps/app-directory.ts";
import type { Channels } from "../channels/channels.ts";
import { createWatchlists, type SharedUsers, type Watchlists } from "../channels/watchlists.ts";
import type { Log } from "../lib/log.ts";
import type { GroupsOnServer } from "../people/groups/groups-on-server.ts";
import type { VerifyIdentity } from "../people/identity/identity.ts";
import type { WasTerminated } from "../people/identity/terminated-users.ts";
import { Hub } from "./hub/hub.ts";
import { admitConnection, type Handshake, type HandshakeResult, readHandshake } from "./pusher/handshake.ts";
import { HttpFallbacks } from "./pusher/http-fallbacks.ts";
import { createSessions, type Sessions } from "./pusher/sessions.ts";
import { SHUTTING_DOWN } from "./session/admission.ts";
import { Capacity, type CapacityLimits, type CapacityRefusal } from "./session/capacity.ts";
import type { Connection } from "./session/connection.ts";
import { ConnectionCounts } from "./session/connection-counts.ts";
import type { ConnectionRegistry } from "./session/connection-registry.ts";
import { HandshakeTurns } from "./session/handshake-turns.ts";
import { ClassicEndpoint } from "./signalr-classic/endpoint.ts";
import { CoreEndpoint } from "./signalr-core/endpoint.ts";
import { textResponse } from "./signalr-core/responses.ts";
import type { BunSocketData, UpgradeSocket } from "./transport/bun-socket.ts";
import { createTopics } from "./transport/topics.ts";
import { createWebSocketEndpoint, type WebSocketEndpoint } from "./transport/websocket-endpoint.ts";

type Server = Bun.Server<BunSocketData>;
type HubAnswer = Promise<Response | undefined> | Response | undefined;

export interface GatewayCounts {
  readonly connections: number;
  /**
   * WebSockets closed without a close frame since startup: broken networks, killed pages, and readers that exceeded the
   * buffer limit. Bun doesn't distinguish them.
   */
  readonly lost: number;
  /** Connections refused since startup, by the limit that they exceeded. */
  readonly refused: Readonly<Record<CapacityRefusal, number>>;
}

export interface GatewayDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly apps: AppDirectory;
  readonly channels: Channels;
  readonly log: Log;
  /** Part of the client address that identifies one caller. */
  readonly networkOf: (request: Request) => string;
  readonly isEncrypted: (request: Request) => boolean;
  readonly verifyIdentity: VerifyIdentity;
  readonly groupsOnServer: GroupsOnServer;
  readonly wasTerminated: WasTerminated;
  /** Signs the connection tokens of classic SignalR. 32 bytes, the same on all servers behind one URL. */
  readonly classicKeys: () => readonly Uint8Array[];
  /** Encrypts the connection tokens of ASP.NET Core SignalR. Likewise. */
  readonly ticketKeys: () => readonly Uint8Array[];
  readonly capacity: CapacityLimits;
  /** Path that a proxy strips from every request, without a trailing slash. */
  readonly path_prefix: string;
  /** Users of all nodes. Undefined on a single node. */
  readonly shared_users?: SharedUsers | undefined;
  /** Connections of an app on other nodes. */
  readonly connectionsElsewhere?: ((app_id: AppId) => number) | undefined;
}

/**
 * Long-lived connections: WebSockets and the HTTP transports that replace them.
 *
 * @example
 * const gateway = new Gateway({
 *   clock, rng, apps, channels, log, networkOf, isEncrypted, verifyIdentity, groupsOnServer, wasTerminated, classicKeys,
 *   ticketKeys, capacity, path_prefix,
 * });
 * Bun.serve({ fetch: (request, server) => gateway.answer(request, server), websocket: gateway.websocket });
 */
export class Gateway {
  readonly #deps: GatewayDeps;
  readonly #counts: ConnectionCounts;
  readonly watchlists: Watchlists;
  readonly #sessions: Sessions;
  readonly #registries: readonly ConnectionRegistry<Connection>[];
  readonly #endpoint: WebSocketEndpoint;
  readonly #fallbacks: HttpFallbacks;
  readonly #capacity: Capacity;
  readonly #core: CoreEndpoint;
  readonly #classic: ClassicEndpoint;
  readonly #turns = new HandshakeTurns();
  /** More than one only after a certificate change: the previous server keeps its sockets until they close. */
  #servers: readonly Server[] = [];
  #draining: Promise<void> | undefined;

  constructor(deps: GatewayDeps) {
    const topics = createTopics((topic, frame) => {
      for (const server of this.#servers) server.publish(topic, frame);
    });
    this.#counts = new ConnectionCounts(deps.connectionsElsewhere);
    this.watchlists = createWatchlists(deps.shared_users);
    const shared = { ...deps, topics, watchlists: this.watchlists, connections: this.#counts };
    const isDraining = (): boolean => this.#draining !== undefined;
    const { upgrade } = this;
    this.#capacity = new Capacity(deps, deps.capacity);
    const hub = new Hub(shared);
    this.#deps = deps;
    this.#sessions = createSessions({ ...shared, broadcast: topics.broadcast });
    this.#registries = [this.#sessions.open, hub.connections];
    this.#endpoint = createWebSocketEndpoint({ ...shared, onClosed: (data) => this.#capacity.remove(data) });
    this.#fallbacks = new HttpFallbacks({
      ...{ ...shared, sessions: this.#sessions, isDraining },
      refuseRate: () => this.#capacity.refuseRate(),
    });
    this.#core = new CoreEndpoint({ ...shared, hub, isDraining, upgrade });
    this.#classic = new ClassicEndpoint({ ...shared, hub, tokenKeys: deps.classicKeys, isDraining, upgrade });
  }

  get websocket(): Bun.WebSocketHandler<BunSocketData> {
    return this.#endpoint.handler;
  }

  /**
   * Handles `[prefix]/app/{key}` and below, and the hub's requests. `undefined`: the connection was upgraded to a
   * WebSocket and needs no response. `not_mine`: the path belongs to another handler.
   *
   * @example
   * const answer = gateway.answer(request, server);
   * return answer === "not_mine" ? app.fetch(request) : answer;
   */
  answer(request: Request, server: Server): Promise<Response | undefined> | Response | undefined | "not_mine" {
    // Hot path: every request of the process passes here, including those for other handlers.
    const is_upgrade = request.headers.get("Upgrade")?.toLowerCase() === "websocket" && request.method === "GET";
    if (this.#classic.owns(request)) return this.#answerHub(this.#classic, request, server, is_upgrade);
    if (this.#core.owns(request)) return this.#answerHub(this.#core, request, server, is_upgrade);
    if (!is_upgrade && !request.url.includes("/app/")) return "not_mine";
    const url = new URL(request.url);
    if (is_upgrade) return this.#upgrade(request, url, server);
    const answer = this.#fallbacks.answer(request, url.pathname);
    if (answer !== "not_mine") {
      // Streams and long polls are idle for longer than other responses may be.
      server.timeout(request, limits.http_idle_timeout_s);
      return answer;
    }
    if (!url.pathname.startsWith("/app/")) return "not_mine";
    return request.method === "GET" ? upgradeRequired() : onlyWebSockets();
  }

  /** Upgrades a request, and counts its socket until it closes. */
  readonly upgrade: UpgradeSocket = (request, server, data, headers, network = this.#deps.networkOf(request)) => {
    this.#addServer(server);
    // Before the upgrade, which may open and close the socket.
    this.#capacity.add(data, network);
    // Headers are copied one by one, so even an empty object has a cost.
    const upgraded = server.upgrade(request, headers === undefined ? { data } : { data, headers });
    if (!upgraded) this.#capacity.remove(data);
    return upgraded;
  };

  /** Refuses new connections and closes open ones with code 4200, spread over `limits.drain_spread_ms`. */
  drain(): Promise<void> {
    this.#draining ??= this.#drain();
    return this.#draining;
  }

  readonly terminateUser = (app_id: AppId, user_id: string): void => {
    for (const registry of this.#registries) registry.endUser(app_id, user_id);
  };

  readonly endApp = (app_id: AppId): void => {
    for (const registry of this.#registries) registry.endApp(app_id);
  };

  /** Makes all connections of an app reconnect, so that they're authorized again. */
  readonly renewApp = (app_id: AppId): void => {
    for (const registry of this.#registries) registry.renewApp(app_id);
  };

  /** {@link renewApp} for the connections of a presence user, and of `{user_id}.{part}`. */
  readonly renewUser = (app_id: AppId, user_id: string): void => {
    for (const registry of this.#registries) registry.renewUser(app_id, user_id);
  };

  /** Makes subscribers of channels with history reconnect, so that they get what they missed or learn of it. */
  renewHistories(): void {
    const { channels } = this.#deps;
    for (const registry of this.#registries) {
      registry.renewWhere(({ app_id, channels: own }) =>
        own.some(({ channel }) => channels.hasHistory(app_id, channel.name)),
      );
    }
  }

  readonly counts = (): GatewayCounts => {
    const connections = this.#registries.reduce((sum, { size }) => sum + size, 0);
    return { connections, lost: this.#endpoint.lost(), refused: this.#capacity.refused };
  };

  /** On all nodes. */
  readonly connectionsOf = (app_id: AppId): number => this.#counts.everywhere(app_id);

  openedSinceStart(app_id: AppId): number {
    return this.#counts.openedSinceStart(app_id);
  }

  /** Of one app, or of all. */
  transportsOf(app_id: AppId | undefined): Readonly<Partial<Record<Transport, number>>> {
    const counts: Partial<Record<Transport, number>> = {};
    for (const registry of this.#registries) {
      registry.countTransports(app_id, (transport) => {
        counts[transport] = (counts[transport] ?? 0) + 1;
      });
    }
    return counts;
  }

  async #drain(): Promise<void> {
    await Promise.all(this.#registries.map((registry) => registry.endAll("reconnect", limits.drain_spread_ms)));
    await Promise.all([this.#fallbacks, this.#classic, this.#core].map((endpoint) => endpoint.settled()));
  }

  #addServer(server: Server): void {
    if (this.#servers.includes(server)) return;
    this.#servers = [...this.#servers.filter((other) => other.pendingWebSockets > 0), server];
  }

  #upgrade(
    request: Request,
    url: URL,
    server: Server,
  ): Promise<Response | undefined> | Response | undefined | "not_mine" {
    const from = { origin: request.headers.get("Origin"), encrypted: this.#deps.isEncrypted(request) };
    const handshake = readHandshake(url, from);
    return handshake === undefined ? "not_mine" : this.#turns.run(() => this.#begin(request, handshake, server));
  }

  #begin(request: Request, handshake: Handshake, server: Server): Response | undefined {
    if (this.#draining !== undefined) return shuttingDown();
    const subprotocol = subprotocolOf(request.headers.get("Sec-WebSocket-Protocol"));
    const network = this.#deps.networkOf(request);
    const retry_after_ms = this.#capacity.refuseSocket(network) ?? this.#capacity.refuseRate();
    // After a refused upgrade, clients would retry immediately. A close code tells them to wait.
    const admission: HandshakeResult =
      retry_after_ms === undefined
        ? admitConnection(handshake, this.#deps.apps)
        : { outcome: "refused", reason: "over_capacity", retry_after_ms };
    const headers = subprotocol === undefined ? undefined : { "Sec-WebSocket-Protocol": subprotocol };
    const session = this.#sessions.begin(admission);
    return this.upgrade(request, server, session, headers, network) ? undefined : upgradeRequired();
  }

  #answerHub(
    endpoint: CoreEndpoint | ClassicEndpoint,
    request: Request,
    server: Server,
    is_upgrade: boolean,
  ): HubAnswer {
    const is_negotiation = /\/negotiate(\?|$)/i.test(request.url) && request.method !== "OPTIONS";
    if (!is_negotiation && !is_upgrade) return endpoint.answer(request, server);
    const is_direct = is_upgrade && !/[?&](id|connectionToken)=/i.test(request.url);
    const answer = (): HubAnswer => endpoint.answer(request, server);
    if (is_negotiation) return this.#turns.run(() => this.#negotiate(request, answer, limits.negotiation_wait_ms_max));
    return this.#turns.run(() => {
      const retry_after_ms = this.#refuseSocket(request) ?? (is_direct ? this.#capacity.refuseRate() : undefined);
      return retry_after_ms === undefined ? answer() : overCapacity(request, retry_after_ms);
    });
  }

  /**
   * Lets a new SignalR connection wait for its slot, because stock clients retry only a few times. Refuses one that
   * exceeds the capacity: its client reports the failed request and tries again later, while a refused WebSocket after a
   * successful negotiation would make it try every other transport.
   */
  #negotiate(request: Request, answer: () => HubAnswer, patience_ms: number): HubAnswer {
    const full_ms = this.#refuseSocket(request);
    if (full_ms !== undefined) return overCapacity(request, full_ms);
    const wait_ms = this.#capacity.refuseRate(patience_ms);
    if (wait_ms === undefined) return answer();
    if (wait_ms > patience_ms || request.signal.aborted) return overCapacity(request, wait_ms);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#deps.clock.after(wait_ms, resolve);
    return promise.then(() => this.#turns.run(() => this.#negotiate(request, answer, patience_ms - wait_ms)));
  }

  readonly #refuseSocket = (request: Request): number | undefined =>
    this.#capacity.refuseSocket(this.#deps.networkOf(request));
}

/** Some clients that offer subprotocols reject a server that picks none. */
function subprotocolOf(offered: string | null): string | undefined {
  return offered
    ?.split(",")
    .map((name) => name.trim())
    .find((name) => /^pusher-channels-protocol-\d+$/.test(name));
}

function upgradeRequired(): Response {
  return new Response("This path requires WebSocket. Connect with a Pusher client.\n", {
    status: 426,
    headers: { Upgrade: "websocket" },
  });
}

function onlyWebSockets(): Response {
  return new Response("This path supports only GET, for WebSockets.\n", { status: 405, headers: { Allow: "GET" } });
}

function overCapacity(request: Request, retry_after_ms: number): Response {
  const response = textResponse(request, 503, closeCodes.over_capacity.text);
  response.headers.set("Retry-After", String(Math.ceil(retry_after_ms / SECOND_MS)));
  return response;
}

function shuttingDown(): Response {
  return new Response(`${SHUTTING_DOWN}\n`, {
    status: 503,
    headers: { "Retry-After": "1" },
  });
}
