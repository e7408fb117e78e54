import { DEFAULT_APP_SETTINGS } from "@fanfare/contract/app-settings";
import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import { closeCodes } from "@fanfare/contract/pusher";
import type { Rng } from "@fanfare/contract/rng";
import type { AppDirectory } from "../../accounts/app-directory.ts";
import { readBytes } from "../../bounded-bytes.ts";
import type { VerifyIdentity } from "../../people/identity.ts";
import type { BunSocketData } from "../bun-socket.ts";
import type { Hub } from "../hub/hub.ts";
import type { Topics } from "../topics.ts";
import { checkPapers, type Papers } from "./admission.ts";
import { type Answers, answersTo, preflight } from "./answers.ts";
import {
  type ClassicCall,
  type ClassicFields,
  type ClassicTransport,
  fieldsOf,
  readCall,
  readCallback,
  readTransport,
} from "./call.ts";
import { readsEnds } from "./client-protocol.ts";
import { readConnectionData } from "./connection-data.ts";
import { PONG, STARTED } from "./envelope.ts";
import { negotiate } from "./negotiate.ts";
import type { CameFrom } from "./page.ts";
import { proxyScript } from "./proxies.ts";
import { createClassicSessions } from "./sessions.ts";
import { createClassicTokens } from "./tokens.ts";
import { type Carriage, eventStream, lastWord, lastWordData, poll, webSocketData } from "./transports.ts";

type Server = Bun.Server<BunSocketData>;
type Answer = Response | undefined;

export interface ClassicDoorDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly apps: AppDirectory;
  readonly topics: Topics;
  readonly hub: Hub;
  readonly verifyIdentity: VerifyIdentity;
  /** 32 bytes that sign the tokens of connections; the same on all servers that share an address. */
  readonly tokenKey: Uint8Array;
  /** What a proxy takes off the path, without a slash at its end. */
  readonly path_prefix: string;
  /** The part of the caller's address that one caller holds. */
  readonly networkOf: (request: Request) => string;
  /** Whether nobody on the way from the client can read along. */
  readonly isEncrypted: (request: Request) => boolean;
  /** Whether the server stops, and lets nobody new in. */
  readonly isDraining: () => boolean;
}

/** The calls of classic SignalR under `[prefix]/signalr/…`. */
export interface ClassicDoor {
  /** Whether a request is one of them. ASP.NET Core's clients negotiate at the same place, by POST. */
  owns(request: Request): boolean;
  /** Undefined: the connection is a WebSocket now and needs no answer. */
  answer(request: Request, server: Server): Promise<Response> | Answer;
  /** Once all connections have been ended: resolves when their clients know. */
  settled(): Promise<void>;
}

/** One request, read. */
interface Visit {
  readonly request: Request;
  readonly server: Server;
  readonly call: ClassicCall;
  readonly url: URL;
  readonly from: CameFrom;
  readonly fields: ClassicFields;
  readonly answers: Answers;
}

/**
 * @example
 * const classic = createClassicDoor({ clock, rng, apps, topics, hub, verifyIdentity, tokenKey, path_prefix, networkOf, isEncrypted, isDraining });
 * if (classic.owns(request)) return classic.answer(request, server);
 */
export function createClassicDoor(deps: ClassicDoorDeps): ClassicDoor {
  const { clock, apps, path_prefix } = deps;
  const tokens = createClassicTokens(deps.tokenKey);
  const sessions = createClassicSessions({ ...deps, tokens });

  const visit = (visited: Visit): Promise<Response> | Answer => {
    const { call, answers, fields, from, request } = visited;
    if (call === "ping") return answers.json(PONG);
    if (call === "hubs") return answers.script(proxyScript(baseOf(visited.url, path_prefix)));
    if (call === "negotiate") {
      if (deps.isDraining()) return stopping(answers);
      const access_token = bearerOf(request) ?? fields.get("access_token") ?? undefined;
      return negotiate(
        { ...deps, tokens },
        { fields, from, answers, access_token, url: baseOf(visited.url, path_prefix) },
      );
    }
    const papers = checkPapers({ ...deps, tokens, sessions }, fields, from);
    if (papers.outcome === "refused") return answers.refuse(papers.status, papers.why);
    switch (call) {
      case "connect":
      case "reconnect":
      case "poll":
        return carry(visited, papers);
      case "start":
        if (papers.outcome === "good" && papers.session !== undefined) return answers.json(STARTED);
        return answers.refuse(400, "There is no connection to start. Connect first.");
      case "send":
        return send(visited, papers);
      case "abort":
        if (papers.outcome === "good") papers.session?.abort();
        return answers.empty();
    }
  };

  /** Connects a transport to its session, whether this server knows it already or not. */
  const carry = (visited: Visit, papers: Papers): Promise<Response> | Answer => {
    const { answers, fields, call, request } = visited;
    const transport = call === "poll" ? "longPolling" : readTransport(fields.get("transport"));
    if (transport === undefined) {
      return answers.refuse(400, "transport must be webSockets, serverSentEvents or longPolling.");
    }
    const is_upgrade = request.headers.get("Upgrade")?.toLowerCase() === "websocket";
    if (transport === "webSockets" && !is_upgrade) return answers.refuse(400, "This transport needs a WebSocket.");
    const carriage = papers.outcome === "good" ? carriageOf(visited, transport, papers) : papers.why;
    if (carriage instanceof Response) return carriage;
    // Older clients overlook the last word and would come back for ever; what fails, they give up.
    if (typeof carriage === "string" && !readsEnds(fields.get("clientProtocol"))) return answers.refuse(403, carriage);
    // Streams and held polls are silent for longer than other answers may be.
    visited.server.timeout(request, limits.http_idle_timeout_s);
    switch (transport) {
      case "webSockets": {
        const data = typeof carriage === "string" ? lastWordData(carriage) : webSocketData(carriage);
        const upgraded = visited.server.upgrade(request, { data });
        return upgraded ? undefined : answers.refuse(400, "This is not the handshake of a WebSocket.");
      }
      case "serverSentEvents":
        return typeof carriage === "string" ? lastWord(transport, carriage, answers) : eventStream(carriage, answers);
      case "longPolling":
        return typeof carriage === "string"
          ? lastWord(transport, carriage, answers)
          : poll(carriage, { clock, signal: request.signal, answers });
    }
  };

  /** Text: why the client is to give up. */
  const carriageOf = (
    { answers, fields, call, request, from }: Visit,
    transport: ClassicTransport,
    { claims, app, session: known }: Extract<Papers, { outcome: "good" }>,
  ): Carriage | Response | string => {
    const position = { message_id: fields.get("messageId"), groups_token: fields.get("groupsToken") };
    if (known !== undefined) {
      if (call === "connect") return { session: known, reader: known.connect() };
      known.acknowledged(position);
      return { session: known, reader: known.resume(position, transport === "webSockets") };
    }
    if (deps.isDraining()) return stopping(answers);
    const data = readConnectionData(fields.get("connectionData"));
    if (data.outcome === "refused") return answers.refuse(400, data.why);
    const session = sessions.open({
      claims,
      app,
      network: deps.networkOf(request),
      encrypted: from.encrypted,
      is_listening: data.is_listening,
      came_from: call === "connect" ? undefined : position,
    });
    if ("refused" in session) {
      const { code, text } = closeCodes[session.refused];
      return code < 4100 ? text : answers.refuse(503, text);
    }
    return { session, reader: call === "connect" ? session.connect() : session.revive(position) };
  };

  const send = ({ answers, fields, server, request }: Visit, papers: Papers): Promise<Response> | Response => {
    const session = papers.outcome === "good" ? papers.session : undefined;
    if (session === undefined) return answers.refuse(404, "This server does not know the connection. Reconnect first.");
    const data = fields.get("data");
    if (data === null) return answers.refuse(400, "The form has no field data.");
    const { promise, resolve } = Promise.withResolvers<Response>();
    // Some answers wait for the next thing that the client reads.
    server.timeout(request, limits.http_idle_timeout_s);
    session.hear(data, (text) => resolve(answers.json(text)));
    return promise;
  };

  return {
    settled: sessions.settled,
    owns(request) {
      if (!/\/signalr\//i.test(request.url)) return false;
      const call = readCall(new URL(request.url).pathname);
      const method =
        request.method === "OPTIONS" ? request.headers.get("Access-Control-Request-Method") : request.method;
      return call !== undefined && !(call === "negotiate" && method === "POST");
    },
    answer(request, server) {
      if (request.method === "OPTIONS") return preflight(request);
      const url = new URL(request.url);
      const origin = request.headers.get("Origin");
      const callback = url.searchParams.get("callback");
      const answers = answersTo(origin, readCallback(callback));
      const call = readCall(url.pathname);
      if (call === undefined || (request.method !== "GET" && request.method !== "POST")) {
        return answers.refuse(405, "Calls of classic SignalR are GET or POST.");
      }
      if (callback !== null && readCallback(callback) === undefined) {
        return answers.refuse(400, "callback must be the name of a function.");
      }
      const from = { origin, encrypted: deps.isEncrypted(request) };
      const read = { request, server, call, url, from, answers };
      if (request.method === "GET" || call === "abort") {
        return visit({ ...read, fields: fieldsOf(url.searchParams, new URLSearchParams()) });
      }
      // Who asks is in the form; the app is named in every address.
      const { http_send_bytes_max } = (apps.byKey(url.searchParams.get("app") ?? "")?.settings ?? DEFAULT_APP_SETTINGS)
        .limits;
      return readForm(request, http_send_bytes_max).then((form) =>
        form === undefined
          ? answers.refuse(413, `A request may have ${http_send_bytes_max} bytes (http_send_bytes_max).`)
          : (visit({ ...read, fields: fieldsOf(url.searchParams, form) }) ??
            answers.refuse(400, "A WebSocket begins with GET.")),
      );
    },
  };
}

async function readForm(request: Request, bytes_max: number): Promise<URLSearchParams | undefined> {
  const body = await readBytes(request, bytes_max);
  return body === "too_large" ? undefined : new URLSearchParams(new TextDecoder().decode(body));
}

/** Where the other calls are, as the client sees it: what a proxy took off the path is put back. */
function baseOf({ pathname }: URL, path_prefix: string): string {
  const base = pathname.replace(/\/+[a-z]+\/*$/i, "");
  return base.startsWith(`${path_prefix}/`) ? base : path_prefix + base;
}

function stopping(answers: Answers): Response {
  return answers.refuse(503, "The server is stopping. Reconnect in a moment.");
}

function bearerOf(request: Request): string | undefined {
  return /^Bearer +([^\s]+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
}
