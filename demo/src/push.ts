import Pusher from "pusher";
import { type Order, STAFF_CHANNEL } from "./order.ts";
import type { Settings } from "./settings.ts";

const TIMEOUT_MS = 5_000;

/** Publishes an order to all open desks, with Pusher's own server library connected to Fanfare. */
export type Push = (event: string, order: Order) => Promise<void>;

/**
 * @example
 * const push = createPush(settings, (reason) => process.stderr.write(`${reason}\n`));
 * await push("order.created", order);
 */
export function createPush(settings: Settings, onFailure: (reason: string) => void): Push {
  const { protocol, hostname, port } = new URL(settings.push_url);
  const useTLS = protocol === "https:";
  const pusher = new Pusher({
    appId: settings.app.id,
    key: settings.app.key,
    secret: settings.app.secret,
    host: hostname,
    port,
    useTLS,
    timeout: TIMEOUT_MS,
  });
  return async (event, order) => {
    try {
      await pusher.trigger(STAFF_CHANNEL, event, order);
    } catch (error) {
      // The order isn't lost: the desk requests the list again after reconnecting.
      onFailure(`Fanfare at ${settings.push_url} rejected ${event} of ${order.number}: ${String(error)}`);
    }
  };
}
