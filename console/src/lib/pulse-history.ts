import type { LivePulse } from "@fanfare/contract/schema/realtime/channel";
import { useState } from "react";
import { type ChannelState, usePulse } from "./console-channel.ts";

/** How many beats of the pulse the charts show: a minute. */
export const PULSES_SHOWN = 60;

/** The pulses of the last minute, the oldest first. */
export function usePulses(): { readonly pulses: readonly LivePulse[]; readonly connection: ChannelState } {
  const [pulses, setPulses] = useState<readonly LivePulse[]>([]);
  const connection = usePulse((pulse) => setPulses((known) => [...known, pulse].slice(-PULSES_SHOWN)));
  return { pulses, connection };
}

/** All connections, whatever carries them. */
export function totalConnections({ connections }: Pick<LivePulse, "connections">): number {
  return Object.values(connections).reduce((sum, each) => sum + each, 0);
}
