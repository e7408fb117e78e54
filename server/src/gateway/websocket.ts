import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import { closeCodes } from "@fanfare/contract/pusher";
import type { Rng } from "@fanfare/contract/rng";
import type { AppDirectory } from "../accounts/app-directory.ts";
import type { Channels } from "../channels/channels.ts";
import type { Log } from "../log.ts";
import { BunSocket, type BunSocketData } from "./bun-socket.ts";
import { admit, readHandshake } from "./pusher/handshake.ts";
import type { SessionInput } from "./pusher/session.ts";
import { createSessions, type Sessions } from "./pusher/sessions.ts";

/** The WebSocket door of the house. */
export interface Gateway {
  /**
   * Takes an upgrade to `[prefix]/app/{key}`. `undefined`: the connection is a WebSocket now and needs no answer;
   * `not_mine`: somebody else answers this path.
   *
   * @example
   * const taken = gateway.upgrade(request, server);
   * return taken === "not_mine" ? app.fetch(request) : taken;
   */
  upgrade(request: Request, server: Bun.Server<BunSocketData>): Response | undefined | "not_mine";
  readonly websocket: Bun.WebSocketHandler<BunSocketData>;
  /** Refuses new connections and closes the open ones with 4200, spread over `limits.drain_spread_ms`. */
  drain(): Promise<void>;
  /** Ends every connection that has signed in as this user. */
  readonly terminateUser: Sessions["endUser"];
  counts(): GatewayCounts;
}

export interface GatewayCounts {
  readonly connections: number;
  /**
   * Connections that ended without a close frame since the start: networks that broke, pages that were killed, readers so
   * slow that their buffer reached its limit. Bun does not tell them apart.
   */
  readonly lost: number;
}

/** Liveness is the sessions' own; Bun's timer only frees what they, against expectation, left behind. */
const IDLE_TIMEOUT_S = limits.activity_timeout_s + limits.activity_slack_s + limits.pong_timeout_s + 60;

const CONTROL: SessionInput = { kind: "control" };
/** RFC 6455 section 7.1.5. */
const CLOSED_WITHOUT_A_FRAME = 1006;

export function createGateway(deps: {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly apps: AppDirectory;
  readonly channels: Channels;
  readonly log: Log;
}): Gateway {
  // More than one only after the certificate changed: the sockets of the server before stay until they close.
  let servers: readonly Bun.Server<BunSocketData>[] = [];
  let draining: Promise<void> | undefined;
  let lost = 0;
  const sessions = createSessions({
    clock: deps.clock,
    rng: deps.rng,
    apps: deps.apps,
    channels: deps.channels,
    broadcast(topic, frame) {
      for (const server of servers) server.publish(topic, frame);
    },
  });

  /** A fault of ours costs the one connection on which it showed, and is never silent. */
  const deliver = (ws: Bun.ServerWebSocket<BunSocketData>, input: SessionInput): void => {
    try {
      ws.data.receive(input);
    } catch (error) {
      deps.log.error("session_failed", { input: input.kind, error });
      ws.close(closeCodes.over_capacity.code, closeCodes.over_capacity.text);
    }
  };

  return {
    upgrade(request, upgrader) {
      // Every request of the house passes here: those of others cost as little as can be.
      if (request.method !== "GET") return "not_mine";
      const is_upgrade = request.headers.get("Upgrade")?.toLowerCase() === "websocket";
      if (!is_upgrade && !request.url.includes("/app/")) return "not_mine";
      const url = new URL(request.url);
      if (!is_upgrade) return url.pathname.startsWith("/app/") ? upgradeRequired() : "not_mine";
      const handshake = readHandshake(url, request.headers.get("Origin"));
      if (handshake === undefined) return "not_mine";
      if (draining !== undefined) return stopping();
      if (!servers.includes(upgrader))
        servers = [...servers.filter((server) => server.pendingWebSockets > 0), upgrader];
      const subprotocol = subprotocolOf(request.headers.get("Sec-WebSocket-Protocol"));
      const upgraded = upgrader.upgrade(request, {
        data: sessions.begin(admit(handshake, deps.apps)),
        headers: subprotocol === undefined ? {} : { "Sec-WebSocket-Protocol": subprotocol },
      });
      return upgraded ? undefined : upgradeRequired();
    },
    websocket: {
      maxPayloadLength: limits.frame_bytes_max,
      backpressureLimit: limits.backpressure_bytes_max,
      closeOnBackpressureLimit: true,
      perMessageDeflate: false,
      sendPings: false,
      idleTimeout: IDLE_TIMEOUT_S,
      // Handlers are synchronous: Bun cannot pause a client, so nothing may pile up behind an await.
      open(ws) {
        deliver(ws, { kind: "opened", socket: new BunSocket(ws) });
      },
      message(ws, message) {
        deliver(
          ws,
          typeof message === "string" ? { kind: "text", text: message } : { kind: "binary", bytes: message.byteLength },
        );
      },
      ping(ws) {
        deliver(ws, CONTROL);
      },
      pong(ws) {
        deliver(ws, CONTROL);
      },
      close(ws, code) {
        if (code === CLOSED_WITHOUT_A_FRAME) lost++;
        deliver(ws, { kind: "closed" });
      },
    },
    drain() {
      draining ??= sessions.endAll("reconnect", limits.drain_spread_ms);
      return draining;
    },
    terminateUser: sessions.endUser,
    counts: () => ({ connections: sessions.size(), lost }),
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
