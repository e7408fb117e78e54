import type { AppLimits } from "@fanfare/contract/app-settings";
import { hubLimits } from "@fanfare/contract/hub-limits";
import { limits } from "@fanfare/contract/limits";
import { type CloseReason, closeCodes } from "@fanfare/contract/pusher";
import type { Transport } from "@fanfare/contract/transport";
import { quotable } from "../../quotable.ts";
import { Bucket } from "../bucket.ts";
import { createPollPace } from "../held-poll.ts";
import type { HubCallback } from "../hub/callback.ts";
import type { HubClient, HubTransport } from "../hub/client.ts";
import { TOO_FAST } from "../hub/outcome.ts";
import type { Socket } from "../socket.ts";
import { parseCursor } from "./cursor.ts";
import { CLASSIC_DIALECT } from "./dialect.ts";
import { encodeFailure, encodeResult, HUB } from "./envelope.ts";
import { HeldGroups } from "./held-groups.ts";
import { parseHubCall } from "./hub-call.ts";
import { Outbox } from "./outbox.ts";
import { FATAL_BELOW, Reader, type Source } from "./reader.ts";
import type { ClassicReceiver } from "./receivers.ts";
import { resetAll } from "./restore.ts";
import { Seen } from "./seen.ts";
import type { ClassicSessionDeps, SessionEnd } from "./session-deps.ts";

/** What a client says that it has. */
export interface Position {
  readonly message_id: string | null;
  readonly groups_token: string | null;
}

/**
 * Methods after which the client has another groups token. Their answers go out with it, in one envelope: what a page knows to be
 * done it brings along to any server, however soon this one dies.
 */
const CHANGING = new Set(["subscribe", "subscribemany", "unsubscribe", "authenticate", "signout"]);

/** One connection of classic SignalR: it outlives the requests and sockets that carry it. */
export class ClassicSession implements HubTransport, Source {
  readonly life: string;
  readonly outbox: Outbox;
  readonly seen = new Seen();
  readonly is_listening: boolean;
  readonly #deps: ClassicSessionDeps;
  readonly #requests: Bucket;
  #client: HubClient | undefined;
  /** What carried it last: a client between two polls has no receiver. */
  #transport: Transport = "classic_poll";
  #receiver: ClassicReceiver | undefined;
  readonly #groups: HeldGroups;
  /** Calls whose answer the hub owes. */
  readonly #unanswered = new Set<() => void>();
  #end: SessionEnd = "gone";
  #is_told = false;
  #is_over = false;
  readonly #pace: () => number;
  #kept_ms: number;

  constructor(deps: ClassicSessionDeps) {
    this.#deps = deps;
    this.life = deps.life;
    this.is_listening = deps.is_listening;
    // The sweep comes at its own moments: as if a sign of life had been given one sweep ago, the first is never late.
    this.#kept_ms = deps.clock.now() - hubLimits.hub_sweep_ms;
    this.#pace = createPollPace(deps.clock, limits.http_poll_interval_ms);
    this.#requests = new Bucket(
      hubLimits.classic_requests_per_second_max,
      deps.clock.now(),
      hubLimits.classic_requests_burst_max,
    );
    this.#groups = new HeldGroups(deps.tokens, deps.connection_id);
    this.outbox = new Outbox({
      ...deps,
      isOn: (channel) => this.#client?.subscriptionTo(channel) !== undefined,
      onLost: () => this.#over(this.#end),
    });
  }

  /** What the hub sends to. */
  get socket(): Socket {
    return this.outbox.mailbox;
  }

  /** The hub has let the connection in. */
  admit(client: HubClient): void {
    this.#client = client;
  }

  get is_over(): boolean {
    return this.#is_over;
  }

  call(callback: HubCallback): void {
    this.outbox.mailbox.send(CLASSIC_DIALECT.encode(callback));
  }

  end(reason: CloseReason): void {
    const { code, text } = closeCodes[reason];
    if (code < FATAL_BELOW) this.#end = { fatal: text };
    // What the client brings back is what it is on now.
    this.groupsToken();
    this.#leave();
    this.outbox.mailbox.close(code, text);
  }

  carriedBy(): Transport {
    return this.#transport;
  }

  tick(now_ms: number, allowed: AppLimits): void {
    if (now_ms - this.#kept_ms < hubLimits.classic_keep_alive_ms) return;
    this.#kept_ms = now_ms;
    this.#receiver?.keepAlive(allowed);
  }

  /** Whether the client may ask for this much: who spins is refused. */
  affordsRequest(): boolean {
    return this.#requests.take(1, this.#deps.clock.now());
  }

  /** A reader for a new transport, which has heard nothing yet. */
  connect(): Reader {
    return new Reader(this, { sequence: this.outbox.last, groups_token: undefined, greet: true, replies_after: 0 });
  }

  /** A reader for a client that goes on where it stopped. `forgets_calls`: it has given up those that were not answered. */
  resume(position: Position, forgets_calls: boolean): Reader {
    const cursor = parseCursor(position.message_id ?? "");
    const groups_token = position.groups_token ?? undefined;
    const { last } = this.outbox;
    const start = { groups_token, greet: false, replies_after: forgets_calls ? last : 0 };
    if (cursor?.life === this.life && cursor.sequence <= last) {
      return new Reader(this, { ...start, sequence: cursor.sequence });
    }
    if (!forgets_calls) this.outbox.replyAgain();
    if (this.#client !== undefined) resetAll(this.#deps.hub, this.#client, cursor?.positions, this.socket);
    return new Reader(this, { ...start, sequence: last });
  }

  /** A reader for a client that comes back to a server that did not know it. */
  revive(position: Position): Reader {
    const groups_token = position.groups_token ?? undefined;
    return new Reader(this, { sequence: 0, groups_token, greet: false, replies_after: 0 });
  }

  /** What a client says by each poll. */
  acknowledged(position: Position): void {
    const cursor = parseCursor(position.message_id ?? "");
    if (cursor?.life === this.life) this.outbox.acknowledge(cursor.sequence);
  }

  /** The newest transport wins. */
  attach(receiver: ClassicReceiver): void {
    this.#receiver = receiver;
    this.#transport = receiver.transport;
    this.outbox.mailbox.attach(receiver);
    receiver.wake();
  }

  /** The same for a WebSocket. */
  attachWebSocket(receiver: ClassicReceiver): void {
    this.#deps.onWebSocket();
    this.attach(receiver);
  }

  /** A transport is at its end. */
  detach(receiver: ClassicReceiver): void {
    if (this.#receiver === receiver) this.#receiver = undefined;
    this.outbox.mailbox.detach(receiver);
    if (this.#is_told) this.#over(this.#end);
  }

  /** When the next poll may be answered. */
  nextPollMs(): number {
    return this.#pace();
  }

  /** Does what a message of the client asks for. `answer` gets the text for it, empty where the client waits for none. */
  hear(text: string, answer: (text: string) => void): void {
    const client = this.#client;
    const call = parseHubCall(text, client && this.#deps.hub.limitsOf(client).json_depth_max);
    const fail = (code: string, message: string): void => {
      // Without an id there is no call of the page that could fail.
      answer(call.id === undefined ? "" : encodeFailure(call.id, { message, data: { code } }));
    };
    if (client === undefined) {
      fail("connection_unknown", "This connection has ended. Start a new one.");
      return;
    }
    const affords = this.#deps.hub.affords(client, Buffer.byteLength(text));
    if (affords !== "yes") {
      const { code, message } = affords === "end" ? TOO_FAST : affords;
      fail(code, message);
      return;
    }
    if (call.kind === "invalid") {
      fail("arguments_invalid", call.message);
      return;
    }
    if (call.hub.toLowerCase() !== HUB) {
      fail("method_unknown", `There is no hub ${JSON.stringify(quotable(call.hub))} here: the only one is ${HUB}.`);
      return;
    }
    const abandon = (): void => fail("connection_unknown", "The connection ended before this was done.");
    this.#unanswered.add(abandon);
    this.#deps.hub.call(client, call.method, call.args, (outcome) => {
      this.#unanswered.delete(abandon);
      if (outcome.ok) {
        this.seen.welcomed(outcome.value);
        const result = encodeResult(call.id, JSON.stringify(outcome.value));
        if (CHANGING.has(call.method.toLowerCase())) this.outbox.reply(result, answer);
        else answer(result);
      } else fail(outcome.code, outcome.message);
      // The client is to bring back what it is on now, which the hub notes after it has answered.
      queueMicrotask(() => this.#receiver?.wake());
    });
  }

  groupsToken(): string | undefined {
    return this.#groups.token(this.#client);
  }

  told(): void {
    this.#is_told = true;
  }

  /** The client does not come back. */
  abort(): void {
    this.#over("aborted");
  }

  /** Nothing comes of it. */
  abandon(): void {
    this.#over("gone");
  }

  #leave(): void {
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) this.#deps.hub.close(client);
    const unanswered = [...this.#unanswered];
    this.#unanswered.clear();
    for (const abandon of unanswered) abandon();
  }

  #over(end: SessionEnd): void {
    if (this.#is_over) return;
    this.#is_over = true;
    this.outbox.discard();
    this.#leave();
    this.#deps.onOver(end);
  }
}
