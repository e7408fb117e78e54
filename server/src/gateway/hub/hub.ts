import type { AppLimits } from "@fanfare/contract/app-settings";
import type { AppId } from "@fanfare/contract/ids";
import type { CloseReason } from "@fanfare/contract/pusher";
import type { Transport } from "@fanfare/contract/transport";
import type { AppRecord } from "../../accounts/app-directory.ts";
import type { Frame, Lane } from "../../channels/subscriber.ts";
import type { Identity } from "../../people/identity.ts";
import type { HubCallback } from "./callback.ts";
import type { HubClient, HubTransport } from "./client.ts";
import type { ItemSink } from "./listening.ts";
import type { HubAnswer, HubFailure } from "./outcome.ts";

/** How one protocol of SignalR writes a call of the hub. `name` is the last part of its topics. */
export interface HubDialect {
  readonly name: string;
  encode(callback: HubCallback): Frame;
}

/** Someone who has connected, and whom the transport has admitted. */
export interface HubArrival {
  readonly app: AppRecord;
  /** Made with `newSocketId`. */
  readonly socket_id: string;
  /** What `laneOf` answered for the dialect of this connection. */
  readonly lane: Lane;
  readonly transport: HubTransport;
  /** For whom the token of the connection spoke, where it had one. */
  readonly identity: Identity | undefined;
  /** Whether nobody on the way to it can read along. */
  readonly encrypted: boolean;
}

/**
 * The hub `fanfare`: the same channels, people and rules as the Pusher protocol has, behind methods that clients call and
 * callbacks that they hear. Knows no wire: the two generations of SignalR bring dialects and transports.
 *
 * @example
 * const lane = hub.laneOf({ name: "signalr-json", encode });
 * const client = hub.open({ app, socket_id: newSocketId(rng), lane, transport, identity });
 * hub.call(client, "Subscribe", ["news"], (outcome) => complete(id, outcome));
 * hub.close(client);
 */
export interface Hub {
  /** The lane of a dialect; to be made once for each. */
  laneOf(dialect: HubDialect): Lane;
  /** Lets a connection in. A refusal is for the transport to tell. */
  open(arrival: HubArrival): HubClient | { readonly refused: CloseReason };
  /**
   * Runs a method for this client. Calls of one client are answered in the order in which they were made; the answer of
   * `Subscribe` comes before anything of the channel. After `close` nothing is answered.
   */
  call(client: HubClient, method: string, args: readonly unknown[], answer: HubAnswer): void;
  /** Streams a channel to this client until the answered function is called. Takes its turn among the client's calls. */
  listen(client: HubClient, args: readonly unknown[], sink: ItemSink): () => void;
  /** Whether the client may send this message now. `end`: it went on for too long, and the hub has asked its transport to end. */
  affords(client: HubClient, bytes: number): HubFailure | "yes" | "end";
  /** The limits of the client's app. */
  limitsOf(client: HubClient): AppLimits;
  /** The connection is over: it leaves all channels. */
  close(client: HubClient): void;
  /** How many are open. */
  size(): number;
  /** What carries each of an app's, counted. */
  countTransports(app_id: AppId, count: (transport: Transport) => void): void;
  endUser(app_id: AppId, user_id: string): void;
  endApp(app_id: AppId): void;
  /** Has everyone who listens to this channel reconnect, and be let in again or not. */
  renewChannel(app_id: AppId, channel: string): void;
  /** Ends every connection with `reason`, spread over `spread_ms`; resolves when the last was told. */
  endAll(reason: CloseReason, spread_ms: number): Promise<void>;
}
