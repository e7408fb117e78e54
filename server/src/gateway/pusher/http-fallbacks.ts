import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { DEFAULT_APP_LIMITS } from "@fanfare/contract/realtime/app-settings";
import type { AppDirectory } from "../../accounts/apps/app-directory.ts";
import type { Log } from "../../lib/log.ts";
import { readBytes } from "../../lib/read-bytes.ts";
import { refusedBy, SHUTTING_DOWN } from "../session/admission.ts";
import { RequestSessions } from "../session/request-sessions.ts";
import { createSessionQuota } from "../session/session-quota.ts";
import type { Topics } from "../transport/topics.ts";
import { admitConnection, type Handshake } from "./handshake.ts";
import { parseSendBody } from "./http-framing.ts";
import { HttpSession } from "./http-session.ts";
import type { Sessions } from "./sessions.ts";

/** What stock pusher-js calls where it has no WebSocket. */
interface FallbackPath {
  readonly key: string;
  /** Two parts that the client has made up, unique within an app. */
  readonly session_id: string;
  readonly call: "stream" | "poll" | "send";
}

const PATH = /\/app\/([^/]+)\/(\d{1,3}\/[A-Za-z0-9_-]{1,64})\/(xhr_streaming|xhr|xhr_send)$/;
const CALLS: Readonly<Record<string, FallbackPath["call"]>> = {
  xhr_streaming: "stream",
  xhr: "poll",
  xhr_send: "send",
};

/**
 * Reads `[prefix]/app/{key}/{n}/{session}/{call}`; undefined for a path of another handler.
 *
 * @example
 * readFallbackPath("/pusher/app/key/123/0a1b2c3d/xhr_send")?.call; // "send"
 */
function readFallbackPath(pathname: string): FallbackPath | undefined {
  const [, key, session_id, name = ""] = PATH.exec(pathname) ?? [];
  const call = CALLS[name];
  return key === undefined || session_id === undefined || call === undefined ? undefined : { key, session_id, call };
}

export interface HttpFallbacksDeps {
  readonly clock: Clock;
  readonly apps: AppDirectory;
  readonly sessions: Pick<Sessions, "begin">;
  readonly topics: Topics;
  readonly log: Log;
  /** The part of the caller's address that one caller holds. */
  readonly networkOf: (request: Request) => string;
  /** Whether the whole path from the client is encrypted. */
  readonly isEncrypted: (request: Request) => boolean;
  /** Whether the server is shutting down and accepts nothing new. */
  readonly isDraining: () => boolean;
}

/** Pages send no credentials, and only the page that made up a session's id knows it. */
const HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Cache-Control": "no-store, no-transform",
  "Content-Type": "text/plain; charset=utf-8",
  "X-Accel-Buffering": "no",
} as const;

const PREFLIGHT = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "POST",
  "Access-Control-Allow-Headers": "Content-Type",
  "Access-Control-Max-Age": String(limits.preflight_max_age_s),
} as const;

const refuse = (status: number, text: string): Response => new Response(`${text}\n`, { status, headers: HEADERS });

/**
 * The HTTP transports of pusher-js, `xhr_streaming` and `xhr_polling`, in the form of SockJS: the client makes up a session
 * id, receives by one POST after the other, and sends by further ones. A session outlives its requests by
 * `limits.http_linger_ms`.
 *
 * @example
 * const fallbacks = new HttpFallbacks({ clock, apps, sessions, topics, log, networkOf, isEncrypted, isDraining });
 * const answer = fallbacks.answer(request, new URL(request.url).pathname);
 */
export class HttpFallbacks {
  readonly #deps: HttpFallbacksDeps;
  readonly #sessions: RequestSessions<HttpSession>;
  readonly #quota = createSessionQuota();

  constructor(deps: HttpFallbacksDeps) {
    this.#deps = deps;
    this.#sessions = new RequestSessions(deps.clock);
  }

  /** `not_mine`: the path belongs to another handler. */
  answer(request: Request, pathname: string): Promise<Response> | Response | "not_mine" {
    const path = readFallbackPath(pathname);
    if (path === undefined) return "not_mine";
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: PREFLIGHT });
    if (request.method !== "POST") return refuse(405, "This path supports only POST, for pusher-js.");
    const id = `${path.key}/${path.session_id}`;
    if (path.call !== "send") return this.#receive(request, path, id);
    const session = this.#sessions.find(id);
    return session === undefined
      ? refuse(404, "Session not found. Start one with xhr_streaming or xhr.")
      : this.#send(request, session, path.key);
  }

  /** Once all sessions have been ended: resolves when their clients know. */
  settled(): Promise<void> {
    return this.#sessions.settled();
  }

  #receive(request: Request, path: FallbackPath, id: string): Promise<Response> | Response {
    const known = this.#sessions.find(id);
    if (known === undefined && this.#deps.isDraining()) return refuse(503, SHUTTING_DOWN);
    // A request for more is a sign of life.
    known?.receive({ kind: "control" });
    const session = known ?? this.#begin(request, id, path.key);
    return path.call === "stream" ? session.stream() : session.poll(request.signal);
  }

  #begin(request: Request, id: string, key: string): HttpSession {
    const { apps, networkOf, sessions } = this.#deps;
    const admission = admitConnection(readRequest(request, key, this.#deps), apps);
    const app = admission.outcome === "admitted" ? admission.app : undefined;
    const release = app && this.#quota.take(app, networkOf(request));
    const is_full = app !== undefined && release === undefined;
    const session = new HttpSession({
      ...this.#deps,
      session: sessions.begin(is_full ? { outcome: "refused", reason: "too_many_sessions" } : admission),
      reader_buffer_bytes_max: (app?.settings.limits ?? DEFAULT_APP_LIMITS).reader_buffer_bytes_max,
      headers: HEADERS,
      onClosed: () => {
        this.#sessions.remove(id, session);
        release?.();
      },
    });
    this.#sessions.add(id, session);
    return session;
  }

  async #send(request: Request, session: HttpSession, key: string): Promise<Response> {
    const app = this.#deps.apps.byKey(key);
    const from = { origin: request.headers.get("Origin"), encrypted: this.#deps.isEncrypted(request) };
    if (app !== undefined && refusedBy(app, from, ["origin_refused"]) !== undefined) {
      return refuse(403, "This origin isn't allowed. Add it to the app's allowed origins.");
    }
    const { http_send_bytes_max, frame_bytes_max } = app?.settings.limits ?? DEFAULT_APP_LIMITS;
    const body = await readBytes(request, http_send_bytes_max);
    if (body === "too_large")
      return refuse(413, `A request can have at most ${http_send_bytes_max} bytes (http_send_bytes_max).`);
    const texts = parseSendBody(body);
    if (texts === undefined) {
      return refuse(400, `Send a JSON list of text frames of at most ${frame_bytes_max} bytes each (frame_bytes_max).`);
    }
    session.receive({ kind: "control" });
    for (const text of texts) {
      if (!session.is_open) break;
      session.receive({ kind: "text", text });
    }
    return new Response(null, { status: 204, headers: HEADERS });
  }
}

function readRequest(
  request: Request,
  key: string,
  { isEncrypted }: Pick<HttpFallbacksDeps, "isEncrypted">,
): Handshake {
  const { searchParams } = new URL(request.url);
  return {
    key,
    protocol: searchParams.get("protocol"),
    version: searchParams.get("version"),
    origin: request.headers.get("Origin"),
    encrypted: isEncrypted(request),
  };
}
