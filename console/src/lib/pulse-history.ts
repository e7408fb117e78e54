import type { LivePulse } from "@fanfare/contract/schema/realtime/channel";
import { useState } from "react";
import { type ChannelState, usePulse } from "./console-channel.ts";

/** Charts show one minute of pulses. */
export const PULSES_SHOWN = 60;

/** Pulses of the last minute, oldest first. */
export function usePulses(): { readonly pulses: readonly LivePulse[]; readonly connection: ChannelState } {
  const [pulses, setPulses] = useState<readonly LivePulse[]>([]);
  const connection = usePulse((pulse) => setPulses((known) => [...known, pulse].slice(-PULSES_SHOWN)));
  return { pulses, connection };
}

export function totalConnections({ connections }: Pick<LivePulse, "connections">): number {
  return Object.values(connections).reduce((sum, each) => sum + each, 0);
}
