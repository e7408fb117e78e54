import type { Cancel, Clock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import type { Rng } from "@fanfare/contract/rng";
import { backoff_ms } from "../backoff.ts";
import type { Authorize } from "./authorizer.ts";
import type { Frame } from "./frame.ts";

export type Listener = (data: unknown) => void;
export type Off = () => void;

/** A channel as the page uses it. Subscribed for as long as anybody listens. */
export interface ChannelHandle {
  readonly name: string;
  /**
   * Calls `listener` with the data of each event of that name, and answers a function that stops it.
   * `pusher:subscription_succeeded` and `pusher:subscription_error` (`{type, error, status}`) tell how entering went. On a
   * channel with history a page that was away gets what it missed, or `fanfare:missed` where that is gone: load anew then.
   */
  on(event: string, listener: Listener): Off;
  /** Stops all listeners of this handle. */
  leave(): void;
}

/**
 * Where a subscription stands. `ticket` numbers the attempts: an authorization that comes back after its subscription
 * was given up, or its socket was lost, finds another number and is ignored.
 */
interface Subscription {
  readonly listeners: Map<string, Set<Listener>>;
  state: "absent" | "authorizing" | "waiting" | "sent" | "refused";
  ticket: number;
  attempt: number;
  cancel: Cancel;
  /** Up to where the channel was heard, where it has history. */
  position?: unknown;
}

export interface Channels {
  channel(name: string): ChannelHandle;
  /** The socket is new: every channel with listeners is entered again. */
  connected(socket_id: string): void;
  disconnected(): void;
  frame(frame: Frame): void;
  /** The person changed: what was entered in the old name is left and entered in the new. */
  reauthorize(): void;
}

const GUARDED = /^(?:private|presence)-/;

/** The channels of one connection: who listens to what, and what was said to the server about it. */
export function createChannels(deps: {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly authorize: Authorize;
  readonly send: (event: string, data: unknown) => void;
  /** Calls a listener of the page, which may throw. */
  readonly invoke: (listener: Listener, data: unknown) => void;
}): Channels {
  const subscriptions = new Map<string, Subscription>();
  let socket_id: string | undefined;

  const emit = (name: string, event: string, data: unknown): void => {
    for (const listener of [...(subscriptions.get(name)?.listeners.get(event) ?? [])]) deps.invoke(listener, data);
  };

  const leave = (name: string, subscription: Subscription): void => {
    subscription.ticket++;
    subscription.cancel();
    if (subscription.state === "sent") deps.send("pusher:unsubscribe", { channel: name });
    subscription.state = "absent";
  };

  const enter = async (name: string, subscription: Subscription): Promise<void> => {
    const socket = socket_id;
    if (socket === undefined) return;
    const ticket = ++subscription.ticket;
    if (!GUARDED.test(name)) {
      subscription.state = "sent";
      deps.send("pusher:subscribe", { channel: name, position: subscription.position });
      return;
    }
    subscription.state = "authorizing";
    const answer = await deps.authorize(socket, name);
    if (subscription.ticket !== ticket) return;
    switch (answer.kind) {
      case "granted":
        subscription.state = "sent";
        deps.send("pusher:subscribe", {
          channel: name,
          auth: answer.auth,
          channel_data: answer.channel_data,
          position: subscription.position,
        });
        return;
      case "refused":
        subscription.state = "refused";
        emit(name, "pusher:subscription_error", { type: "AuthError", error: answer.error, status: answer.status });
        return;
      case "failed": {
        subscription.state = "waiting";
        const delay_ms = answer.retry_after_ms + backoff_ms(deps.rng, subscription.attempt++, limits.reconnect_cap_ms);
        subscription.cancel = deps.clock.after(delay_ms, () => void enter(name, subscription));
      }
    }
  };

  const listen = (name: string, event: string, listener: Listener): Off => {
    const subscription = subscriptions.get(name) ?? {
      listeners: new Map(),
      state: "absent",
      ticket: 0,
      attempt: 0,
      cancel: () => {},
    };
    const listeners = subscription.listeners.get(event) ?? new Set();
    // Wrapped, so that one function given twice is called twice and stopped one by one.
    const own: Listener = (data) => listener(data);
    listeners.add(own);
    subscription.listeners.set(event, listeners);
    if (!subscriptions.has(name)) {
      subscriptions.set(name, subscription);
      void enter(name, subscription);
    }
    return () => {
      listeners.delete(own);
      if (listeners.size === 0) subscription.listeners.delete(event);
      if (subscription.listeners.size > 0 || subscriptions.get(name) !== subscription) return;
      subscriptions.delete(name);
      leave(name, subscription);
    };
  };

  return {
    channel(name) {
      const offs = new Set<Off>();
      return {
        name,
        on(event, listener) {
          const off = listen(name, event, listener);
          offs.add(off);
          return () => {
            offs.delete(off);
            off();
          };
        },
        leave() {
          for (const off of offs) off();
          offs.clear();
        },
      };
    },
    connected(id) {
      socket_id = id;
      for (const [name, subscription] of subscriptions) {
        subscription.attempt = 0;
        void enter(name, subscription);
      }
    },
    disconnected() {
      socket_id = undefined;
      for (const subscription of subscriptions.values()) {
        subscription.ticket++;
        subscription.cancel();
        subscription.state = "absent";
      }
    },
    frame({ channel, event, data, position }) {
      if (channel === undefined) return;
      const subscription = subscriptions.get(channel);
      if (subscription !== undefined && position !== undefined) subscription.position = position;
      emit(channel, event.replace(/^pusher_internal:/, "pusher:"), data);
    },
    reauthorize() {
      for (const [name, subscription] of subscriptions) {
        if (!GUARDED.test(name)) continue;
        leave(name, subscription);
        void enter(name, subscription);
      }
    },
  };
}
