import type { Frame, Lane, Subscriber, Welcome } from "../../channels/subscriber.ts";
import type { Connection } from "../session/connection.ts";
import type { TopicListener, Topics } from "../transport/topics.ts";
import type { HubCallback } from "./hub-callback.ts";
import type { HubFailure } from "./hub-result.ts";

/** Receives the items of one stream. Each item is JSON text on one line. */
export interface ItemSink {
  item(text: string): void;
  /** The stream couldn't start. */
  failed(why: HubFailure): void;
  /** The stream ended without a cancellation by the client. */
  ended(): void;
}

/** One stream of a connection (`Listen`): a separate subscriber that sends items instead of callbacks. */
export class ChannelStream implements Subscriber, TopicListener {
  readonly lane: Lane;
  readonly #client: Pick<Connection, "socket_id" | "welcome">;
  readonly #topics: Topics;
  readonly #sink: ItemSink;
  #is_ended = false;

  constructor(given: {
    readonly client: Pick<Connection, "socket_id" | "welcome">;
    readonly lane: Lane;
    readonly topics: Topics;
    readonly sink: ItemSink;
  }) {
    this.#client = given.client;
    this.lane = given.lane;
    this.#topics = given.topics;
    this.#sink = given.sink;
  }

  get is_ended(): boolean {
    return this.#is_ended;
  }

  get socket_id(): string {
    return this.#client.socket_id;
  }

  welcome(channel: string, welcome: Welcome): void {
    this.#client.welcome(channel, welcome);
  }

  join(topic: string): void {
    this.#topics.join(topic, this);
  }

  leave(topic: string): void {
    this.#topics.leave(topic, this);
    if (this.#is_ended) return;
    this.#is_ended = true;
    this.#sink.ended();
  }

  send(frame: Frame): void {
    // The items lane encodes only text.
    if (typeof frame === "string") this.#sink.item(frame);
  }

  silence(): void {
    this.#is_ended = true;
  }
}

const ITEM_FIELDS = {
  event: ["channel", "event", "data", "meta"],
  memberAdded: ["channel", "member"],
  memberRemoved: ["channel", "member"],
  subscriptionCount: ["channel", "count"],
  reset: ["channel", "lost"],
} as const satisfies Partial<Record<HubCallback["name"], readonly string[]>>;

/** Encodes a channel message as a stream item, with the callback's name as `type`. */
export function itemText({ name, args }: HubCallback): string {
  const names: readonly string[] = name in ITEM_FIELDS ? ITEM_FIELDS[name as keyof typeof ITEM_FIELDS] : [];
  return `{"type":"${name}"${names.map((field, index) => `,"${field}":${args[index]}`).join("")}}`;
}
