import { useEffect, useMemo } from "react";
import type { ChannelHandle } from "../src/index.ts";
import { useFanfare } from "./fanfare-context.ts";

/**
 * A live channel, left when the component goes. Entered with its first listener: see `useEvent`.
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
