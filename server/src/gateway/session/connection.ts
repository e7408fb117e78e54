import type { AppId } from "@fanfare/contract/lib/ids";
import { SECOND_MS } from "@fanfare/contract/limits";
import type { AppLimits } from "@fanfare/contract/realtime/app-settings";
import type { CloseReason } from "@fanfare/contract/realtime/pusher";
import type { Transport } from "@fanfare/contract/realtime/transport";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Channels } from "../../channels/channels.ts";
import type { OccupiedChannel } from "../../channels/occupied-channel.ts";
import type { Lane, Member, Subscriber, Welcome } from "../../channels/subscriber.ts";
import type { Watcher, Watchlists } from "../../channels/watchlists.ts";
import type { Socket } from "../transport/socket.ts";
import { MessageBudget } from "./message-budget.ts";
import type { TokenBucket } from "./token-bucket.ts";

export interface ConnectionLink {
  /** Closes the connection and sends the reason in the protocol's format. */
  end(reason: CloseReason): void;
  /** Applies the protocol's own timeouts. Called on every sweep. */
  tick(now_ms: number, allowed: AppLimits): void;
  currentTransport(): Transport;
}

export interface SessionContext {
  readonly app: AppRecord;
  readonly channels: Channels;
  readonly watchlists: Watchlists;
  readonly now_ms: number;
}

export interface WatchlistSubscription {
  readonly user_ids: readonly string[];
  readonly watcher: Watcher;
}

export interface ConnectionOptions<Link extends ConnectionLink> {
  /** Created with `newSocketId`. */
  readonly socket_id: string;
  readonly app: AppRecord;
  readonly link: Link;
  readonly socket: Socket;
  readonly lane: Lane;
  readonly encrypted: boolean;
  readonly now_ms: number;
}

const NO_CHANNELS: readonly OccupiedChannel[] = [];

/**
 * Server state of one open connection, for any protocol. There's one per open page, so keep it small: apps are looked
 * up on demand, and subscribers share channels.
 */
export abstract class Connection<Link extends ConnectionLink = ConnectionLink> implements Subscriber {
  readonly socket_id: string;
  readonly app_id: AppId;
  readonly link: Link;
  readonly socket: Socket;
  readonly lane: Lane;
  readonly encrypted: boolean;
  readonly budget: MessageBudget;
  channels: readonly OccupiedChannel[] = NO_CHANNELS;
  user: Member | undefined = undefined;
  watching: WatchlistSubscription | undefined = undefined;
  /** Authorization deadline. Undefined once authorized, and in apps that don't require it. */
  authorize_by_ms: number | undefined = undefined;
  /** Rate limit of client events, created on first use. */
  client_events: TokenBucket | undefined = undefined;
  /** Bytes replayed since the last sweep. */
  replayed_bytes = 0;
  /** Set after unsubscribing from all channels. No subscriptions are allowed after that. */
  left = false;

  constructor({ socket_id, app, link, socket, lane, encrypted, now_ms }: ConnectionOptions<Link>) {
    const { authorized_connections, limits } = app.settings;
    this.socket_id = socket_id;
    this.app_id = app.id;
    this.link = link;
    this.socket = socket;
    this.lane = lane;
    this.encrypted = encrypted;
    this.budget = new MessageBudget(now_ms, limits);
    if (authorized_connections) this.authorize_by_ms = now_ms + limits.authorization_timeout_s * SECOND_MS;
  }

  abstract welcome(channel: string, welcome: Welcome): void;

  findChannel(name: string): OccupiedChannel | undefined {
    for (const occupied of this.channels) if (occupied.channel.name === name) return occupied;
    return undefined;
  }

  subscriberOn(_occupied: OccupiedChannel): Subscriber {
    return this;
  }

  addChannel(occupied: OccupiedChannel, _subscriber: Subscriber): void {
    this.channels = [...this.channels, occupied];
  }

  removeChannel(occupied: OccupiedChannel): void {
    this.channels = this.channels.filter((other) => other !== occupied);
  }

  /** Whether missed events of this size may be replayed. Counts them in either case. */
  takeReplay(bytes: number, bytes_max: number): boolean {
    this.replayed_bytes += bytes;
    return this.replayed_bytes <= bytes_max;
  }

  join(topic: string): void {
    this.socket.join(topic);
  }

  leave(topic: string): void {
    this.socket.leave(topic);
  }
}
