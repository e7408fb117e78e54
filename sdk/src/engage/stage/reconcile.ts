import { doneTasks } from "@fanfare/contract/content/checklist";
import type { EndReason, OpenRun } from "@fanfare/contract/events/events";
import type { GateJudgment, PageGate } from "@fanfare/contract/gates/page-gates";
import type { BootResponse, Decision, Run } from "@fanfare/contract/schema/client/v1";
import { type PageTheme, resolveTheme } from "@fanfare/contract/theme/theme";
import { read } from "../../lib/native.ts";
import type { RunTracker } from "../runs/run-tracker.ts";
import type { ShownContent } from "../types.ts";
import { findContent, type StageContext } from "./stage-context.ts";

/**
 * Adopts the run's actual state. Returns true if the run is open at another step than this page assumed. Part of the
 * chunk that keeps runs in line with the server (reconcile.ts).
 */
export function adoptRun(run: RunTracker, { run_id, seq, step_id, version_id, done }: OpenRun): boolean {
  const at = run.position();
  if (run_id === at.run_id && seq <= at.seq) return false;
  run.continueFrom({ run_id, seq, step_id, version_id, ...(done && { done }) });
  // Tasks done in the discarded run count for this one.
  for (const id of at.done ?? []) run.step(id);
  return step_id !== at.step_id;
}

/** What happens to a displayed tour: it stays, is suspended with its run open, has ended elsewhere, or ends here. */
export type RunCourse =
  | { readonly kind: "stay" }
  | { readonly kind: "set_aside" }
  | { readonly kind: "over" }
  | { readonly kind: "close"; readonly reason: EndReason };

/**
 * Determines the course of displayed content from the server's last response and the page. `judgments`: the content's
 * current gates, undefined if the response no longer contains it. Pure.
 */
function runCourse(
  content_id: string,
  answer: BootResponse,
  judgments: readonly GateJudgment<PageGate>[] | undefined,
): RunCourse {
  const refusal = answer.refused.find((each) => each.content_id === content_id);
  const blocks = (gate: PageGate): boolean =>
    refusal?.gate === gate || judgments?.some((each) => each.gate === gate && each.status === "block") === true;
  // A paused app or a URL that doesn't match suspends it.
  if (answer.app.paused || blocks("url")) return { kind: "set_aside" };
  if (blocks("suppressed")) return { kind: "close", reason: "do_not_show_again" };
  if (blocks("snoozed")) return { kind: "close", reason: "snoozed" };
  // Ended and counted in another tab or on another device.
  if (refusal !== undefined) return { kind: "over" };
  return judgments === undefined ? { kind: "close", reason: "unpublished" } : { kind: "stay" };
}

/**
 * Reconciles displayed content with the server's last response and the page. Returns true if it leaves the screen with
 * its run open. Loaded when something changes while content is displayed.
 */
export function reconcile(stage: StageContext, showing: ShownContent): boolean {
  const { decision, run, handle } = showing;
  const { content_id } = decision;
  const answer = stage.decisions.current();
  if (answer === undefined) return false;
  // What showed it is gone. Its run stays open, and it may open elsewhere.
  if (handle?.isUnplaced?.()) return true;
  const present = findContent(stage, content_id);
  const course = runCourse(content_id, answer, present && stage.gates.judgments(present, true));
  if (course.kind === "set_aside") return true;
  // Thanks outlive their run, which the server has already counted.
  if (showing.over) return false;
  switch (course.kind) {
    case "over":
      stage.memory.endedElsewhere(decision, run.position());
      return true;
    case "close":
      handle?.close(course.reason);
      return false;
    case "stay": {
      if (present === undefined) return false;
      if (present.version_id !== decision.version_id || hasOtherTasks(present, decision)) {
        if (present.body_path) {
          // Without its body, the shown version stays until the next change.
          stage.loadBody(present).then(stage.reevaluate, () => {});
          return false;
        }
        showing.decision = present;
        handle?.setUntranslated?.(present.untranslated);
        handle?.update(present.edition);
      }
      if (!keepsTheme(showing, resolveTheme(answer.themes, present.theme))) return true;
      const elsewhere = stage.memory.openRun(present);
      if (elsewhere !== null && adoptRun(run, elsewhere)) handle?.goTo(elsewhere.step_id, elsewhere);
      completeTasks(stage, showing, present);
      return false;
    }
  }
}

/** Conditions of the same version include other tasks now. Their bodies always come with the response. */
function hasOtherTasks(now: Decision, shown: Decision): boolean {
  const idsOf = ({ edition: { body } }: Decision): string =>
    body.type === "checklist" ? body.tasks.map(({ id }) => id).join() : "";
  return !now.body_path && idsOf(now) !== idsOf(shown);
}

/** Content opened in the built-in theme can't change its theme; it is reopened at the same step. */
function keepsTheme({ handle, lane }: ShownContent, theme: PageTheme | undefined): boolean {
  if (handle?.setTheme !== undefined) {
    // When the theme reverts to the built-in one, displayed content keeps the old theme until it closes.
    if (theme !== undefined) handle.setTheme(theme);
    return true;
  }
  return theme === undefined || handle === undefined || lane === "celebration";
}

function completeTasks(stage: StageContext, showing: ShownContent, present: Decision): void {
  const { run, handle, decision } = showing;
  const { body } = decision.edition;
  if (body.type !== "checklist" || run.position().step_id === "") return;
  const done_tasks = run.position().done ?? [];
  const done = doneTasks(body.tasks, {
    done: [...done_tasks, ...(present.done ?? [])],
    happened: (event) => stage.events.has(event),
    completed(slug) {
      const content = findContent(stage, slug);
      return Boolean(content && stage.memory.history(content).completed);
    },
  });
  // Tasks that aren't stored yet. With several tabs, only the visible one stores them.
  const is_visible = read(stage.window.document, "visibilityState") === "visible";
  const fresh = is_visible ? done.filter((id) => !done_tasks.includes(id)) : [];
  handle?.completeTasks?.(done, fresh, present);
}

/** Handles a refused move of displayed content: its run is at another step, or over, which returns true. */
export function resolveConflict({ memory }: StageContext, showing: ShownContent, current: Run): boolean {
  const { decision, run, handle } = showing;
  if (current.content_id !== decision.content_id) return false;
  if (current.state !== "active") {
    memory.endedElsewhere(decision, run.position());
    return true;
  }
  if (adoptRun(run, current)) handle?.goTo(current.step_id);
  return false;
}
