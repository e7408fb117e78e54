import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { createEmitter, type Emitter, type Off } from "../lib/emitter.ts";
import { backoff_ms } from "../net/backoff.ts";
import type { Authorize } from "./authorizer.ts";
import type { Frame } from "./frame.ts";

/** Declared as a method, so that strict projects may pass a function which names the properties that it expects. */
export type Listener = { listen(data: unknown): void }["listen"];

/** A live channel, subscribed as long as it has listeners. */
export interface ChannelHandle {
  readonly name: string;
  /**
   * Calls `listener` with the data of each event of this name, and returns a function that removes it.
   * `pusher:subscription_succeeded` and `pusher:subscription_error` (`{type, error, status}`) report the result of
   * subscribing. A channel with history resends missed events after a disconnect. If they are no longer available, it
   * emits `fanfare:missed`: reload your data then.
   */
  on(event: string, listener: Listener): Off;
  /** Removes all listeners of this handle. */
  leave(): void;
}

/**
 * State of a subscription. `ticket` numbers the attempts. Authorizations with an outdated ticket are ignored, because
 * the subscription was canceled or the socket lost.
 */
interface Subscription {
  readonly listeners: Emitter<Readonly<Record<string, unknown>>>;
  /** A subscribe command was sent on this socket. */
  sent: boolean;
  ticket: number;
  attempt: number;
  cancel: Cancel;
  /** Last received position, for channels with history. */
  position?: unknown;
}

export interface Channels {
  channel(name: string): ChannelHandle;
  /** A new socket: resubscribes to all channels with listeners. */
  connected(socket_id: string): void;
  disconnected(): void;
  frame(frame: Frame): void;
  /** Query of a request that changes something: the server's signal of the change then names this page's socket. */
  origin(): { readonly socket_id?: string };
  /** The person changed: leaves authorized channels and subscribes again with the new identity. */
  reauthorize(): void;
}

const NEEDS_AUTHORIZATION = /^(private|presence)-/;

interface ChannelsDeps {
  readonly clock: Clock;
  readonly rng: Rng;
  readonly authorize: Authorize;
  readonly send: (event: string, data: unknown) => void;
  readonly invoke: (listener: Listener, data: unknown) => void;
}

export function createChannels(deps: ChannelsDeps): Channels {
  const subscriptions = new Map<string, Subscription>();
  let socket_id: string | undefined;

  const listen = (name: string, event: string, listener: Listener): Off => {
    const subscription = subscriptions.get(name) ?? {
      listeners: createEmitter(deps.invoke),
      sent: false,
      ticket: 0,
      attempt: 0,
      cancel: () => {},
    };
    const off = subscription.listeners.on(event, listener);
    if (!subscriptions.has(name)) {
      subscriptions.set(name, subscription);
      void enter(deps, socket_id, name, subscription);
    }
    return () => {
      off();
      if (subscription.listeners.size() > 0 || subscriptions.get(name) !== subscription) return;
      subscriptions.delete(name);
      leave(deps, name, subscription);
    };
  };

  return {
    channel: (name) => createHandle(name, (...args) => listen(name, ...args)),
    connected(id) {
      socket_id = id;
      for (const [name, subscription] of subscriptions) {
        subscription.attempt = 0;
        void enter(deps, id, name, subscription);
      }
    },
    disconnected() {
      socket_id = undefined;
      for (const subscription of subscriptions.values()) {
        subscription.ticket++;
        subscription.cancel();
        subscription.sent = false;
      }
    },
    frame({ channel, event, data, position }) {
      if (!channel) return;
      const subscription = subscriptions.get(channel);
      if (!subscription) return;
      subscription.position = position ?? subscription.position;
      subscription.listeners.emit(event.replace(/^pusher_internal:/, "pusher:"), data);
    },
    origin: () => (socket_id ? { socket_id } : {}),
    reauthorize() {
      for (const [name, subscription] of subscriptions) {
        if (!NEEDS_AUTHORIZATION.test(name)) continue;
        leave(deps, name, subscription);
        void enter(deps, socket_id, name, subscription);
      }
    },
  };
}

function createHandle(name: string, listen: (event: string, listener: Listener) => Off): ChannelHandle {
  const offs = new Set<Off>();
  return {
    name,
    on(event, listener) {
      const off = listen(event, listener);
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
}

/** Subscribes on this socket, once the server allows it. */
async function enter(
  deps: ChannelsDeps,
  socket: string | undefined,
  channel: string,
  subscription: Subscription,
): Promise<void> {
  if (!socket) return;
  const ticket = ++subscription.ticket;
  const subscribe = (authorization?: object): void => {
    subscription.sent = true;
    deps.send("pusher:subscribe", { channel, ...authorization, position: subscription.position });
  };
  if (!NEEDS_AUTHORIZATION.test(channel)) return subscribe();
  const answer = await deps.authorize(socket, channel);
  if (subscription.ticket !== ticket) return;
  switch (answer.kind) {
    case "ok": {
      const { auth, channel_data } = answer.body;
      subscribe({ auth, channel_data });
      return;
    }
    case "refused":
      subscription.listeners.emit("pusher:subscription_error", {
        type: "AuthError",
        error: answer.detail,
        status: answer.status,
      });
      return;
    case "failed":
    // A signature is valid for one socket only, so an intermediary sent a stale response.
    case "unchanged": {
      const told_ms = answer.kind === "failed" ? answer.retry_after_ms : 0;
      const delay_ms = told_ms + backoff_ms(deps.rng, subscription.attempt++, limits.reconnect_cap_ms);
      subscription.cancel = deps.clock.after(delay_ms, () => void enter(deps, socket, channel, subscription));
    }
  }
}

function leave(deps: ChannelsDeps, channel: string, subscription: Subscription): void {
  subscription.ticket++;
  subscription.cancel();
  if (subscription.sent) deps.send("pusher:unsubscribe", { channel });
  subscription.sent = false;
}
