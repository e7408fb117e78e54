import type { Frame } from "../../channels/subscriber.ts";

export interface TopicListener {
  send(frame: Frame): void;
}

/**
 * Topics of this process. Plain WebSockets use Bun's native topics and cost nothing here; all others join through this
 * registry. A topic with only native sockets costs one map lookup.
 */
export interface Topics {
  join(topic: string, listener: TopicListener): void;
  leave(topic: string, listener: TopicListener): void;
  /** Sends `frame` to all subscribers of the topic, including native sockets, except `except`. */
  broadcast(topic: string, frame: Frame, except?: TopicListener): void;
  /** Same without native sockets, for a native socket that has already published to them. */
  publishExcept(topic: string, frame: Frame): void;
}

/**
 * @example
 * const topics = createTopics((topic, frame) => server.publish(topic, frame));
 * topics.join("4242:news:pusher", mailbox);
 */
export function createTopics(native: (topic: string, frame: Frame) => void): Topics {
  const listeners = new Map<string, Set<TopicListener>>();
  const publishExcept = (topic: string, frame: Frame, except?: TopicListener): void => {
    const joined = listeners.get(topic);
    if (joined === undefined) return;
    for (const listener of joined) if (listener !== except) listener.send(frame);
  };
  return {
    join(topic, listener) {
      const joined = listeners.get(topic);
      if (joined === undefined) listeners.set(topic, new Set([listener]));
      else joined.add(listener);
    },
    leave(topic, listener) {
      const joined = listeners.get(topic);
      if (joined?.delete(listener) === true && joined.size === 0) listeners.delete(topic);
    },
    broadcast(topic, frame, except) {
      native(topic, frame);
      publishExcept(topic, frame, except);
    },
    publishExcept,
  };
}
