import { useEffect, useRef } from "react";
import type { ChannelHandle, Listener } from "../src/index.ts";

/**
 * Calls `listener` with the data of each event with this name on the channel. Always calls the listener of the latest
 * render.
 *
 * @example
 * const orders = useChannel("private-orders");
 * useEvent(orders, "order.created", (order) => setOrders((list) => [order, ...list]));
 */
export function useEvent(channel: ChannelHandle, event: string, listener: Listener): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => channel.on(event, (data) => latest.current(data)), [channel, event]);
}
