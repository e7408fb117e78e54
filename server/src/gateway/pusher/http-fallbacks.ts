import { DEFAULT_APP_LIMITS } from "@fanfare/contract/app-settings";
import type { Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import type { AppDirectory } from "../../accounts/app-directory.ts";
import { isOriginAllowed } from "../../accounts/origins.ts";
import { readBytes } from "../../bounded-bytes.ts";
import type { Log } from "../../log.ts";
import { createLastRequests } from "../last-requests.ts";
import { createTally } from "../tally.ts";
import type { Topics } from "../topics.ts";
import { type Admission, admit } from "./handshake.ts";
import { parseSent } from "./http-frames.ts";
import { type FallbackPath, readFallbackPath } from "./http-path.ts";
import { HttpSession } from "./http-session.ts";
import type { Sessions } from "./sessions.ts";

/** What pusher-js does where WebSockets do not get through: `xhr_streaming` and `xhr_polling`. */
export interface HttpFallbacks {
  /** `not_mine`: somebody else answers this path. */
  answer(request: Request, pathname: string): Promise<Response> | Response | "not_mine";
  /** Once all sessions have been ended: resolves when their clients know, or none comes to hear it in time. */
  settled(): Promise<void>;
}

export interface HttpFallbackDeps {
  readonly clock: Clock;
  readonly apps: AppDirectory;
  readonly sessions: Pick<Sessions, "begin">;
  readonly topics: Topics;
  readonly log: Log;
  /** The part of the caller's address that one caller holds. */
  readonly networkOf: (request: Request) => string;
  /** Whether nobody on the way from the client can read along. */
  readonly isEncrypted: (request: Request) => boolean;
  /** Whether the server stops, and lets nobody new in. */
  readonly isDraining: () => boolean;
}

/** Pages send no credentials, and a session's id is known to nobody but the page that made it up. */
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
 * The HTTP transports of pusher-js, in the form of SockJS: the client makes up a session id, receives by one POST after the
 * other and sends by further ones. A session outlives its requests by `limits.http_linger_ms`.
 *
 * @example
 * const fallbacks = createHttpFallbacks({ clock, apps, sessions, topics, log, networkOf, isEncrypted, isDraining });
 * const answer = fallbacks.answer(request, new URL(request.url).pathname);
 */
export function createHttpFallbacks(deps: HttpFallbackDeps): HttpFallbacks {
  const open = new Map<string, HttpSession>();
  const tally = createTally({ total_max: limits.http_sessions_max });
  const last = createLastRequests(deps.clock);

  const begin = (request: Request, id: string, key: string): HttpSession => {
    const admission = admissionOf(request, key, deps);
    const app = admission.outcome === "admitted" ? admission.app : undefined;
    const caller = app === undefined ? undefined : `${app.id} ${deps.networkOf(request)}`;
    const allowed = app?.settings.limits ?? DEFAULT_APP_LIMITS;
    const has_room = caller === undefined || tally.take(caller, allowed.http_sessions_per_caller_max);
    const session = new HttpSession({
      ...deps,
      session: deps.sessions.begin(has_room ? admission : { outcome: "refused", reason: "too_many_sessions" }),
      reader_buffer_bytes_max: allowed.reader_buffer_bytes_max,
      headers: HEADERS,
      onOver() {
        open.delete(id);
        if (open.size === 0) last.emptied();
        if (has_room && caller !== undefined) tally.release(caller);
      },
    });
    open.set(id, session);
    return session;
  };

  const receive = (request: Request, path: FallbackPath, id: string): Promise<Response> | Response => {
    const known = open.get(id);
    if (known === undefined && deps.isDraining()) return refuse(503, "The server is stopping. Reconnect in a moment.");
    // Whoever comes back for more is alive.
    known?.receive({ kind: "control" });
    const session = known ?? begin(request, id, path.key);
    return path.call === "stream" ? session.stream() : session.poll(request.signal);
  };

  const send = async (request: Request, session: HttpSession, key: string): Promise<Response> => {
    const origin = request.headers.get("Origin");
    const app = deps.apps.byKey(key);
    if (origin !== null && app !== undefined && !isOriginAllowed(app.allowed_origins, origin)) {
      return refuse(403, "Pages of this origin may not use the app. Add it to the app's allowed origins.");
    }
    const { http_send_bytes_max, frame_bytes_max } = app?.settings.limits ?? DEFAULT_APP_LIMITS;
    const body = await readBytes(request, http_send_bytes_max);
    if (body === "too_large")
      return refuse(413, `A request may have ${http_send_bytes_max} bytes (http_send_bytes_max).`);
    const texts = parseSent(body);
    if (texts === undefined) {
      return refuse(400, `Send a JSON list of text frames, each at most ${frame_bytes_max} bytes (frame_bytes_max).`);
    }
    session.receive({ kind: "control" });
    for (const text of texts) {
      if (!session.is_open) break;
      session.receive({ kind: "text", text });
    }
    return new Response(null, { status: 204, headers: HEADERS });
  };

  return {
    answer(request, pathname) {
      const path = readFallbackPath(pathname);
      if (path === undefined) return "not_mine";
      if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: PREFLIGHT });
      if (request.method !== "POST") return refuse(405, "This path answers POST. It is for pusher-js.");
      const id = `${path.key}/${path.session_id}`;
      if (path.call !== "send") return receive(request, path, id);
      const session = open.get(id);
      return session === undefined
        ? refuse(404, "No such session. Begin one with xhr_streaming or xhr.")
        : send(request, session, path.key);
    },
    settled: () =>
      last.settled(open.size, () => {
        for (const session of [...open.values()]) session.abandon();
      }),
  };
}

function admissionOf(request: Request, key: string, deps: HttpFallbackDeps): Admission {
  const { searchParams } = new URL(request.url);
  return admit(
    {
      key,
      protocol: searchParams.get("protocol"),
      version: searchParams.get("version"),
      origin: request.headers.get("Origin"),
      encrypted: deps.isEncrypted(request),
    },
    deps.apps,
  );
}
