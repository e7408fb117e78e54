import type { Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import type { AppLimits } from "@fanfare/contract/realtime/app-settings";
import { type CloseReason, closeCodes, errorCodes, frames } from "@fanfare/contract/realtime/pusher";
import type { Transport } from "@fanfare/contract/realtime/transport";
import type { AppDirectory, AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Lane } from "../../channels/subscriber.ts";
import type { ConnectionLink, SessionContext } from "../session/connection.ts";
import type { ConnectionRegistry } from "../session/connection-registry.ts";
import { newSocketId } from "../session/socket-id.ts";
import { Mailbox } from "../transport/mailbox.ts";
import { closeSlow } from "../transport/slow-reader.ts";
import type { Socket, SocketInput } from "../transport/socket.ts";
import { handleCommand } from "./handle-command.ts";
import type { HandshakeResult } from "./handshake.ts";
import { OpenSession, PING_PROTOCOL_MIN } from "./open-session.ts";
import { parseCommand } from "./parse-command.ts";

export interface SessionDeps extends Pick<SessionContext, "channels" | "watchlists"> {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly apps: AppDirectory;
  readonly lane: Lane;
  readonly registry: ConnectionRegistry<OpenSession>;
}

/** State of a session. `closing`: the close frame was sent, and the transport is still open. */
export type SessionState =
  | { readonly kind: "connecting"; readonly admission: HandshakeResult }
  | OpenSession
  | { readonly kind: "closing"; readonly reason: CloseReason }
  | { readonly kind: "closed" };

const CLOSED: SessionState = { kind: "closed" };

/**
 * Connection of the Pusher protocol, versions 4 to 7. `receive` takes input in order and synchronously; the {@link
 * Socket} sends frames.
 *
 * @example
 * const session = new Session(deps, admitConnection(handshake, apps));
 * session.receive({ kind: "opened", socket });
 * session.receive({ kind: "text", text: '{"event":"pusher:subscribe","data":{"channel":"news"}}' });
 */
export class Session implements ConnectionLink {
  readonly #deps: SessionDeps;
  #state: SessionState;

  constructor(deps: SessionDeps, admission: HandshakeResult) {
    this.#deps = deps;
    this.#state = { kind: "connecting", admission };
  }

  get state(): SessionState {
    return this.#state;
  }

  receive(input: SocketInput): void {
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
        // Ignore frames after the close frame.
        if (input.kind === "closed") this.#state = CLOSED;
        return;
      case "closed":
        return;
    }
  }

  end(reason: CloseReason): void {
    if (this.#state.kind === "open") this.#end(this.#state, reason);
  }

  currentTransport(): Transport {
    return this.#state.kind === "open" && this.#state.socket instanceof Mailbox ? "pusher_http" : "pusher_websocket";
  }

  tick(now_ms: number, allowed: AppLimits): void {
    const open = this.#state;
    if (open.kind !== "open") return;
    const action = keepaliveAction(open, allowed, now_ms);
    if (action === undefined) return;
    if (action !== "ping") {
      this.#end(open, action);
      return;
    }
    open.pinged_ms = now_ms;
    // Some clients answer only control frames, and some proxies forward only messages. Either response counts.
    open.socket.ping();
    if (open.protocol >= PING_PROTOCOL_MIN) open.socket.send(frames.ping());
  }

  #opened(admission: HandshakeResult, socket: Socket): void {
    if (admission.outcome === "refused") {
      this.#refuse(socket, admission.reason, admission.retry_after_ms);
      return;
    }
    const { clock, rng, lane, registry } = this.#deps;
    const { app, protocol, encrypted } = admission;
    const refusal = registry.refusal(app);
    if (refusal !== undefined) {
      this.#refuse(socket, refusal);
      return;
    }
    const socket_id = newSocketId(rng);
    const open = new OpenSession({
      socket_id,
      app,
      link: this,
      socket,
      lane,
      encrypted,
      protocol,
      now_ms: clock.now(),
    });
    this.#state = open;
    registry.add(open);
    socket.send(encodeEstablished(app, socket_id));
  }

  #refuse(socket: Socket, reason: CloseReason, retry_after_ms?: number): void {
    this.#state = { kind: "closing", reason };
    const { code, text } = closeCodes[reason];
    // Send both, so that clients of every protocol version can read one of them.
    socket.send(frames.error(code, text, retry_after_ms));
    socket.close(code, text);
  }

  #whileOpen(open: OpenSession, input: SocketInput): void {
    switch (input.kind) {
      case "opened":
        return;
      case "text":
        this.#markReceived(open);
        if (open.last_message_ms !== undefined) open.last_message_ms = open.last_received_ms;
        this.#read(open, input.text);
        return;
      case "binary":
        this.#markReceived(open);
        if (this.#take(open, input.octets.byteLength, this.#deps.registry.limitsOf(open)) === "dropped") return;
        open.socket.send(frames.error(null, "Invalid message: send text frames. Binary frames aren't supported."));
        return;
      case "control":
        this.#markReceived(open);
        return;
      case "closed":
        this.#state = CLOSED;
        this.#deps.registry.remove(open);
        return;
    }
  }

  #markReceived(open: OpenSession): void {
    open.last_received_ms = this.#deps.clock.now();
    open.pinged_ms = undefined;
  }

  /** Charges a message to the rate limit. Sends an error for the first of consecutive dropped messages. */
  #take(open: OpenSession, bytes: number, allowed: AppLimits): "accepted" | "too_large" | "dropped" {
    const decision = open.budget.take(bytes, open.last_received_ms, allowed);
    switch (decision) {
      case "accepted":
      case "too_large":
        return decision;
      case "flooding":
        this.#end(open, "flooding");
        return "dropped";
      case "dropped_first": {
        const { inbound_messages_per_second_max: messages, inbound_bytes_per_second_max: octets } = allowed;
        const message = `Too many messages: the limits per second are ${messages} messages (inbound_messages_per_second_max) and ${octets} bytes (inbound_bytes_per_second_max). This message and the next were dropped.`;
        open.socket.send(frames.error(errorCodes.rate_limited, message));
        return "dropped";
      }
      case "dropped":
        return "dropped";
    }
  }

  #read(open: OpenSession, text: string): void {
    const app = this.#deps.apps.byId(open.app_id);
    if (app === undefined) {
      this.#end(open, "app_unknown");
      return;
    }
    const bytes = Buffer.byteLength(text);
    const { frame_bytes_max, json_depth_max } = app.settings.limits;
    const decision = this.#take(open, bytes, app.settings.limits);
    if (decision === "dropped") return;
    if (decision === "too_large") {
      const message = `This frame has ${bytes} bytes, and the limit is ${frame_bytes_max} (frame_bytes_max). It was dropped. Send less at a time.`;
      open.socket.send(frames.error(null, message));
      return;
    }
    const { channels, watchlists } = this.#deps;
    const context = { app, channels, watchlists, now_ms: open.last_received_ms, pong: encodePong(app) };
    handleCommand(open, parseCommand(text, json_depth_max), context);
  }

  #end(open: OpenSession, reason: CloseReason): void {
    this.#state = { kind: "closing", reason };
    this.#deps.registry.remove(open);
    const { code, text } = closeCodes[reason];
    // Since version 6, only the close frame carries the code.
    if (open.protocol < 6) open.socket.send(frames.error(code, text));
    if (reason === "reader_slow") closeSlow(this.#deps.clock, open.socket, { code, text });
    else open.socket.close(code, text);
  }
}

function extraFields(app: AppRecord): { readonly config_version: number } {
  return { config_version: app.config_version };
}

/** Text of the first frame before and after the socket ID. */
const established = new WeakMap<AppRecord, readonly [before: string, after: string]>();
const ID_PLACE = "@";
function encodeEstablished(app: AppRecord, socket_id: string): string {
  let parts = established.get(app);
  if (parts === undefined) {
    const text = frames.connectionEstablished(ID_PLACE, app.settings.limits.activity_timeout_s, extraFields(app));
    const place = text.indexOf(ID_PLACE);
    parts = [text.slice(0, place), text.slice(place + ID_PLACE.length)];
    established.set(app, parts);
  }
  return parts[0] + socket_id + parts[1];
}

/** A record is replaced when anything in it changes, so its pong is encoded once. */
const pongs = new WeakMap<AppRecord, string>();
function encodePong(app: AppRecord): string {
  const known = pongs.get(app);
  if (known !== undefined) return known;
  const pong = frames.pong(extraFields(app));
  pongs.set(app, pong);
  return pong;
}

/**
 * Returns the action that the protocol's timeouts require now: a close, a ping, or undefined.
 *
 * A client that doesn't answer a ping is closed with `pong_missing`. Clients without ping support get only control
 * frames, which a WebSocket answers long after its page has died. If such a client sends no messages, it's closed with
 * `inactive`.
 */
function keepaliveAction(
  open: Pick<OpenSession, "last_message_ms" | "pinged_ms" | "last_received_ms">,
  allowed: AppLimits,
  now_ms: number,
): CloseReason | "ping" | undefined {
  const hasPassed = (since_ms: number, most_s: number): boolean => now_ms - since_ms >= most_s * SECOND_MS;
  if (open.last_message_ms !== undefined && hasPassed(open.last_message_ms, allowed.inactivity_timeout_s))
    return "inactive";
  if (open.pinged_ms !== undefined)
    return hasPassed(open.pinged_ms, allowed.pong_timeout_s) ? "pong_missing" : undefined;
  return hasPassed(open.last_received_ms, allowed.activity_timeout_s + limits.activity_slack_s) ? "ping" : undefined;
}
