/** Message to all subscribers of a channel. `data` and `user_info` are JSON text, forwarded byte for byte. */
export type ChannelMessage =
  | {
      readonly kind: "event";
      readonly event: string;
      readonly data: string;
      readonly user_id?: string | undefined;
      /** On channels with history: the position that a client sends when it reconnects. */
      readonly position?: string | undefined;
    }
  | { readonly kind: "member_added"; readonly user_id: string; readonly user_info: string }
  | { readonly kind: "member_removed"; readonly user_id: string }
  | { readonly kind: "subscription_count"; readonly count: number };

/** Frame on the wire: text, or bytes in a binary dialect. */
export type Frame = string | Uint8Array<ArrayBuffer>;

/**
 * Wire dialect with its fan-out. Encodes a message once for all subscribers of a lane. `name` is the last part of the
 * lane's topics.
 */
export interface Lane {
  readonly name: string;
  encode(channel: string, message: ChannelMessage): Frame;
  /** Sends `frame` to every subscriber of `topic` except the one with the socket ID `except`. */
  fanOut(topic: string, frame: Frame, except: string | undefined): void;
}

export interface Subscriber {
  readonly socket_id: string;
  readonly lane: Lane;
  /** Confirms the subscription. Must precede all other messages of the channel. */
  welcome(channel: string, welcome: Welcome): void;
  join(topic: string): void;
  leave(topic: string): void;
}

export interface Welcome {
  /** On presence channels: the members, and the subscriber's own ID. */
  readonly roster: Roster | undefined;
  readonly me: string | undefined;
  /** On cache channels: the last event. */
  readonly cached: CachedEvent | "miss" | undefined;
  /** On Fanfare's own channels: signals that a page may have missed before it subscribed. */
  readonly signals: readonly CachedEvent[];
  /** Last position that the subscriber received. */
  readonly since: string | undefined;
  /** On channels with history: events that the subscriber missed since then. */
  readonly resumed: ResumeResult | undefined;
  /** Maximum bytes to replay to one connection within a sweep. */
  readonly replay_bytes_max: number;
}

/**
 * Missed events in order, or a gap if some of them are no longer stored. `position`: the channel's current position.
 */
export type ResumeResult =
  | {
      readonly outcome: "complete";
      readonly from: string | undefined;
      readonly position: string;
      readonly missed: readonly PositionedEvent[];
    }
  | { readonly outcome: "gap"; readonly from: string; readonly position: string };

/** Members of a presence channel, each once. `user_info` is JSON text. */
export type Roster = ReadonlyMap<string, { readonly user_info: string }>;

export interface CachedEvent {
  readonly event: string;
  readonly data: string;
}

/** Event of a channel with history. Its position is `epoch:offset`; offsets start at 1 without gaps. */
export interface PositionedEvent extends CachedEvent {
  readonly position: string;
}

/** Presence member. `user_info` is JSON text. */
export interface Member {
  readonly user_id: string;
  readonly user_info: string;
}
