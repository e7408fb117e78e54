import type { LivePulse } from "@fanfare/contract/schema/channel";
import { useState } from "react";
import { type Hearing, usePulse } from "./listen.ts";

/** How many beats of the pulse the charts show: a minute. */
export const BEATS_SHOWN = 60;

/** The pulses of the last minute, the oldest first. */
export function usePulses(): { readonly pulses: readonly LivePulse[]; readonly hearing: Hearing } {
  const [pulses, setPulses] = useState<readonly LivePulse[]>([]);
  const hearing = usePulse((pulse) => setPulses((known) => [...known, pulse].slice(-BEATS_SHOWN)));
  return { pulses, hearing };
}

/** All connections, whatever carries them. */
export function connectionsIn({ connections }: Pick<LivePulse, "connections">): number {
  return Object.values(connections).reduce((sum, each) => sum + each, 0);
}
