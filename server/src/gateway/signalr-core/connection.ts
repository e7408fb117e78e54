import type { Cancel } from "@fanfare/contract/lib/clock";
import { SECOND_MS } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { type CloseReason, closeCodes } from "@fanfare/contract/realtime/pusher";
import type { Transport } from "@fanfare/contract/realtime/transport";
import type { Hub } from "../hub/hub.ts";
import type { HubCallback } from "../hub/hub-callback.ts";
import type { HubTransport } from "../hub/hub-client.ts";
import type { ConnectionCarrier } from "./connection-carrier.ts";
import type { ConnectionState, CoreConnectionDeps, NegotiatedClient, OpenConnectionState } from "./connection-types.ts";
import { handleMessage, type MessageTarget } from "./handle-message.ts";
import { encodeHandshake, readHandshake } from "./handshake.ts";
import type { HubProtocol, Outbound } from "./messages.ts";
import type { Resumption } from "./resumption.ts";

const ENDED: ConnectionState = { kind: "ended" };
const EMPTY = new Uint8Array();

const TRANSPORT_BY_CARRIER: Readonly<Record<ConnectionCarrier["kind"], Transport>> = {
  websocket: "core_websocket",
  resumable: "core_websocket",
  events: "core_sse",
  polls: "core_poll",
};

/** Connection of ASP.NET Core SignalR over any transport, from the negotiation to the end. */
export class CoreConnection implements MessageTarget {
  readonly peer: NegotiatedClient;
  resumption: Resumption | undefined = undefined;
  acknowledge: (sequence: number) => void = () => {};
  readonly streams = new Map<string, () => void>();
  readonly #deps: CoreConnectionDeps;
  #state: ConnectionState = { kind: "negotiated" };
  #rest: Uint8Array = EMPTY;
  #cancelTimeout: Cancel;
  #last_sent_ms: number;
  #last_received_ms: number;
  /** Clients that never ping have no timeout. */
  #has_pinged = false;

  constructor(peer: NegotiatedClient, deps: CoreConnectionDeps) {
    this.peer = peer;
    this.#deps = deps;
    this.#last_sent_ms = this.#last_received_ms = deps.clock.now();
    this.#cancelTimeout = deps.clock.after(hubLimits.hub_handshake_s * SECOND_MS, () => this.lost());
  }

  get hub(): Hub {
    return this.#deps.hub;
  }

  get kind(): ConnectionState["kind"] {
    return this.#state.kind;
  }

  get carrier(): ConnectionCarrier | undefined {
    return "carrier" in this.#state ? this.#state.carrier : undefined;
  }

  /** Starts the handshake on the chosen transport. Returns false if the connection already has one or has ended. */
  carry(carrier: ConnectionCarrier): boolean {
    if (this.#state.kind !== "negotiated") return false;
    this.#state = { kind: "shaking_hands", carrier };
    this.#cancelTimeout();
    this.#cancelTimeout = this.#deps.clock.after(hubLimits.hub_handshake_s * SECOND_MS, () =>
      this.#refuse(carrier, `The client didn't send a handshake within ${hubLimits.hub_handshake_s} s.`),
    );
    return true;
  }

  /** Receives bytes, split at any position. */
  receive(octets: Uint8Array): void {
    this.#last_received_ms = this.#deps.clock.now();
    switch (this.#state.kind) {
      case "shaking_hands":
        this.#shakeHands(this.#state.carrier, octets);
        return;
      case "open":
        this.#read(this.#state, octets);
        return;
      case "negotiated":
      case "ended":
        return;
    }
  }

  send(message: Outbound): void {
    const state = this.#state;
    if (state.kind !== "open") return;
    const frame = state.protocol.encode(message);
    switch (message.kind) {
      case "completion":
      case "failure":
      case "item":
        state.carrier.socket.send(frame);
        return;
      case "ping":
      case "close":
      case "ack":
      case "sequence":
        this.#last_sent_ms = this.#deps.clock.now();
        state.carrier.sendControl(frame);
        return;
    }
  }

  /** Ends the connection with an error. `allow_reconnect`: whether the client may reconnect. */
  endWith(error: string | undefined, allow_reconnect: boolean): void {
    const state = this.#state;
    if (state.kind === "shaking_hands") this.#refuse(state.carrier, error ?? "The connection has ended.");
    else if (state.kind === "negotiated") this.lost();
    else if (state.kind === "open") {
      this.send({ kind: "close", error, allow_reconnect });
      this.#leave();
      state.carrier.end();
    }
  }

  closedByClient(): void {
    const { carrier } = this;
    this.#leave();
    carrier?.end();
  }

  /** Called when the transport closed or the client never connected. */
  lost(): void {
    this.#leave();
  }

  #shakeHands(carrier: ConnectionCarrier, octets: Uint8Array): void {
    this.#rest = Buffer.concat([this.#rest, octets]);
    const handshake = readHandshake(this.#rest, carrier.text_only);
    if (handshake.outcome === "incomplete") return;
    if (handshake.outcome === "refused") {
      this.#refuse(carrier, handshake.why);
      return;
    }
    const { protocol, rest } = handshake;
    const lane = this.#deps.lanes.get(protocol);
    if (lane === undefined) throw new Error(`The protocol ${protocol.name} has no lane.`);
    const client = this.hub.open({ ...this.peer, lane, link: this.#link(carrier, protocol) });
    if ("refused" in client) {
      this.#refuse(carrier, closeCodes[client.refused].text, protocol.binary);
      return;
    }
    this.#cancelTimeout();
    this.#rest = EMPTY;
    const state: OpenConnectionState = { kind: "open", carrier, protocol, client };
    this.#state = state;
    carrier.sendControl(encodeHandshake(undefined, protocol.binary));
    if (rest.length > 0) this.#read(state, rest);
  }

  #link(carrier: ConnectionCarrier, protocol: HubProtocol): HubTransport {
    return {
      socket: carrier.socket,
      call: (callback: HubCallback) => carrier.socket.send(protocol.dialect.encode(callback)),
      end: (reason) => this.#end(reason),
      tick: (now_ms) => this.#tick(now_ms),
      currentTransport: () => TRANSPORT_BY_CARRIER[carrier.kind],
    };
  }

  #end(reason: CloseReason): void {
    const { code, text } = closeCodes[reason];
    const { carrier } = this;
    // As in the Pusher protocol, clients may reconnect after codes from 4100.
    this.endWith(reason === "reconnect" ? undefined : text, code >= closeCodes.over_capacity.code);
    if (reason === "reader_slow") carrier?.socket.cut?.();
  }

  #refuse(carrier: ConnectionCarrier, why: string, binary = false): void {
    carrier.sendControl(encodeHandshake(why, binary));
    this.#leave();
    carrier.end();
  }

  #read(state: OpenConnectionState, octets: Uint8Array): void {
    const { messages, rest } = state.protocol.parse(this.#rest, octets, this.hub.limitsOf(state.client));
    // Copy, so that a small remainder doesn't retain a large request.
    this.#rest = rest.length === 0 ? EMPTY : Uint8Array.from(rest);
    let bytes = octets.length;
    for (const message of messages) {
      if (this.#state !== state) return;
      const budget = this.hub.takeInbound(state.client, bytes);
      bytes = 0;
      if (budget === "ended") return;
      if (message.kind === "ping") this.#has_pinged = true;
      handleMessage(this, state.client, message, budget);
    }
  }

  #tick(now_ms: number): void {
    // Polls use the mailbox's timeout.
    if (this.#state.kind !== "open" || this.#state.carrier.kind === "polls") return;
    const silence_s = (now_ms - this.#last_received_ms) / SECOND_MS;
    if (this.#has_pinged && silence_s >= hubLimits.hub_client_timeout_s) {
      this.endWith(`The client sent nothing for ${hubLimits.hub_client_timeout_s} s.`, true);
      return;
    }
    if (now_ms - this.#last_sent_ms >= hubLimits.hub_keep_alive_s * SECOND_MS) this.send({ kind: "ping" });
  }

  #leave(): void {
    const state = this.#state;
    if (state.kind === "ended") return;
    this.#state = ENDED;
    this.#cancelTimeout();
    this.resumption?.stop();
    this.streams.clear();
    this.#rest = EMPTY;
    if (state.kind === "open") this.#deps.hub.close(state.client);
    this.#deps.onEnded();
  }
}
