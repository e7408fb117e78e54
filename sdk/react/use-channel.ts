import { useEffect, useMemo } from "react";
import type { ChannelHandle } from "../src/index.ts";
import { useFanfare } from "./fanfare-context.ts";

/**
 * Returns a live channel and unsubscribes when the component unmounts. The subscription starts with the first listener:
 * see `useEvent`.
 *
 * @example
 * const orders = useChannel("private-orders");
 */
export function useChannel(name: string): ChannelHandle {
  const fanfare = useFanfare();
  const channel = useMemo(() => fanfare.channel(name), [fanfare, name]);
  useEffect(() => () => channel.leave(), [channel]);
  return channel;
}
