import { doneTasks } from "@fanfare/contract/checklist";
import type { EndReason } from "@fanfare/contract/events";
import type { GateJudgement, PageGate } from "@fanfare/contract/page-gates";
import type { BootResponse, Decision, Run } from "@fanfare/contract/schema/v1";
import { type PageTheme, themeOf } from "@fanfare/contract/theme";
import { adopt } from "./adopt.ts";
import type { Hands, Showing } from "./types.ts";

/** What becomes of a tour on the screen: it stays, is set aside with its run open, is over elsewhere, or ends here. */
export type Course =
  | { readonly kind: "stay" }
  | { readonly kind: "set_aside" }
  | { readonly kind: "over" }
  | { readonly kind: "close"; readonly reason: EndReason };

/**
 * What the server's last answer and the page mean for what is shown. `judgements`: what its gates say now,
 * undefined when the answer does not offer it any more. Pure.
 */
function courseOf(
  content_id: string,
  answer: BootResponse,
  judgements: readonly GateJudgement<PageGate>[] | undefined,
): Course {
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
export function keepUp(
  hands: Hands,
  showing: Showing,
  answer: BootResponse | undefined,
  present: Decision | undefined,
  judgements: readonly GateJudgement<PageGate>[] | undefined,
): void {
  const { memory, setAside } = hands;
  const { decision, run, handle } = showing;
  const { content_id } = decision;
  if (answer === undefined) return;
  const course = courseOf(content_id, answer, judgements);
  switch (course.kind) {
    case "set_aside":
      setAside(showing);
      return;
    case "over":
      memory.endedElsewhere(decision, run.position());
      setAside(showing);
      return;
    case "close":
      handle?.close(course.reason);
      return;
    case "stay": {
      if (present === undefined) return;
      if (present.version_id !== decision.version_id) {
        showing.decision = present;
        handle?.rewritten?.(present.untranslated);
        handle?.update(present.edition);
      }
      if (!keepsItsLook(showing, themeOf(answer.themes, present.theme))) {
        setAside(showing);
        return;
      }
      const elsewhere = memory.openRun(present);
      if (elsewhere !== null && adopt(run, elsewhere)) handle?.goTo(elsewhere.step_id);
      tickOff(hands, showing, present);
    }
  }
}

/** What was opened in the built-in theme cannot change it: it is shown anew where it stood. */
function keepsItsLook({ handle, lane }: Showing, theme: PageTheme | undefined): boolean {
  if (handle?.wear !== undefined) {
    // Where the built-in one is worn again, what stands there ends as it began.
    if (theme !== undefined) handle.wear(theme);
    return true;
  }
  return theme === undefined || handle === undefined || lane === "celebration";
}

/** Tasks of a checklist that were done elsewhere: in another tab, by an event, by a content that was completed. */
function tickOff({ isSeen, happened, completed }: Hands, showing: Showing, present: Decision): void {
  const { run, handle, decision } = showing;
  const { body } = decision.edition;
  if (body.type !== "checklist" || run.position().step_id === "") return;
  const kept = run.position().done ?? [];
  const done = doneTasks(body.tasks, { done: [...kept, ...(present.done ?? [])], happened, completed });
  // Nobody has kept these yet. Of several tabs, the one that is looked at does.
  const fresh = isSeen() ? done.filter((id) => !kept.includes(id)) : [];
  handle?.tick?.(done, fresh);
}

/** The server refused a move of what is shown: its run is elsewhere, or over. */
export function yieldTo(
  { memory, setAside }: Pick<Hands, "memory" | "setAside">,
  showing: Showing,
  current: Run,
): void {
  const { decision, run, handle } = showing;
  if (current.content_id !== decision.content_id) return;
  if (current.state !== "active") {
    memory.endedElsewhere(decision, run.position());
    setAside(showing);
  } else if (adopt(run, current)) {
    handle?.goTo(current.step_id);
  }
}
