import type { Welcome } from "../../channels/subscriber.ts";
import { callbackOf, type HubCallback } from "./callback.ts";
import type { HubClient } from "./client.ts";

/** What a newcomer that was here before is told beside its welcome, and after it. */
export interface Replayed {
  /** Where the channel is after what follows; only on channels with history. */
  readonly position?: string;
  /** Whether everything since is told; only to those who say up to where they have heard the channel. */
  readonly recovered?: boolean;
  readonly callbacks: readonly HubCallback[];
}

const NOTHING: Replayed = { callbacks: [] };

/**
 * Everything since `since`, in order; or the call of `reset`, which says between which positions something was lost. More
 * than the client can take at once is lost, too.
 */
export function replayOf(
  client: HubClient,
  channel: string,
  since: string | undefined,
  { resumed, replay_bytes_max }: Pick<Welcome, "resumed" | "replay_bytes_max">,
): Replayed {
  if (resumed === undefined) {
    return since === undefined ? NOTHING : { recovered: false, callbacks: [reset(channel, since, null)] };
  }
  const { position } = resumed;
  if (since === undefined) return { position, callbacks: [] };
  if (resumed.outcome === "gap") {
    return { position, recovered: false, callbacks: [reset(channel, resumed.from, position)] };
  }
  const callbacks = resumed.missed.map((event) => callbackOf(channel, { kind: "event", ...event }));
  client.replayed_bytes += callbacks.reduce((sum, { args }) => sum + Buffer.byteLength(args.join()), 0);
  if (client.replayed_bytes <= replay_bytes_max) return { position, recovered: true, callbacks };
  return { position, recovered: false, callbacks: [reset(channel, since, position)] };
}

function reset(channel: string, from: string, to: string | null): HubCallback {
  return { name: "reset", args: [JSON.stringify(channel), JSON.stringify({ from, to })] };
}
