import { ProblemError } from "@fanfare/contract/problem";
import type { Run } from "@fanfare/contract/schema/v1";
import { tasksIn } from "../engage/checklists.ts";
import type { RunRow } from "../store/runs.ts";

/** A run as it is told to a page. */
export function present(run: RunRow): Run {
  const { id: run_id, content_id, version_id, seq, step_id, state } = run;
  const done = [...tasksIn(run.done)];
  return { run_id, content_id, version_id, seq, step_id, ...(done.length === 0 ? {} : { done }), state };
}

export function conflict(current: RunRow | undefined): ProblemError {
  if (current === undefined) {
    return new ProblemError(
      "run_conflict",
      "This run's id is taken, or its run ended in this moment. Start again with a new id.",
    );
  }
  return new ProblemError(
    "run_conflict",
    "The run has moved on in another tab or call, so this move was not made. Go on from the run in current.",
    { current: present(current) },
  );
}

export const CAPPED =
  "A cap group allows no further run for this person now: another page was faster, or the page knew less than the server.";
export const SHOWN =
  "What this person reached was shown for already, on another page or device. It starts again with what they reach next.";

export function refused(run: RunRow, detail: string): ProblemError {
  return new ProblemError("run_refused", detail, { current: { ...present(run), state: "suppressed" } });
}

export function runNotFound(): ProblemError {
  return new ProblemError("run_not_found", "This person has no run of that id. Start one first.");
}

export function mergedPast(): ProblemError {
  return new ProblemError(
    "identity_required",
    "This anonymous identity became an identified person. Boot again, or send that person's token.",
  );
}
