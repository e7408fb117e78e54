import type { AppLimits } from "@fanfare/contract/app-settings";
import type { Cancel } from "@fanfare/contract/clock";
import { hubLimits } from "@fanfare/contract/hub-limits";
import { SECOND_MS } from "@fanfare/contract/limits";
import { type CloseReason, closeCodes } from "@fanfare/contract/pusher";
import type { Transport } from "@fanfare/contract/transport";
import type { HubCallback } from "../hub/callback.ts";
import type { HubTransport } from "../hub/client.ts";
import type { Hub } from "../hub/hub.ts";
import type { HubFailure } from "../hub/outcome.ts";
import { isSlow } from "../slow-reader.ts";
import type { Carrier } from "./carrier.ts";
import type { CoreConnectionDeps, CoreGuest, OpenState, State } from "./connection-deps.ts";
import { encodeHandshake, readHandshake } from "./handshake.ts";
import type { HubProtocol, Inbound, Outbound } from "./messages.ts";
import { obey } from "./obey.ts";
import type { Resumption } from "./resumption.ts";

const ENDED: State = { kind: "ended" };
const NOTHING = new Uint8Array();

const CARRIED_BY: Readonly<Record<Carrier["kind"], Transport>> = {
  websocket: "core_websocket",
  resumable: "core_websocket",
  events: "core_sse",
  polls: "core_poll",
};

/**
 * One connection of ASP.NET Core SignalR, from the negotiation to its end, whatever carries it: the handshake, then
 * messages of the hub.
 */
export class CoreConnection {
  readonly guest: CoreGuest;
  /** Counts what the client says; only where the connection can be resumed. */
  resumption: Resumption | undefined = undefined;
  /** Forgets what a resumable client has received. */
  acknowledged: (sequence: number) => void = () => {};
  /** Streams of this client, by the id of their invocation. */
  readonly streams = new Map<string, () => void>();
  readonly #deps: CoreConnectionDeps;
  #state: State = { kind: "negotiated" };
  #rest: Uint8Array = NOTHING;
  #cancelTimeout: Cancel;
  #said_ms: number;
  #heard_ms: number;
  /** Clients that never ping are not taken for dead. */
  #has_pinged = false;

  constructor(guest: CoreGuest, deps: CoreConnectionDeps) {
    this.guest = guest;
    this.#deps = deps;
    this.#said_ms = this.#heard_ms = deps.clock.now();
    this.#cancelTimeout = deps.clock.after(hubLimits.hub_handshake_s * SECOND_MS, () => this.lost());
  }

  get hub(): Hub {
    return this.#deps.hub;
  }

  get kind(): State["kind"] {
    return this.#state.kind;
  }

  get carrier(): Carrier | undefined {
    return "carrier" in this.#state ? this.#state.carrier : undefined;
  }

  /** The client has chosen its transport, and has so long for the handshake. False when it has one, or has ended. */
  carry(carrier: Carrier): boolean {
    if (this.#state.kind !== "negotiated") return false;
    this.#state = { kind: "shaking_hands", carrier };
    this.#cancelTimeout();
    this.#cancelTimeout = this.#deps.clock.after(hubLimits.hub_handshake_s * SECOND_MS, () =>
      this.#refuse(carrier, `The handshake did not come within ${hubLimits.hub_handshake_s} s.`),
    );
    return true;
  }

  /** Something arrived, on any boundary of octets. */
  hear(octets: Uint8Array): void {
    this.#heard_ms = this.#deps.clock.now();
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
        this.#said_ms = this.#deps.clock.now();
        state.carrier.say(frame);
        return;
    }
  }

  /** Ends the connection and says why. Clients that may, connect anew. */
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

  /** The client has said goodbye. */
  bye(): void {
    const { carrier } = this;
    this.#leave();
    carrier?.end();
  }

  /** The transport is gone, or nobody came. */
  lost(): void {
    this.#leave();
  }

  #shakeHands(carrier: Carrier, octets: Uint8Array): void {
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
    const client = this.#deps.hub.open({ ...this.guest, lane, transport: this.#transport(carrier, protocol) });
    if ("refused" in client) {
      this.#refuse(carrier, closeCodes[client.refused].text, protocol.binary);
      return;
    }
    this.#cancelTimeout();
    this.#rest = NOTHING;
    const state: OpenState = { kind: "open", carrier, protocol, client };
    this.#state = state;
    carrier.say(encodeHandshake(undefined, protocol.binary));
    if (rest.length > 0) this.#read(state, rest);
  }

  #transport(carrier: Carrier, protocol: HubProtocol): HubTransport {
    return {
      socket: carrier.socket,
      call: (callback: HubCallback) => carrier.socket.send(protocol.dialect.encode(callback)),
      end: (reason) => this.end(reason),
      tick: (now_ms, allowed) => this.#tick(now_ms, allowed),
      carriedBy: () => CARRIED_BY[carrier.kind],
    };
  }

  /** The server wants the connection to end. */
  end(reason: CloseReason): void {
    const { code, text } = closeCodes[reason];
    // From 4100 on clients of the Pusher protocol come back by themselves; so do these.
    this.endWith(reason === "reconnect" ? undefined : text, code >= closeCodes.over_capacity.code);
  }

  #refuse(carrier: Carrier, why: string, binary = false): void {
    carrier.say(encodeHandshake(why, binary));
    this.#leave();
    carrier.end();
  }

  #read(state: OpenState, octets: Uint8Array): void {
    const { messages, rest } = state.protocol.parse(this.#rest, octets, this.hub.limitsOf(state.client));
    // A copy, so that a small rest does not keep a large request.
    this.#rest = rest.length === 0 ? NOTHING : Uint8Array.from(rest);
    let bytes = octets.length;
    for (const message of messages) {
      if (this.#state !== state) return;
      const affords = this.#deps.hub.affords(state.client, bytes);
      bytes = 0;
      if (affords === "end") return;
      this.#take(state, message, affords);
    }
  }

  #take(state: OpenState, message: Inbound, affords: HubFailure | "yes"): void {
    if (message.kind === "ping") this.#has_pinged = true;
    obey(this, state.client, message, affords);
  }

  #tick(now_ms: number, allowed: AppLimits): void {
    if (this.#state.kind !== "open") return;
    const { kind, socket } = this.#state.carrier;
    if (isSlow(socket, allowed)) {
      this.endWith(closeCodes.reader_slow.text, true);
      socket.cut?.();
      return;
    }
    // Polls come by themselves, and mailboxes know when nobody comes.
    if (kind === "polls") return;
    const silence_s = (now_ms - this.#heard_ms) / SECOND_MS;
    if (this.#has_pinged && silence_s >= hubLimits.hub_client_timeout_s) {
      this.endWith(`Nothing was heard of the client for ${hubLimits.hub_client_timeout_s} s.`, true);
      return;
    }
    if (now_ms - this.#said_ms >= hubLimits.hub_keep_alive_s * SECOND_MS) this.send({ kind: "ping" });
  }

  #leave(): void {
    const state = this.#state;
    if (state.kind === "ended") return;
    this.#state = ENDED;
    this.#cancelTimeout();
    this.resumption?.stop();
    this.streams.clear();
    this.#rest = NOTHING;
    if (state.kind === "open") this.#deps.hub.close(state.client);
    this.#deps.onEnded();
  }
}
