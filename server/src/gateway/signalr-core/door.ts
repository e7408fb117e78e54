import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import { closeCodes } from "@fanfare/contract/pusher";
import type { Rng } from "@fanfare/contract/rng";
import type { AppDirectory } from "../../accounts/app-directory.ts";
import { isOriginAllowed } from "../../accounts/origins.ts";
import { readBytes } from "../../bounded-bytes.ts";
import type { Log } from "../../log.ts";
import type { VerifyIdentity } from "../../people/identity.ts";
import type { BunSocketData } from "../bun-socket.ts";
import type { Hub } from "../hub/hub.ts";
import type { Topics } from "../topics.ts";
import { admit } from "./admission.ts";
import { corsHeaders, preflight, say } from "./answers.ts";
import { negotiate } from "./negotiate.ts";
import { createCoreRegistry } from "./registry.ts";
import type { CoreTransports } from "./transports.ts";

type Server = Bun.Server<BunSocketData>;
type Answer = Response | undefined;

export interface CoreDoorDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly apps: AppDirectory;
  readonly topics: Topics;
  readonly hub: Hub;
  readonly verifyIdentity: VerifyIdentity;
  readonly log: Log;
  /** The part of the caller's address that one caller holds. */
  readonly networkOf: (request: Request) => string;
  /** Whether nobody on the way from the client can read along. */
  readonly isEncrypted: (request: Request) => boolean;
  /** Called with each server that is about to take a WebSocket. */
  readonly onUpgrade: (server: Server) => void;
  /** Whether the server stops, and lets nobody new in. */
  readonly isDraining: () => boolean;
}

/** The calls of ASP.NET Core SignalR at `[prefix]/signalr` and `[prefix]/hubs/fanfare`. */
export interface CoreDoor {
  /** Whether a request is one of them. Classic clients negotiate at the same place, by GET. */
  owns(request: Request): boolean;
  /** Undefined: the connection is a WebSocket now and needs no answer. */
  answer(request: Request, server: Server): Promise<Answer> | Answer;
  /** Once all connections have been ended: resolves when their clients know. */
  settled(): Promise<void>;
}

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "DELETE"]);
const PATH = /\/(signalr|hubs\/fanfare)\/*(negotiate)?\/*$/i;

/**
 * @example
 * const core = createCoreDoor({ clock, rng, apps, topics, hub, verifyIdentity, log, networkOf, isEncrypted, onUpgrade, isDraining });
 * if (core.owns(request)) return core.answer(request, server);
 */
export function createCoreDoor(deps: CoreDoorDeps): CoreDoor {
  const registry = createCoreRegistry(deps);

  const upgrade = (request: Request, server: Server, transports: CoreTransports): Answer => {
    const data = transports.webSocket();
    if ("status" in data) return say(request, data.status, data.why);
    deps.onUpgrade(server);
    return server.upgrade(request, { data }) ? undefined : say(request, 400, "This is no handshake of a WebSocket.");
  };

  /** A client that knows that it wants a WebSocket need not negotiate. */
  const withoutNegotiation = async (request: Request, url: URL, server: Server): Promise<Answer> => {
    if (deps.isDraining()) return say(request, 503, "The server is stopping. Reconnect in a moment.");
    const admission = await admit(deps, request, url);
    if (admission.outcome === "refused") return say(request, 403, admission.why);
    const caller = `${admission.guest.app.id} ${deps.networkOf(request)}`;
    const begun = registry.begin(admission.guest, { caller, resumable: false, has_id: false });
    if (begun === undefined) return say(request, 503, closeCodes.too_many_sessions.text);
    return upgrade(request, server, begun.transports);
  };

  const post = async (request: Request, transports: CoreTransports): Promise<Response> => {
    const { id, settings } = transports.connection.guest.app;
    const { http_send_bytes_max } = (deps.apps.byId(id)?.settings ?? settings).limits;
    const octets = await readBytes(request, http_send_bytes_max);
    if (octets === "too_large") {
      return say(request, 413, `A request may have ${http_send_bytes_max} bytes (http_send_bytes_max).`);
    }
    const refusal = transports.send(octets);
    return refusal === undefined ? say(request, 200, "") : say(request, refusal.status, refusal.why);
  };

  const get = (request: Request, server: Server, transports: CoreTransports): Promise<Answer> | Answer => {
    if (isUpgrade(request)) return upgrade(request, server, transports);
    // Streams and held polls are silent for longer than other answers may be.
    server.timeout(request, limits.http_idle_timeout_s);
    const headers = corsHeaders(request.headers.get("Origin"));
    const wants_events = request.headers.get("Accept")?.includes("text/event-stream") === true;
    const answer = wants_events ? transports.events(headers) : transports.poll(request.signal, headers);
    return "why" in answer ? say(request, answer.status, answer.why) : answer;
  };

  return {
    owns(request) {
      if (!/\/(signalr|hubs\/)/i.test(request.url)) return false;
      const [, base = "", call] = PATH.exec(new URL(request.url).pathname) ?? [];
      if (base === "") return false;
      const method =
        request.method === "OPTIONS" ? request.headers.get("Access-Control-Request-Method") : request.method;
      return call === undefined || method === "POST" || base.toLowerCase() !== "signalr";
    },
    answer(request, server) {
      if (request.method === "OPTIONS") return preflight(request);
      const url = new URL(request.url);
      const is_negotiation = PATH.exec(url.pathname)?.[2] !== undefined;
      if (is_negotiation) {
        if (request.method !== "POST") return say(request, 405, "Negotiate by POST.");
        return negotiate({ ...deps, registry }, request, url);
      }
      if (!METHODS.has(request.method)) return say(request, 405, "Use GET, POST or DELETE.");
      const token = url.searchParams.get("id");
      if (token === null) {
        if (isUpgrade(request)) return withoutNegotiation(request, url, server);
        return say(request, 400, "The id of a connection is missing. Negotiate first.");
      }
      const transports = registry.find(token);
      if (transports === undefined) return say(request, 404, "There is no connection with this id.");
      const origin = request.headers.get("Origin");
      const { app } = transports.connection.guest;
      if (origin !== null && !isOriginAllowed(app.allowed_origins, origin)) {
        return say(request, 403, "Pages of this origin may not use the app. Add it to the app's allowed origins.");
      }
      if (request.method === "GET") return get(request, server, transports);
      if (request.method === "POST") return post(request, transports);
      const refusal = transports.stop();
      return refusal === undefined ? say(request, 202, "") : say(request, refusal.status, refusal.why);
    },
    settled: registry.settled,
  };
}

function isUpgrade(request: Request): boolean {
  return request.headers.get("Upgrade")?.toLowerCase() === "websocket";
}
