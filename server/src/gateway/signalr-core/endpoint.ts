import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { closeCodes } from "@fanfare/contract/realtime/pusher";
import type { AppDirectory } from "../../accounts/apps/app-directory.ts";
import type { Log } from "../../lib/log.ts";
import { readBytes } from "../../lib/read-bytes.ts";
import type { VerifyIdentity } from "../../people/identity/identity.ts";
import type { Hub } from "../hub/hub.ts";
import { refusedBy, SHUTTING_DOWN } from "../session/admission.ts";
import type { BunSocketData, UpgradeSocket } from "../transport/bun-socket.ts";
import type { Topics } from "../transport/topics.ts";
import { admitConnection, refusalText } from "./admission.ts";
import { negotiate } from "./negotiate.ts";
import { type CoreRegistry, createCoreRegistry } from "./registry.ts";
import { corsHeaders, preflight, textResponse } from "./responses.ts";
import { type ConnectionTickets, createTickets } from "./tickets.ts";
import type { CoreTransports } from "./transports.ts";

type Server = Bun.Server<BunSocketData>;
type CoreResponse = Response | undefined;

export interface CoreEndpointDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly apps: AppDirectory;
  readonly topics: Topics;
  readonly hub: Hub;
  readonly verifyIdentity: VerifyIdentity;
  readonly log: Log;
  /** Part of the client address that identifies one caller. */
  readonly networkOf: (request: Request) => string;
  readonly isEncrypted: (request: Request) => boolean;
  readonly upgrade: UpgradeSocket;
  readonly isDraining: () => boolean;
  /** Encrypts connection tokens. 32 bytes, the same on all servers behind one URL. */
  readonly ticketKeys: () => readonly Uint8Array[];
}

const UNKNOWN =
  "No connection has this ID on this server. If there are several servers, the load balancer must send all requests of one connection to the same server, except for WebSockets.";

const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "DELETE"]);
const PATH = /\/(signalr|hubs\/fanfare)\/*(negotiate)?\/*$/i;

/**
 * Requests of ASP.NET Core SignalR at `[prefix]/signalr` and `[prefix]/hubs/fanfare`.
 *
 * @example
 * const core = new CoreEndpoint({
 *   clock, rng, apps, topics, hub, verifyIdentity, log, networkOf, isEncrypted, upgrade, isDraining, ticketKeys,
 * });
 * if (core.owns(request)) return core.answer(request, server);
 */
export class CoreEndpoint {
  readonly #deps: CoreEndpointDeps;
  readonly #registry: CoreRegistry;
  readonly #tickets: ConnectionTickets;

  constructor(deps: CoreEndpointDeps) {
    this.#deps = deps;
    this.#tickets = createTickets({ ...deps, keys: deps.ticketKeys });
    this.#registry = createCoreRegistry({ ...deps, tickets: this.#tickets });
  }

  /** Whether a request belongs to this protocol. Classic clients negotiate at the same path with GET. */
  owns(request: Request): boolean {
    if (!/\/(signalr|hubs\/)/i.test(request.url)) return false;
    const [, base = "", call] = PATH.exec(new URL(request.url).pathname) ?? [];
    if (base === "") return false;
    const method = request.method === "OPTIONS" ? request.headers.get("Access-Control-Request-Method") : request.method;
    return call === undefined || method === "POST" || base.toLowerCase() !== "signalr";
  }

  /** Undefined: the connection was upgraded to a WebSocket and needs no response. */
  answer(request: Request, server: Server): Promise<CoreResponse> | CoreResponse {
    if (request.method === "OPTIONS") return preflight(request);
    const url = new URL(request.url);
    if (PATH.exec(url.pathname)?.[2] !== undefined) {
      if (request.method !== "POST") return textResponse(request, 405, "Use POST to negotiate.", { Allow: "POST" });
      return negotiate({ ...this.#deps, registry: this.#registry }, request, url);
    }
    if (!METHODS.has(request.method)) {
      return textResponse(request, 405, "Use GET, POST, or DELETE.", { Allow: "GET, POST, DELETE" });
    }
    const token = url.searchParams.get("id");
    if (token === null) {
      if (isUpgrade(request)) return this.#connectDirectly(request, url, server);
      return textResponse(request, 400, "The connection ID is missing. Call negotiate first.");
    }
    const transports = this.#registry.find(token);
    if (transports === undefined)
      return isUpgrade(request) ? this.#continueHere(request, token, server) : textResponse(request, 404, UNKNOWN);
    const from = { origin: request.headers.get("Origin"), encrypted: this.#deps.isEncrypted(request) };
    if (refusedBy(transports.connection.peer.app, from, ["origin_refused"]) !== undefined) {
      return textResponse(request, 403, "This origin isn't allowed. Add it to the app's allowed origins.");
    }
    if (request.method === "GET") return this.#get(request, server, transports);
    if (request.method === "POST") return this.#post(request, transports);
    const refusal = transports.stop();
    return refusal === undefined ? textResponse(request, 202, "") : textResponse(request, refusal.status, refusal.why);
  }

  /** Call after all connections have ended. Resolves when their clients have been notified. */
  settled(): Promise<void> {
    return this.#registry.settled();
  }

  #get(request: Request, server: Server, transports: CoreTransports): Promise<CoreResponse> | CoreResponse {
    if (isUpgrade(request)) return this.#upgrade(request, server, transports);
    // Streams and long polls are idle for longer than other responses may be.
    server.timeout(request, limits.http_idle_timeout_s);
    const headers = corsHeaders(request.headers.get("Origin"));
    const wants_events = request.headers.get("Accept")?.includes("text/event-stream") === true;
    const answer = wants_events ? transports.events(headers) : transports.poll(request.signal, headers);
    return "why" in answer ? textResponse(request, answer.status, answer.why) : answer;
  }

  async #post(request: Request, transports: CoreTransports): Promise<Response> {
    const { id, settings } = transports.connection.peer.app;
    const { http_send_bytes_max } = (this.#deps.apps.byId(id)?.settings ?? settings).limits;
    const octets = await readBytes(request, http_send_bytes_max);
    if (octets === "too_large") {
      return textResponse(
        request,
        413,
        `A request can have at most ${http_send_bytes_max} bytes (http_send_bytes_max).`,
      );
    }
    const refusal = transports.send(octets);
    return refusal === undefined ? textResponse(request, 200, "") : textResponse(request, refusal.status, refusal.why);
  }

  #upgrade(request: Request, server: Server, transports: CoreTransports): CoreResponse {
    const data = transports.webSocket();
    if ("status" in data) return textResponse(request, data.status, data.why);
    return this.#deps.upgrade(request, server, data)
      ? undefined
      : textResponse(request, 400, "This isn't a WebSocket handshake.");
  }

  /** A WebSocket is one request, so it may continue on another server than the one that negotiated it. */
  #continueHere(request: Request, token: string, server: Server): CoreResponse {
    if (this.#deps.isDraining()) return textResponse(request, 503, SHUTTING_DOWN);
    const ticket = this.#tickets.redeem(token);
    const app = ticket && this.#deps.apps.byId(ticket.app_id);
    if (ticket === undefined || app === undefined) return textResponse(request, 404, UNKNOWN);
    const from = { origin: request.headers.get("Origin"), encrypted: this.#deps.isEncrypted(request) };
    const rule = refusedBy(app, from, ["origin_refused", "tls_required", "app_disabled"]);
    if (rule !== undefined) return textResponse(request, 403, refusalText(rule, from.origin));
    const { socket_id, identity, resumable } = ticket;
    const peer = { socket_id, app, identity, encrypted: from.encrypted };
    const network = this.#deps.networkOf(request);
    const begun = this.#registry.begin(peer, { network, resumable, has_id: false, token });
    if (begun === undefined) return textResponse(request, 503, closeCodes.too_many_sessions.text);
    return this.#upgrade(request, server, begun.transports);
  }

  async #connectDirectly(request: Request, url: URL, server: Server): Promise<CoreResponse> {
    if (this.#deps.isDraining()) return textResponse(request, 503, SHUTTING_DOWN);
    const admission = await admitConnection(this.#deps, request, url);
    if (admission.outcome === "refused") return textResponse(request, 403, admission.why);
    const network = this.#deps.networkOf(request);
    const begun = this.#registry.begin(admission.peer, { network, resumable: false, has_id: false });
    if (begun === undefined) return textResponse(request, 503, closeCodes.too_many_sessions.text);
    return this.#upgrade(request, server, begun.transports);
  }
}

function isUpgrade(request: Request): boolean {
  return request.headers.get("Upgrade")?.toLowerCase() === "websocket";
}
