import type { Frame, Lane, Subscriber, Welcome } from "../../channels/subscriber.ts";
import type { TopicListener, Topics } from "../topics.ts";
import type { HubCallback } from "./callback.ts";
import type { HubClient } from "./client.ts";
import type { HubFailure } from "./outcome.ts";

/** Where the items of one stream go; each is JSON text on one line. */
export interface ItemSink {
  item(text: string): void;
  /** The stream could not begin. */
  failed(why: HubFailure): void;
  /** The stream is over by something else than its own cancellation. */
  ended(): void;
}

/** One stream of a connection (`Listen`): on the channel in its own right, with items in place of callbacks. */
export class Listening implements Subscriber, TopicListener {
  readonly lane: Lane;
  readonly #client: HubClient;
  readonly #topics: Topics;
  readonly #sink: ItemSink;
  #is_over = false;

  constructor(given: {
    readonly client: HubClient;
    readonly lane: Lane;
    readonly topics: Topics;
    readonly sink: ItemSink;
  }) {
    this.#client = given.client;
    this.lane = given.lane;
    this.#topics = given.topics;
    this.#sink = given.sink;
  }

  get is_over(): boolean {
    return this.#is_over;
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
    if (this.#is_over) return;
    this.#is_over = true;
    this.#sink.ended();
  }

  send(frame: Frame): void {
    // The lane of items writes text.
    if (typeof frame === "string") this.#sink.item(frame);
  }

  /** Says nothing more, not even that it has ended. */
  silence(): void {
    this.#is_over = true;
  }
}

const ITEM_FIELDS = {
  event: ["channel", "event", "data", "meta"],
  memberAdded: ["channel", "member"],
  memberRemoved: ["channel", "member"],
  subscriptionCount: ["channel", "count"],
  reset: ["channel", "lost"],
} as const satisfies Partial<Record<HubCallback["name"], readonly string[]>>;

/** What a channel says, as an item of a stream: the callback's name is its `type`. */
export function itemText({ name, args }: HubCallback): string {
  const names: readonly string[] = name in ITEM_FIELDS ? ITEM_FIELDS[name as keyof typeof ITEM_FIELDS] : [];
  return `{"type":"${name}"${names.map((field, index) => `,"${field}":${args[index]}`).join("")}}`;
}

/** The stream of this client that listens to the topic. */
export function listeningOn(client: HubClient, topic: string): Listening | undefined {
  const found = client.subscriptions.find(
    ({ room, subscriber }) =>
      subscriber instanceof Listening &&
      room.lanes.some((entry) => entry.lane === subscriber.lane && entry.topic === topic),
  );
  return found?.subscriber instanceof Listening ? found.subscriber : undefined;
}
