/** A message to all subscribers of a channel. `data` and `user_info` are JSON text, passed on byte for byte. */
export type ChannelMessage =
  | {
      readonly kind: "event";
      readonly event: string;
      readonly data: string;
      readonly user_id?: string | undefined;
      /** On channels with history: what a client sends when it comes back. */
      readonly position?: string | undefined;
    }
  | { readonly kind: "member_added"; readonly user_id: string; readonly user_info: string }
  | { readonly kind: "member_removed"; readonly user_id: string }
  | { readonly kind: "subscription_count"; readonly count: number };

/** A unit of the wire: text, or octets in a binary dialect. */
export type Frame = string | Uint8Array<ArrayBuffer>;

/**
 * A wire dialect with its fan-out: a message is encoded once for all subscribers of a lane and handed on as one frame. `name` is the last part of the lane's topics.
 */
export interface Lane {
  readonly name: string;
  encode(channel: string, message: ChannelMessage): Frame;
  /** Hands `frame` to every subscriber that joined `topic`, save the one with the socket id `except`. */
  fanOut(topic: string, frame: Frame, except: string | undefined): void;
}

/** A subscriber of a channel over any wire. */
export interface Subscriber {
  readonly socket_id: string;
  readonly lane: Lane;
  /** Confirms the subscription, before anything else of the channel can arrive. */
  welcome(channel: string, welcome: Welcome): void;
  join(topic: string): void;
  leave(topic: string): void;
}

/** The state of a channel for a new subscriber. */
export interface Welcome {
  /** On presence channels: who is there, and as whom the subscriber is. */
  readonly roster: Roster | undefined;
  readonly me: string | undefined;
  /** On cache channels: the last event. */
  readonly cached: CachedEvent | "miss" | undefined;
  /** The last position that the subscriber has received. */
  readonly since: string | undefined;
  /** On channels with history: what the subscriber missed since then. */
  readonly resumed: ResumeResult | undefined;
  /** How much of that may be replayed to one connection within a sweep. */
  readonly replay_bytes_max: number;
}

/**
 * The events that a returning subscriber missed, in order; or a gap, where some of them are no longer kept. `position` is
 * the current one of the channel.
 */
export type ResumeResult =
  | {
      readonly outcome: "complete";
      readonly from: string | undefined;
      readonly position: string;
      readonly missed: readonly PositionedEvent[];
    }
  | { readonly outcome: "gap"; readonly from: string; readonly position: string };

/** The people of a presence channel, each once; `user_info` is JSON text. */
export type Roster = ReadonlyMap<string, { readonly user_info: string }>;

export interface CachedEvent {
  readonly event: string;
  readonly data: string;
}

/** An event of a channel with history; its position is `epoch:offset`, and offsets count from 1 without holes. */
export interface PositionedEvent extends CachedEvent {
  readonly position: string;
}

/** A person on a presence channel. `user_info` is JSON text. */
export interface Member {
  readonly user_id: string;
  readonly user_info: string;
}
