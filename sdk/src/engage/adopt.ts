import type { OpenRun } from "@fanfare/contract/events";
import type { RunTracker } from "./progress.ts";

/**
 * Takes over where the run really is. True when it is open and elsewhere than this page thought: go there. Loaded with what
 * keeps a run in line with the server (keep-up.ts).
 */
export function adopt(run: RunTracker, { run_id, seq, step_id, version_id, done }: OpenRun): boolean {
  const at = run.position();
  if (run_id === at.run_id && seq <= at.seq) return false;
  run.goOn({ run_id, seq, step_id, version_id, ...(done && { done }) });
  // What was done in a run that turned out not to be is done in this one.
  for (const id of at.done ?? []) run.step(id);
  return step_id !== at.step_id;
}
