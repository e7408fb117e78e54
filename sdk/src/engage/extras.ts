import type { BridgesDeps } from "./bridges/bridges.ts";
import type { TrackersDeps } from "./trackers/trackers.ts";

/** Loads what the app's pages do beyond content, each part only for apps that use it. */
export function followExtras(deps: TrackersDeps & BridgesDeps): void {
  const { trackers, bridges } = deps.decisions.current()?.extras ?? {};
  if (trackers) import("./trackers/trackers.ts").then(({ observe }) => observe(deps), deps.report);
  if (bridges) import("./bridges/bridges.ts").then(({ connect }) => connect(deps), deps.report);
}
