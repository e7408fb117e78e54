import { useEffect, useRef } from "react";
import type { ChannelHandle } from "../src/index.ts";

/**
 * Calls `listener`, always the one of the last render, with the data of each event of that name on the channel.
 *
 * @example
 * const orders = useChannel("private-orders");
 * useEvent(orders, "order.created", (order) => setOrders((list) => [order, ...list]));
 */
export function useEvent(channel: ChannelHandle, event: string, listener: (data: unknown) => void): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => channel.on(event, (data) => latest.current(data)), [channel, event]);
}
