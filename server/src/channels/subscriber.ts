import type { Resumed } from "./history.ts";

/** One thing that everyone subscribed to a channel hears. `data` and `user_info` are JSON text, passed on byte for byte. */
export type ChannelMessage =
  | {
      readonly kind: "event";
      readonly event: string;
      readonly data: string;
      readonly user_id?: string | undefined;
      /** On channels with history: what a client says when it comes back. */
      readonly position?: string | undefined;
    }
  | { readonly kind: "member_added"; readonly user_id: string; readonly user_info: string }
  | { readonly kind: "member_removed"; readonly user_id: string }
  | { readonly kind: "subscription_count"; readonly count: number };

/** What a wire carries at a time: text, or octets where a dialect is binary. */
export type Frame = string | Uint8Array<ArrayBuffer>;

/**
 * A wire dialect together with its way out: a message is encoded once for all subscribers of a lane, then handed on as
 * one frame. `name` is the last part of the lane's topics.
 */
export interface Lane {
  readonly name: string;
  encode(channel: string, message: ChannelMessage): Frame;
  /** Hands `frame` to every subscriber that joined `topic`, save the one with the socket id `except`. */
  fanOut(topic: string, frame: Frame, except: string | undefined): void;
}

/** Someone on a channel, whatever the wire. */
export interface Subscriber {
  readonly socket_id: string;
  readonly lane: Lane;
  /** Tells the subscriber that it is in, before anything else of the channel can reach it. */
  welcome(channel: string, welcome: Welcome): void;
  join(topic: string): void;
  leave(topic: string): void;
}

/** What a new subscriber is told: who is there, on presence channels; the last event, on cache channels. */
export interface Welcome {
  readonly roster: Roster | undefined;
  readonly cached: Cached | "miss" | undefined;
  /** On channels with history: what the subscriber missed since it was here. */
  readonly resumed: Resumed | undefined;
  /** How much of that may be replayed to one connection within a sweep. */
  readonly replay_bytes_max: number;
}

/** The people of a presence channel, each once; `user_info` is JSON text. */
export type Roster = ReadonlyMap<string, { readonly user_info: string }>;

export interface Cached {
  readonly event: string;
  readonly data: string;
}

/** A person on a presence channel. `user_info` is JSON text. */
export interface Member {
  readonly user_id: string;
  readonly user_info: string;
}
