import { onScopeDispose } from "vue";
import type { ChannelHandle, Listener } from "../src/index.ts";
import { useFanfare } from "./fanfare-plugin.ts";

/**
 * Returns a live channel and unsubscribes when the component unmounts. The subscription starts with the first listener:
 * see `useEvent`.
 *
 * @example
 * const orders = useChannel("private-orders");
 */
export function useChannel(name: string): ChannelHandle {
  const channel = useFanfare().channel(name);
  onScopeDispose(() => channel.leave());
  return channel;
}

/**
 * Calls `listener` with the data of each event with this name on the channel, until the component unmounts.
 *
 * @example
 * const orders = useChannel("private-orders");
 * useEvent(orders, "order.created", (order) => list.value.unshift(order));
 */
export function useEvent(channel: ChannelHandle, event: string, listener: Listener): void {
  onScopeDispose(channel.on(event, listener));
}
