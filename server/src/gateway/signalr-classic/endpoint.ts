import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { DEFAULT_APP_SETTINGS } from "@fanfare/contract/realtime/app-settings";
import { closeCodes } from "@fanfare/contract/realtime/pusher";
import type { AppDirectory } from "../../accounts/apps/app-directory.ts";
import { readBytes } from "../../lib/read-bytes.ts";
import type { VerifyIdentity } from "../../people/identity/identity.ts";
import type { WasTerminated } from "../../people/identity/terminated-users.ts";
import type { Hub } from "../hub/hub.ts";
import { type RequestOrigin, readAccessToken, SHUTTING_DOWN } from "../session/admission.ts";
import type { BunSocketData, UpgradeSocket } from "../transport/bun-socket.ts";
import type { Topics } from "../transport/topics.ts";
import { understandsErrors } from "./client-protocol.ts";
import { readConnectionData } from "./connection-data.ts";
import { PONG, STARTED } from "./envelope.ts";
import { negotiate } from "./negotiate.ts";
import { proxyScript } from "./proxies.ts";
import { FATAL_BELOW } from "./reader.ts";
import {
  type ClassicCall,
  type ClassicFields,
  type ClassicTransport,
  mergeFields,
  parseCallName,
  parseJsonpCallback,
  parseTransport,
} from "./request-path.ts";
import { type ClassicResponses, createResponses, preflight } from "./responses.ts";
import { type ClassicSessions, createClassicSessions } from "./sessions.ts";
import { type ClassicTokens, createClassicTokens } from "./tokens.ts";
import {
  endedResponse,
  endedWebSocketData,
  eventStream,
  longPoll,
  type TransportBinding,
  webSocketData,
} from "./transports.ts";
import { type RequestVerification, verifyRequest } from "./verify-request.ts";

type Server = Bun.Server<BunSocketData>;
type ClassicResponse = Response | undefined;
type ClassicAnswer = Promise<ClassicResponse> | ClassicResponse;

export interface ClassicEndpointDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly apps: AppDirectory;
  readonly topics: Topics;
  readonly hub: Hub;
  readonly verifyIdentity: VerifyIdentity;
  readonly wasTerminated: WasTerminated;
  /** Signs connection tokens. 32 bytes, the same on all servers behind one URL. */
  readonly tokenKeys: () => readonly Uint8Array[];
  readonly path_prefix: string;
  /** Part of the client address that identifies one caller. */
  readonly networkOf: (request: Request) => string;
  readonly isEncrypted: (request: Request) => boolean;
  readonly upgrade: UpgradeSocket;
  readonly isDraining: () => boolean;
}

interface ClassicRequest {
  readonly request: Request;
  readonly server: Server;
  readonly call: ClassicCall;
  readonly url: URL;
  readonly from: RequestOrigin;
  readonly fields: ClassicFields;
  readonly answers: ClassicResponses;
}

const SAME_SERVER =
  "If there are several servers, the load balancer must send all requests of one connection to the same server, except for WebSockets.";

/**
 * Requests of classic SignalR under `[prefix]/signalr/…`.
 *
 * @example
 * const classic = new ClassicEndpoint({
 *   clock, rng, apps, topics, hub, verifyIdentity, wasTerminated, tokenKeys, path_prefix, networkOf, isEncrypted,
 *   upgrade, isDraining,
 * });
 * if (classic.owns(request)) return classic.answer(request, server);
 */
export class ClassicEndpoint {
  readonly #deps: ClassicEndpointDeps;
  readonly #tokens: ClassicTokens;
  readonly #sessions: ClassicSessions;

  constructor(deps: ClassicEndpointDeps) {
    this.#deps = deps;
    this.#tokens = createClassicTokens(deps.tokenKeys);
    this.#sessions = createClassicSessions({ ...deps, tokens: this.#tokens });
  }

  /** Whether a request belongs to this protocol. ASP.NET Core clients negotiate at the same path with POST. */
  owns(request: Request): boolean {
    if (!/\/signalr\//i.test(request.url)) return false;
    const call = parseCallName(new URL(request.url).pathname);
    const method = request.method === "OPTIONS" ? request.headers.get("Access-Control-Request-Method") : request.method;
    return call !== undefined && !(call === "negotiate" && method === "POST");
  }

  /** Undefined: the connection was upgraded to a WebSocket and needs no response. */
  answer(request: Request, server: Server): ClassicAnswer {
    if (request.method === "OPTIONS") return preflight(request);
    const url = new URL(request.url);
    const callback = url.searchParams.get("callback");
    const answers = createResponses(request.headers.get("Origin"), parseJsonpCallback(callback));
    const call = parseCallName(url.pathname);
    if (call === undefined || (request.method !== "GET" && request.method !== "POST")) {
      return answers.refuseMethod();
    }
    if (callback !== null && parseJsonpCallback(callback) === undefined) {
      return answers.refuse(400, "callback must be a function name.");
    }
    const withForm = (form: URLSearchParams) => {
      const fields = mergeFields(url.searchParams, form);
      return this.#route({ request, server, call, url, answers, fields, from: this.#originOf(request, fields) });
    };
    if (request.method === "GET" || call === "abort") return withForm(new URLSearchParams());
    // The form contains the connection token. The query of every URL contains the app.
    const app = this.#deps.apps.byKey(url.searchParams.get("app") ?? "");
    const { http_send_bytes_max } = (app?.settings ?? DEFAULT_APP_SETTINGS).limits;
    return readForm(request, http_send_bytes_max).then((form) =>
      form === undefined
        ? answers.refuse(413, `A request can have at most ${http_send_bytes_max} bytes (http_send_bytes_max).`)
        : (withForm(form) ?? answers.refuse(400, "A WebSocket handshake uses GET.")),
    );
  }

  /** Call after all connections have ended. Resolves when their clients have been notified. */
  settled(): Promise<void> {
    return this.#sessions.settled();
  }

  #originOf(request: Request, fields: ClassicFields): RequestOrigin {
    return {
      origin: request.headers.get("Origin"),
      encrypted: this.#deps.isEncrypted(request),
      is_script: fields.get("callback") !== null,
    };
  }

  #route(classic: ClassicRequest): ClassicAnswer {
    const { call, answers, fields, from, url } = classic;
    if (call === "ping") return answers.json(PONG);
    if (call === "hubs") return answers.script(proxyScript(basePath(url, this.#deps.path_prefix)));
    if (call === "negotiate") return this.#negotiate(classic);
    const verification = verifyRequest({ ...this.#deps, tokens: this.#tokens, sessions: this.#sessions }, fields, from);
    if (verification.outcome === "refused") return answers.refuse(verification.status, verification.why);
    switch (call) {
      case "connect":
      case "reconnect":
      case "poll":
        return this.#connectUnlessTerminated(classic, verification);
      case "start":
        if (verification.outcome === "good" && canStart(verification, fields)) return answers.json(STARTED);
        return answers.refuse(400, `There's no connection to start. Call connect first. ${SAME_SERVER}`);
      case "send":
        return this.#send(classic, verification);
      case "abort":
        if (verification.outcome === "good") verification.session?.abort();
        return answers.empty();
    }
  }

  #negotiate({ request, fields, from, answers, url }: ClassicRequest): Promise<Response> | Response {
    if (this.#deps.isDraining()) return answers.refuse(503, SHUTTING_DOWN);
    const access_token = readAccessToken(request, fields.get("access_token"));
    const base = basePath(url, this.#deps.path_prefix);
    return negotiate({ ...this.#deps, tokens: this.#tokens }, { fields, from, answers, access_token, url: base });
  }

  /** A token may be older than the termination of its user, which a new session doesn't know of. */
  #connectUnlessTerminated(
    classic: ClassicRequest,
    verification: Exclude<RequestVerification, { outcome: "refused" }>,
  ): ClassicAnswer {
    if (verification.outcome === "ended" || verification.session !== undefined)
      return this.#connect(classic, verification);
    const { app_id, connection_id, identity, issued_ms } = verification.claims;
    const groups = this.#tokens.readGroups(classic.fields.get("groupsToken") ?? "", connection_id);
    const user_ids = [identity?.channel_id, groups?.user?.user_id].filter((id) => id !== undefined);
    if (user_ids.length === 0) return this.#connect(classic, verification);
    return this.#deps.wasTerminated(app_id, user_ids, issued_ms).then((is_terminated) => {
      const ended = { outcome: "ended", why: closeCodes.unauthorized.text } as const;
      return this.#connect(classic, is_terminated ? ended : verification);
    });
  }

  /** Connects a transport to its session. If this server doesn't have the session, restores it. */
  #connect(classic: ClassicRequest, verification: Exclude<RequestVerification, { outcome: "refused" }>): ClassicAnswer {
    const { answers, fields, call, request } = classic;
    const transport = call === "poll" ? "longPolling" : parseTransport(fields.get("transport"));
    if (transport === undefined) {
      return answers.refuse(400, "transport must be webSockets, serverSentEvents, or longPolling.");
    }
    const is_upgrade = request.headers.get("Upgrade")?.toLowerCase() === "websocket";
    if (transport === "webSockets" && !is_upgrade) return answers.refuse(400, "This transport requires a WebSocket.");
    const binding = verification.outcome === "good" ? this.#bind(classic, transport, verification) : verification.why;
    if (binding instanceof Response) return binding;
    // Older clients ignore the final envelope and would reconnect forever. After a failed request, they stop.
    if (typeof binding === "string" && !understandsErrors(fields.get("clientProtocol")))
      return answers.refuse(403, binding);
    return this.#open(classic, transport, binding);
  }

  /** Binds a transport to its session. Returns text if the client must stop: the reason. */
  #bind(
    { answers, fields, call, request, from }: ClassicRequest,
    transport: ClassicTransport,
    { claims, app, session: known }: Extract<RequestVerification, { outcome: "good" }>,
  ): TransportBinding | Response | string {
    const position = { message_id: fields.get("messageId"), groups_token: fields.get("groupsToken") };
    if (known !== undefined) {
      if (call === "connect") return { session: known, reader: known.connect() };
      known.acknowledge(position);
      return { session: known, reader: known.resume(position, transport === "webSockets") };
    }
    if (this.#deps.isDraining()) return answers.refuse(503, SHUTTING_DOWN);
    const data = readConnectionData(fields.get("connectionData"));
    if (data.outcome === "refused") return answers.refuse(400, data.why);
    const session = this.#sessions.open({
      claims,
      app,
      network: this.#deps.networkOf(request),
      encrypted: from.encrypted,
      is_listening: data.is_listening,
      restore_from: call === "connect" ? undefined : position,
    });
    if ("refused" in session) {
      const { code, text } = closeCodes[session.refused];
      return code < FATAL_BELOW ? text : answers.refuse(503, text);
    }
    return { session, reader: call === "connect" ? session.connect() : session.restore(position) };
  }

  /** Opens a transport. If `binding` is text, sends only the end with this reason. */
  #open(
    { answers, request, server }: ClassicRequest,
    transport: ClassicTransport,
    binding: TransportBinding | string,
  ): ClassicAnswer {
    // Streams and long polls are idle for longer than other responses may be.
    server.timeout(request, limits.http_idle_timeout_s);
    if (transport === "webSockets") {
      const data = typeof binding === "string" ? endedWebSocketData(binding) : webSocketData(binding);
      const upgraded = this.#deps.upgrade(request, server, data);
      return upgraded ? undefined : answers.refuse(400, "This isn't a WebSocket handshake.");
    }
    if (typeof binding === "string") return endedResponse(transport, binding, answers);
    const { clock } = this.#deps;
    return transport === "serverSentEvents"
      ? eventStream(binding, answers)
      : longPoll(binding, { clock, signal: request.signal, answers });
  }

  #send(
    { answers, fields, server, request }: ClassicRequest,
    verification: RequestVerification,
  ): Promise<Response> | Response {
    const session = verification.outcome === "good" ? verification.session : undefined;
    if (session === undefined) return answers.refuse(404, `Unknown connection. Reconnect first. ${SAME_SERVER}`);
    const data = fields.get("data");
    if (data === null) return answers.refuse(400, "The form field data is missing.");
    const { promise, resolve } = Promise.withResolvers<Response>();
    // Some results wait until the client reads.
    server.timeout(request, limits.http_idle_timeout_s);
    session.receive(
      data,
      (text) => resolve(answers.json(text)),
      ({ message }) => resolve(answers.refuse(400, message)),
    );
    return promise;
  }
}

/** A WebSocket may be connected to another server. The start of other transports would succeed, but their calls fail. */
function canStart({ session }: Extract<RequestVerification, { outcome: "good" }>, fields: ClassicFields): boolean {
  return session !== undefined || parseTransport(fields.get("transport")) === "webSockets";
}

async function readForm(request: Request, bytes_max: number): Promise<URLSearchParams | undefined> {
  const body = await readBytes(request, bytes_max);
  return body === "too_large" ? undefined : new URLSearchParams(new TextDecoder().decode(body));
}

/** Path of the other requests as the client sees it, including the prefix that a proxy strips. */
function basePath({ pathname }: URL, path_prefix: string): string {
  const base = pathname.replace(/\/+[a-z]+\/*$/i, "");
  return base.startsWith(`${path_prefix}/`) ? base : path_prefix + base;
}
