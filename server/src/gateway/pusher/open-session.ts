import type { AppLimits } from "@fanfare/contract/app-settings";
import type { AppId } from "@fanfare/contract/ids";
import type { ProtocolVersion } from "@fanfare/contract/pusher";
import type { Resumed } from "../../channels/history.ts";
import type { Room } from "../../channels/room.ts";
import type { Lane, Member, Subscriber, Welcome } from "../../channels/subscriber.ts";
import type { Watcher } from "../../channels/watchlists.ts";
import type { Bucket } from "../bucket.ts";
import { Budget } from "../budget.ts";
import type { Socket } from "../socket.ts";
import { encodeCacheMiss, encodeMessage, encodeMissed, encodeSubscribed } from "./dialect.ts";

export interface Watching {
  readonly user_ids: readonly string[];
  readonly watcher: Watcher;
}

/** Clients of earlier protocols know no `pusher:ping`. */
export const PINGED_FROM = 5;

const NO_ROOMS: readonly Room[] = [];

/**
 * What the server remembers of one open connection. There are as many of these as there are open pages, so every field
 * counts: the app is looked up when it is needed, and rooms are shared with everyone in them.
 */
export class OpenSession implements Subscriber {
  readonly kind = "open";
  readonly socket_id: string;
  readonly app_id: AppId;
  readonly protocol: ProtocolVersion;
  readonly socket: Socket;
  readonly lane: Lane;
  readonly budget: Budget;
  rooms: readonly Room[] = NO_ROOMS;
  /** Whom the connection has signed in as. */
  user: Member | undefined = undefined;
  /** Whose coming and going it hears of, and how it is told. */
  watching: Watching | undefined = undefined;
  /** Until when it must have authorized itself; undefined once it has, and where the app does not ask for it. */
  authorize_by_ms: number | undefined = undefined;
  /** When it last sent a message, where its protocol knows no ping; undefined for all others. */
  spoke_ms: number | undefined = undefined;
  readonly encrypted: boolean;
  /** Set once the session has given up its rooms: nothing is joined after that. */
  left = false;
  /** How many client events it may still send; made with the first of them. */
  client_events: Bucket | undefined = undefined;
  /** What was replayed lately. */
  replayed_bytes = 0;
  heard_ms: number;
  /** When the server asked for a sign of life that has not come yet. */
  asked_ms: number | undefined = undefined;

  constructor(given: {
    readonly socket_id: string;
    readonly app_id: AppId;
    readonly protocol: ProtocolVersion;
    readonly socket: Socket;
    readonly lane: Lane;
    readonly encrypted: boolean;
    readonly now_ms: number;
    readonly limits: AppLimits;
  }) {
    this.socket_id = given.socket_id;
    this.app_id = given.app_id;
    this.protocol = given.protocol;
    this.socket = given.socket;
    this.lane = given.lane;
    this.encrypted = given.encrypted;
    this.heard_ms = given.now_ms;
    if (given.protocol < PINGED_FROM) this.spoke_ms = given.now_ms;
    this.budget = new Budget(given.now_ms, given.limits);
  }

  roomOf(channel: string): Room | undefined {
    return this.rooms.find((room) => room.channel.name === channel);
  }

  welcome(channel: string, welcome: Welcome): void {
    const { resumed } = welcome;
    this.socket.send(encodeSubscribed(channel, welcome.roster, resumed && positionBefore(resumed)));
    if (resumed !== undefined) this.#replay(channel, resumed, welcome.replay_bytes_max);
    if (welcome.cached === "miss") this.socket.send(encodeCacheMiss(channel));
    else if (welcome.cached !== undefined) {
      this.socket.send(encodeMessage(channel, { kind: "event", ...welcome.cached }));
    }
  }

  /** More than the client can take at once is not sent: it is told to reload, as where something is gone. */
  #replay(channel: string, resumed: Resumed, bytes_max: number): void {
    if (resumed.outcome === "gap") {
      this.socket.send(encodeMissed(channel, resumed.from, resumed.position));
      return;
    }
    const { from, position } = resumed;
    if (from === undefined) return;
    const frames = resumed.missed.map((event) => encodeMessage(channel, { kind: "event", ...event }));
    this.replayed_bytes += frames.reduce((sum, frame) => sum + Buffer.byteLength(frame), 0);
    if (this.replayed_bytes <= bytes_max) for (const frame of frames) this.socket.send(frame);
    else this.socket.send(encodeMissed(channel, from, position));
  }

  join(topic: string): void {
    this.socket.join(topic);
  }

  leave(topic: string): void {
    this.socket.leave(topic);
  }
}

/** A connection that breaks between the welcome and what was missed must not have moved the client on. */
function positionBefore(resumed: Resumed): string | undefined {
  if (resumed.outcome === "gap") return undefined;
  return resumed.from ?? resumed.position;
}
