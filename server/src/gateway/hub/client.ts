import type { AppLimits } from "@fanfare/contract/app-settings";
import type { AppId } from "@fanfare/contract/ids";
import type { CloseReason } from "@fanfare/contract/pusher";
import type { Transport } from "@fanfare/contract/transport";
import type { Room } from "../../channels/room.ts";
import type { Lane, Member, Subscriber, Welcome } from "../../channels/subscriber.ts";
import type { Watcher } from "../../channels/watchlists.ts";
import type { Identity } from "../../people/identity.ts";
import type { Bucket } from "../bucket.ts";
import type { Budget } from "../budget.ts";
import type { Socket } from "../socket.ts";
import type { HubCallback } from "./callback.ts";

/** The way from the hub to one client, whatever the generation and the transport. */
export interface HubTransport {
  /** Joins topics for the client, and carries what its dialect has written. */
  readonly socket: Socket;
  /** Calls one method of this client alone. */
  call(callback: HubCallback): void;
  /** What carries the connection now. */
  carriedBy(): Transport;
  /** The server wants the connection to end: the client is told in the form of its protocol. */
  end(reason: CloseReason): void;
  /** Some time has passed: keep-alive, timeouts. */
  tick(now_ms: number, allowed: AppLimits): void;
}

export interface HubWatching {
  readonly user_ids: readonly string[];
  readonly watcher: Watcher;
}

/** Someone of the connection on one channel: the connection itself, or one of its streams. */
export interface HubSubscription {
  readonly room: Room;
  readonly subscriber: Subscriber;
}

/** What the hub remembers of one open connection. */
export class HubClient implements Subscriber {
  /** The public id of the connection, of the form of a Pusher socket id, so that any Pusher back end can sign for it. */
  readonly socket_id: string;
  readonly app_id: AppId;
  readonly lane: Lane;
  readonly transport: HubTransport;
  readonly budget: Budget;
  readonly encrypted: boolean;
  subscriptions: readonly HubSubscription[] = [];
  /** For whom a token spoke. */
  identity: Identity | undefined = undefined;
  /** Whom the connection has signed in as. */
  user: Member | undefined = undefined;
  watching: HubWatching | undefined = undefined;
  /** Until when it must have authorized itself; undefined once it has, and where the app does not ask for it. */
  authorize_by_ms: number | undefined = undefined;
  /** How many client events it may still send; made with the first of them. */
  client_events: Bucket | undefined = undefined;
  /** What was replayed to it since the last sweep. */
  replayed_bytes = 0;
  /** Set once it has given up its channels: nothing is joined after that. */
  left = false;
  /** Takes the welcome of the channel that is being entered. */
  onWelcome: ((welcome: Welcome) => void) | undefined = undefined;

  constructor(given: {
    readonly socket_id: string;
    readonly app_id: AppId;
    readonly lane: Lane;
    readonly transport: HubTransport;
    readonly budget: Budget;
    readonly encrypted: boolean;
  }) {
    this.socket_id = given.socket_id;
    this.app_id = given.app_id;
    this.lane = given.lane;
    this.transport = given.transport;
    this.budget = given.budget;
    this.encrypted = given.encrypted;
  }

  subscriptionTo(channel: string): HubSubscription | undefined {
    return this.subscriptions.find(({ room }) => room.channel.name === channel);
  }

  welcome(_channel: string, welcome: Welcome): void {
    this.onWelcome?.(welcome);
  }

  join(topic: string): void {
    this.transport.socket.join(topic);
  }

  leave(topic: string): void {
    this.transport.socket.leave(topic);
  }
}
