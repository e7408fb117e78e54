import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import type { AppLimits } from "@fanfare/contract/realtime/app-settings";
import { type CloseReason, closeCodes } from "@fanfare/contract/realtime/pusher";
import type { Transport } from "@fanfare/contract/realtime/transport";
import { truncate } from "../../lib/truncate.ts";
import type { Hub } from "../hub/hub.ts";
import type { HubCallback } from "../hub/hub-callback.ts";
import type { HubClient, HubTransport } from "../hub/hub-client.ts";
import { RATE_LIMITED } from "../hub/hub-result.ts";
import { TokenBucket } from "../session/token-bucket.ts";
import { createPollPacer } from "../transport/long-poll.ts";
import type { Socket } from "../transport/socket.ts";
import type { Topics } from "../transport/topics.ts";
import { ChannelPositions } from "./channel-positions.ts";
import { parseCursor } from "./cursor.ts";
import { CLASSIC_DIALECT } from "./dialect.ts";
import { encodeFailure, encodeResult, HUB } from "./envelope.ts";
import { GroupsToken } from "./groups-token.ts";
import { parseHubCall } from "./hub-call.ts";
import { Outbox } from "./outbox.ts";
import { FATAL_BELOW, Reader, type ReaderSource } from "./reader.ts";
import { resetAllChannels } from "./restore-subscriptions.ts";
import type { ClassicTokens } from "./tokens.ts";
import type { ClassicReceiver } from "./transport-receivers.ts";

interface ClassicSessionDeps {
  readonly clock: Clock;
  readonly topics: Topics;
  readonly hub: Hub;
  readonly tokens: ClassicTokens;
  readonly connection_id: string;
  /** Unique each time a server opens the session. */
  readonly instance_id: string;
  readonly is_listening: boolean;
  readonly onWebSocket: () => void;
  /** Called once, when the client has received the close frame or is gone. */
  readonly onClosed: (end: SessionEnd) => void;
}

/** How a session ended. After `gone`, the client may reconnect. */
type SessionEnd = "gone" | "aborted" | { readonly fatal: string };

export interface Refusal {
  readonly code: string;
  readonly message: string;
}

export interface ClientPosition {
  readonly message_id: string | null;
  readonly groups_token: string | null;
}

/**
 * Methods that change the groups token. Their replies share an envelope with the new token, so that a page can restore
 * confirmed subscriptions at any server, however soon this one stops.
 */
const SUBSCRIPTION_METHODS = new Set(["subscribe", "subscribemany", "unsubscribe", "authenticate", "signout"]);

/** Connection of classic SignalR. Outlives its requests and sockets. */
export class ClassicSession implements HubTransport, ReaderSource {
  readonly instance_id: string;
  readonly outbox: Outbox;
  readonly positions = new ChannelPositions();
  readonly is_listening: boolean;
  readonly #deps: ClassicSessionDeps;
  readonly #requests: TokenBucket;
  #client: HubClient | undefined;
  /** Last transport. Between two polls there's no receiver. */
  #transport: Transport = "classic_poll";
  #receiver: ClassicReceiver | undefined;
  readonly #groups: GroupsToken;
  /** Last groups token, and the number in the cursor of its envelope. */
  #groups_sent: { readonly token: string; readonly sequence: number } | undefined;
  /** Pending calls. Each function fails its call. */
  readonly #unanswered = new Set<() => void>();
  #end: SessionEnd = "gone";
  #is_end_sent = false;
  #is_closed = false;
  readonly #nextPollMs: () => number;
  #kept_alive_ms: number;

  constructor(deps: ClassicSessionDeps) {
    this.#deps = deps;
    this.instance_id = deps.instance_id;
    this.is_listening = deps.is_listening;
    // Count from one sweep ago, so that the first keepalive is never late: sweeps run on their own schedule.
    this.#kept_alive_ms = deps.clock.now() - hubLimits.hub_sweep_ms;
    this.#nextPollMs = createPollPacer(deps.clock, limits.http_poll_interval_ms);
    this.#requests = new TokenBucket(
      hubLimits.classic_requests_per_second_max,
      deps.clock.now(),
      hubLimits.classic_requests_burst_max,
    );
    this.#groups = new GroupsToken(deps.tokens, deps.connection_id);
    this.outbox = new Outbox({
      ...deps,
      isOn: (channel) => this.#client?.findChannel(channel) !== undefined,
      onLost: () => this.#close(this.#end),
    });
  }

  get socket(): Socket {
    return this.outbox.mailbox;
  }

  /** Called when the hub has opened the connection. */
  admit(client: HubClient): void {
    this.#client = client;
  }

  get is_ended(): boolean {
    return this.#is_closed;
  }

  call(callback: HubCallback): void {
    this.outbox.mailbox.send(CLASSIC_DIALECT.encode(callback));
  }

  end(reason: CloseReason): void {
    const { code, text } = closeCodes[reason];
    if (code < FATAL_BELOW) this.#end = { fatal: text };
    // Update the groups token while the channels are still subscribed.
    this.groupsToken();
    this.#leave();
    this.outbox.mailbox.close(code, text);
  }

  currentTransport(): Transport {
    return this.#transport;
  }

  tick(now_ms: number, allowed: AppLimits): void {
    if (now_ms - this.#kept_alive_ms < hubLimits.classic_keep_alive_ms) return;
    this.#kept_alive_ms = now_ms;
    this.#receiver?.keepAlive(allowed);
  }

  /** Charges a request to the rate limit. Returns false for a client in a tight loop. */
  takeRequest(): boolean {
    return this.#requests.take(1, this.#deps.clock.now());
  }

  connect(): Reader {
    return new Reader(this, {
      sequence: this.outbox.last,
      groups_token: undefined,
      sends_init: true,
      replies_after: 0,
    });
  }

  /** Reader for a resuming client. `forgets_calls`: the client has abandoned its pending calls. */
  resume(position: ClientPosition, forgets_calls: boolean): Reader {
    const cursor = parseCursor(position.message_id ?? "");
    const { last } = this.outbox;
    const start = {
      groups_token: position.groups_token ?? undefined,
      sends_init: false,
      replies_after: forgets_calls ? last : 0,
    };
    if (cursor?.instance_id === this.instance_id && cursor.sequence <= last) {
      const { sequence } = cursor;
      // A script that ignores the token has received it with its cursor, too. Sending it again would end every poll.
      const received = sequence >= (this.#groups_sent?.sequence ?? Infinity) ? this.#groups_sent?.token : undefined;
      return new Reader(this, { ...start, groups_token: start.groups_token ?? received, sequence });
    }
    if (!forgets_calls) this.outbox.replyAgain();
    if (this.#client !== undefined) resetAllChannels(this.#deps.hub, this.#client, cursor?.positions, this.socket);
    return new Reader(this, { ...start, sequence: last });
  }

  /** Reader for a client without a session on this server. */
  restore(position: ClientPosition): Reader {
    const groups_token = position.groups_token ?? undefined;
    return new Reader(this, { sequence: 0, groups_token, sends_init: false, replies_after: 0 });
  }

  /** Called with each poll. */
  acknowledge(position: ClientPosition): void {
    const cursor = parseCursor(position.message_id ?? "");
    if (cursor?.instance_id === this.instance_id) this.outbox.acknowledge(cursor.sequence);
  }

  /** The newest transport replaces the previous one. */
  attach(receiver: ClassicReceiver): void {
    this.#receiver = receiver;
    this.#transport = receiver.transport;
    this.outbox.mailbox.attach(receiver);
    receiver.wake();
  }

  attachWebSocket(receiver: ClassicReceiver): void {
    this.#deps.onWebSocket();
    this.attach(receiver);
  }

  detach(receiver: ClassicReceiver): void {
    if (this.#receiver === receiver) this.#receiver = undefined;
    this.outbox.mailbox.detach(receiver);
    if (this.#is_end_sent) this.#close(this.#end);
  }

  nextPollMs(): number {
    return this.#nextPollMs();
  }

  /**
   * Runs the call in a client message. `answer` gets the reply's text, empty if it was sent otherwise. `refuse` gets the
   * reason if the message has no readable ID to reply to.
   */
  receive(text: string, answer: (text: string) => void, refuse: (why: Refusal) => void): void {
    const client = this.#client;
    const call = parseHubCall(text, client && this.#deps.hub.limitsOf(client).json_depth_max);
    const fail = (code: string, message: string): void => {
      if (call.id === undefined) refuse({ code, message });
      else answer(encodeFailure(call.id, { message, data: { code } }));
    };
    if (client === undefined) {
      fail("connection_unknown", "This connection has ended. Start a new one.");
      return;
    }
    const budget = this.#deps.hub.takeInbound(client, Buffer.byteLength(text));
    if (budget !== "accepted") {
      const { code, message } = budget === "ended" ? RATE_LIMITED : budget;
      fail(code, message);
      return;
    }
    if (call.kind === "invalid") {
      fail("arguments_invalid", call.message);
      return;
    }
    if (call.hub.toLowerCase() !== HUB) {
      fail("method_unknown", `Unknown hub ${JSON.stringify(truncate(call.hub))}. The only hub is ${HUB}.`);
      return;
    }
    const abandon = (): void => fail("connection_unknown", "The connection ended before the call finished.");
    this.#unanswered.add(abandon);
    this.#deps.hub.call(client, call.method, call.args, (outcome) => {
      this.#unanswered.delete(abandon);
      if (outcome.ok) {
        this.positions.addWelcome(outcome.value);
        const result = encodeResult(call.id, JSON.stringify(outcome.value));
        if (SUBSCRIPTION_METHODS.has(call.method.toLowerCase())) this.outbox.reply(result, answer);
        else answer(result);
      } else fail(outcome.code, outcome.message);
      // Sends the new groups token, which changes after the reply.
      queueMicrotask(() => this.#receiver?.wake());
    });
  }

  groupsToken(): string | undefined {
    return this.#groups.token(this.#client);
  }

  markGroupsSent(token: string, sequence: number): void {
    this.#groups_sent = { token, sequence };
  }

  markEndSent(): void {
    this.#is_end_sent = true;
  }

  /** Ends a session whose client won't reconnect. */
  abort(): void {
    this.#close("aborted");
  }

  /** Closes a session whose client no longer reads. */
  abandon(): void {
    this.#close("gone");
  }

  #leave(): void {
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) this.#deps.hub.close(client);
    const unanswered = [...this.#unanswered];
    this.#unanswered.clear();
    for (const abandon of unanswered) abandon();
  }

  #close(end: SessionEnd): void {
    if (this.#is_closed) return;
    this.#is_closed = true;
    this.outbox.discard();
    this.#leave();
    this.#deps.onClosed(end);
  }
}
