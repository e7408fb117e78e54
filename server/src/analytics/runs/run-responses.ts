import { ProblemError } from "@fanfare/contract/problem";
import type { Run } from "@fanfare/contract/schema/client/v1";
import { parseDoneTasks } from "../../engage/decide/person-facts.ts";
import type { RunRow } from "../../store/statements/analytics/runs.ts";

export function presentRun(run: RunRow): Run {
  const { id: run_id, content_id, version_id, seq, step_id, state } = run;
  const done = [...parseDoneTasks(run.done)];
  return { run_id, content_id, version_id, seq, step_id, ...(done.length === 0 ? {} : { done }), state };
}

export function runConflict(current: RunRow | undefined): ProblemError {
  if (current === undefined) {
    return new ProblemError("run_conflict", "This run ID is in use, or its run just ended. Start again with a new ID.");
  }
  return new ProblemError(
    "run_conflict",
    "Another tab or call already advanced this run. Continue from the run in current.",
    { current: presentRun(current) },
  );
}

export const CAP_REACHED_DETAIL =
  "A frequency cap was reached for this person. Another page was faster, or the page had outdated data.";
export const ALREADY_SHOWN_DETAIL =
  "This was already shown on another page or device. The next completion starts it again.";

export function runRefused(run: RunRow, detail: string): ProblemError {
  return new ProblemError("run_refused", detail, { current: { ...presentRun(run), state: "suppressed" } });
}

export function runNotFound(): ProblemError {
  return new ProblemError("run_not_found", "This person has no run with this ID. Start a run first.");
}

export function mergedPersonProblem(): ProblemError {
  return new ProblemError(
    "identity_required",
    "This anonymous identity belongs to an identified person now. Call boot again, or send that person's token.",
  );
}
