import { type AppLimits, DEFAULT_APP_LIMITS } from "@fanfare/contract/app-settings";
import type { Clock } from "@fanfare/contract/clock";
import { SECOND_MS } from "@fanfare/contract/limits";
import { type CloseReason, closeCodes, errorCodes, frames } from "@fanfare/contract/pusher";
import type { Rng } from "@fanfare/contract/rng";
import type { AppDirectory, AppRecord } from "../../accounts/app-directory.ts";
import type { Channels } from "../../channels/channels.ts";
import type { Lane } from "../../channels/subscriber.ts";
import type { Watchlists } from "../../channels/watchlists.ts";
import { closeSlow } from "../slow-reader.ts";
import type { Socket, SocketInput } from "../socket.ts";
import { parseCommand } from "./commands.ts";
import { dueOf } from "./due.ts";
import type { Admission } from "./handshake.ts";
import { obey } from "./obey.ts";
import { OpenSession, PINGED_FROM } from "./open-session.ts";
import { newSocketId } from "./socket-id.ts";

/** What a session needs of the house. `register` and `forget` keep the list of open sessions. */
export interface SessionDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly apps: AppDirectory;
  readonly channels: Channels;
  readonly lane: Lane;
  readonly watchlists: Watchlists;
  /** How many sessions of an app are open. */
  connectionsOf(app_id: AppRecord["id"]): number;
  register(session: Session, open: OpenSession): void;
  forget(open: OpenSession): void;
}

/** A session from the upgrade to the end. `closing`: the close frame is out and the transport has yet to end. */
export type SessionState =
  | { readonly kind: "connecting"; readonly admission: Admission }
  | OpenSession
  | { readonly kind: "closing"; readonly reason: CloseReason }
  | { readonly kind: "closed" };

export type SessionInput =
  | SocketInput
  /** Some time has passed. */
  | { readonly kind: "tick" }
  /** The server wants this session to end. */
  | { readonly kind: "end"; readonly reason: CloseReason };

const CLOSED: SessionState = { kind: "closed" };

/**
 * One connection of the Pusher protocol, versions 4 to 7. Everything that can happen comes in through `receive`, in order
 * and synchronously; everything that the client hears goes out through its {@link Socket}.
 *
 * @example
 * const session = new Session(deps, admit(handshake, apps));
 * session.receive({ kind: "opened", socket });
 * session.receive({ kind: "text", text: '{"event":"pusher:subscribe","data":{"channel":"news"}}' });
 */
export class Session {
  readonly #deps: SessionDeps;
  #state: SessionState;

  constructor(deps: SessionDeps, admission: Admission) {
    this.#deps = deps;
    this.#state = { kind: "connecting", admission };
  }

  get state(): SessionState {
    return this.#state;
  }

  receive(input: SessionInput): void {
    const state = this.#state;
    switch (state.kind) {
      case "connecting":
        if (input.kind === "opened") this.#opened(state.admission, input.socket);
        else if (input.kind === "closed") this.#state = CLOSED;
        return;
      case "open":
        this.#whileOpen(state, input);
        return;
      case "closing":
        // What a client still says after the close frame is not heard.
        if (input.kind === "closed") this.#state = CLOSED;
        return;
      case "closed":
        return;
    }
  }

  #opened(admission: Admission, socket: Socket): void {
    const { clock, rng, lane } = this.#deps;
    if (admission.outcome === "refused") {
      this.#refuse(socket, admission.reason);
      return;
    }
    const { app, protocol } = admission;
    const { settings } = app;
    if (settings.connections_max !== null && this.#deps.connectionsOf(app.id) >= settings.connections_max) {
      this.#refuse(socket, "over_quota");
      return;
    }
    const open = new OpenSession({
      socket_id: newSocketId(rng),
      app_id: app.id,
      protocol,
      encrypted: admission.encrypted,
      socket,
      lane,
      now_ms: clock.now(),
      limits: settings.limits,
    });
    if (settings.authorized_connections) {
      open.authorize_by_ms = open.heard_ms + settings.limits.authorization_timeout_s * SECOND_MS;
    }
    this.#state = open;
    this.#deps.register(this, open);
    socket.send(frames.connectionEstablished(open.socket_id, settings.limits.activity_timeout_s, extraFields(app)));
  }

  #refuse(socket: Socket, reason: CloseReason): void {
    this.#state = { kind: "closing", reason };
    const { code, text } = closeCodes[reason];
    // Both, so that clients of every protocol version read one of them.
    socket.send(frames.error(code, text));
    socket.close(code, text);
  }

  #whileOpen(open: OpenSession, input: SessionInput): void {
    switch (input.kind) {
      case "opened":
        return;
      case "text":
        this.#heard(open);
        if (open.spoke_ms !== undefined) open.spoke_ms = open.heard_ms;
        this.#read(open, input.text);
        return;
      case "binary":
        this.#heard(open);
        if (!this.#affords(open, input.octets.byteLength, this.#limitsOf(open))) return;
        open.socket.send(frames.error(null, "Invalid message: send text frames, binary ones are not understood."));
        return;
      case "control":
        this.#heard(open);
        return;
      case "tick":
        this.#tick(open);
        return;
      case "end":
        this.#end(open, input.reason);
        return;
      case "closed":
        this.#state = CLOSED;
        this.#leave(open);
        return;
    }
  }

  #heard(open: OpenSession): void {
    open.heard_ms = this.#deps.clock.now();
    open.asked_ms = undefined;
  }

  /** Whether the client may send this much now. What it may not is dropped unread, and told once. */
  #affords(open: OpenSession, bytes: number, allowed: AppLimits): boolean {
    const { budget } = open;
    if (budget.allow(bytes, open.heard_ms, allowed)) return true;
    if (budget.dropped_in_a_row > allowed.inbound_dropped_in_a_row_max) this.#end(open, "flooding");
    else if (budget.dropped_in_a_row === 1) {
      const { inbound_messages_per_second_max: messages, inbound_bytes_per_second_max: octets } = allowed;
      const message = `Too many messages: a connection may send ${messages} a second (inbound_messages_per_second_max) and ${octets} bytes (inbound_bytes_per_second_max). This one and the next are dropped.`;
      open.socket.send(frames.error(errorCodes.rate_limited, message));
    }
    return false;
  }

  #read(open: OpenSession, text: string): void {
    const app = this.#deps.apps.byId(open.app_id);
    if (app === undefined) {
      this.#end(open, "app_unknown");
      return;
    }
    const bytes = Buffer.byteLength(text);
    const { frame_bytes_max, json_depth_max } = app.settings.limits;
    if (!this.#affords(open, bytes, app.settings.limits)) return;
    if (bytes > frame_bytes_max) {
      const message = `This frame has ${bytes} bytes; ${frame_bytes_max} are allowed (frame_bytes_max). It was dropped: send less at a time.`;
      open.socket.send(frames.error(null, message));
      return;
    }
    const { channels, watchlists } = this.#deps;
    obey(open, parseCommand(text, json_depth_max), { app, channels, watchlists, pong: pongOf(app) });
  }

  #limitsOf(open: OpenSession): AppLimits {
    return this.#deps.apps.byId(open.app_id)?.settings.limits ?? DEFAULT_APP_LIMITS;
  }

  /** What time alone brings about: apps that are gone or switched off, authorization that did not come, silence. */
  #tick(open: OpenSession): void {
    open.replayed_bytes = 0;
    const settings = this.#deps.apps.byId(open.app_id)?.settings;
    const now_ms = this.#deps.clock.now();
    const due = settings === undefined ? "app_unknown" : dueOf(open, settings, now_ms);
    if (due === undefined) return;
    if (due !== "ask") {
      this.#end(open, due);
      return;
    }
    open.asked_ms = now_ms;
    // Some clients answer only control frames, proxies pass only messages: either answer counts.
    open.socket.ping();
    if (open.protocol >= PINGED_FROM) open.socket.send(frames.ping());
  }

  #end(open: OpenSession, reason: CloseReason): void {
    this.#state = { kind: "closing", reason };
    this.#leave(open);
    const { code, text } = closeCodes[reason];
    // From version 6 on the close frame alone carries the code.
    if (open.protocol < 6) open.socket.send(frames.error(code, text));
    if (reason === "reader_slow") closeSlow(this.#deps.clock, open.socket, { code, text });
    else open.socket.close(code, text);
  }

  #leave(open: OpenSession): void {
    const { rooms, user, watching } = open;
    this.#deps.forget(open);
    open.rooms = [];
    open.left = true;
    if (watching !== undefined) this.#deps.watchlists.unwatch(open.app_id, watching.user_ids, watching.watcher);
    if (user !== undefined) this.#deps.watchlists.leave(open.app_id, user.user_id);
    for (const room of rooms) this.#deps.channels.unsubscribe(room, open);
  }
}

function extraFields(app: AppRecord): { readonly config_version: number } {
  return { config_version: app.config_version };
}

/** A record is replaced whole when anything in it changes, so each needs its pong written once. */
const pongs = new WeakMap<AppRecord, string>();
function pongOf(app: AppRecord): string {
  const known = pongs.get(app);
  if (known !== undefined) return known;
  const pong = frames.pong(extraFields(app));
  pongs.set(app, pong);
  return pong;
}
