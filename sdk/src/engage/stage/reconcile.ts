import { doneTasks } from "@fanfare/contract/content/checklist";
import type { EndReason, OpenRun } from "@fanfare/contract/events/events";
import type { GateJudgment, PageGate } from "@fanfare/contract/gates/page-gates";
import type { BootResponse, Decision, Run } from "@fanfare/contract/schema/client/v1";
import { type PageTheme, resolveTheme } from "@fanfare/contract/theme/theme";
import type { RunTracker } from "../runs/run-tracker.ts";
import type { ShownContent, StageActions } from "../types.ts";

/**
 * Takes over where the run really is. True when it is open and elsewhere than this page thought: go there. Loaded with what
 * keeps a run in line with the server (keep-up.ts).
 */
export function adoptRun(run: RunTracker, { run_id, seq, step_id, version_id, done }: OpenRun): boolean {
  const at = run.position();
  if (run_id === at.run_id && seq <= at.seq) return false;
  run.continueFrom({ run_id, seq, step_id, version_id, ...(done && { done }) });
  // What was done in a run that turned out not to be is done in this one.
  for (const id of at.done ?? []) run.step(id);
  return step_id !== at.step_id;
}

/** What becomes of a tour on the screen: it stays, is set aside with its run open, is over elsewhere, or ends here. */
export type RunCourse =
  | { readonly kind: "stay" }
  | { readonly kind: "set_aside" }
  | { readonly kind: "over" }
  | { readonly kind: "close"; readonly reason: EndReason };

/**
 * What the server's last answer and the page mean for what is shown. `judgements`: what its gates say now,
 * undefined when the answer does not offer it any more. Pure.
 */
function runCourse(
  content_id: string,
  answer: BootResponse,
  judgements: readonly GateJudgment<PageGate>[] | undefined,
): RunCourse {
  const refusal = answer.refused.find((each) => each.content_id === content_id);
  const blocks = (gate: PageGate): boolean =>
    refusal?.gate === gate || judgements?.some((each) => each.gate === gate && each.status === "block") === true;
  // A paused app and a page that it is not for take it away for now.
  if (answer.app.paused || blocks("url")) return { kind: "set_aside" };
  if (blocks("suppressed")) return { kind: "close", reason: "do_not_show_again" };
  if (blocks("snoozed")) return { kind: "close", reason: "snoozed" };
  // Another tab or device ended it; it has been counted there.
  if (refusal !== undefined) return { kind: "over" };
  return judgements === undefined ? { kind: "close", reason: "unpublished" } : { kind: "stay" };
}

/**
 * Brings what is shown in line with the server's last answer and the page. `present`: its content in that answer, with
 * what its gates say now. Loaded when something changes while a tour is shown.
 */
export function reconcile(
  hands: StageActions,
  showing: ShownContent,
  answer: BootResponse | undefined,
  present: Decision | undefined,
  judgements: readonly GateJudgment<PageGate>[] | undefined,
): void {
  const { memory, suspendRun } = hands;
  const { decision, run, handle } = showing;
  const { content_id } = decision;
  if (answer === undefined) return;
  const course = runCourse(content_id, answer, judgements);
  switch (course.kind) {
    case "set_aside":
      suspendRun(showing);
      return;
    case "over":
      memory.endedElsewhere(decision, run.position());
      suspendRun(showing);
      return;
    case "close":
      handle?.close(course.reason);
      return;
    case "stay": {
      if (present === undefined) return;
      if (present.version_id !== decision.version_id) {
        showing.decision = present;
        handle?.setUntranslated?.(present.untranslated);
        handle?.update(present.edition);
      }
      if (!keepsTheme(showing, resolveTheme(answer.themes, present.theme))) {
        suspendRun(showing);
        return;
      }
      const elsewhere = memory.openRun(present);
      if (elsewhere !== null && adoptRun(run, elsewhere)) handle?.goTo(elsewhere.step_id);
      completeTasks(hands, showing, present);
    }
  }
}

/** What was opened in the built-in theme cannot change it: it is shown anew where it stood. */
function keepsTheme({ handle, lane }: ShownContent, theme: PageTheme | undefined): boolean {
  if (handle?.setTheme !== undefined) {
    // Where the built-in one is worn again, what stands there ends as it began.
    if (theme !== undefined) handle.setTheme(theme);
    return true;
  }
  return theme === undefined || handle === undefined || lane === "celebration";
}

/** Tasks of a checklist that were done elsewhere: in another tab, by an event, by a content that was completed. */
function completeTasks(
  { isTabVisible, hasHappened: happened, completed }: StageActions,
  showing: ShownContent,
  present: Decision,
): void {
  const { run, handle, decision } = showing;
  const { body } = decision.edition;
  if (body.type !== "checklist" || run.position().step_id === "") return;
  const done_tasks = run.position().done ?? [];
  const done = doneTasks(body.tasks, { done: [...done_tasks, ...(present.done ?? [])], happened, completed });
  // Nobody has kept these yet. Of several tabs, the one that is looked at does.
  const fresh = isTabVisible() ? done.filter((id) => !done_tasks.includes(id)) : [];
  handle?.completeTasks?.(done, fresh);
}

/** The server refused a move of what is shown: its run is elsewhere, or over. */
export function resolveConflict(
  { memory, suspendRun }: Pick<StageActions, "memory" | "suspendRun">,
  showing: ShownContent,
  current: Run,
): void {
  const { decision, run, handle } = showing;
  if (current.content_id !== decision.content_id) return;
  if (current.state !== "active") {
    memory.endedElsewhere(decision, run.position());
    suspendRun(showing);
  } else if (adoptRun(run, current)) {
    handle?.goTo(current.step_id);
  }
}
