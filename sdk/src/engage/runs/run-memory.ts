import type { EndReason, OpenRun } from "@fanfare/contract/events/events";
import type { RunHistory } from "@fanfare/contract/gates/page-gates";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import type { Decisions } from "../decide/decisions.ts";

/** Local run state, which may be newer than the server's last response. */
export interface RunMemory {
  openRun(decision: Decision): OpenRun | null;
  history(decision: Decision): RunHistory;
  /**
   * True for content that started automatically and closed. It isn't shown again on this page, unless its event recurs
   * or the person reaches its next goal.
   */
  wasShown(decision: TriggeredContent): boolean;
  allowAgain(content_id: string): void;
  /** Suspends a run that was removed from the screen, to resume it here later. Runs without a step never appeared. */
  suspendRun(content_id: string, run: OpenRun): void;
  resumeRun(content_id: string): void;
  ended(decision: Decision, run: OpenRun, reason: EndReason): void;
  endedElsewhere(decision: TriggeredContent, run: OpenRun): void;
  /** Runs started here since the last server response, for frequency caps. */
  runsBegun(): number;
  countRun(): void;
  forget(): void;
}

/** A content item and the goal it was due for. */
export type TriggeredContent = Pick<Decision, "content_id" | "due" | "history">;

export function createRunMemory(decisions: Pick<Decisions, "current" | "now_ms">): RunMemory {
  /** Content shown on this page, with the goal it was due for. */
  const seen = new Map<string, string | undefined>();
  /** IDs of ended runs; a response in transit may still list them as open. */
  const over = new Set<string>();
  const aside = new Map<string, OpenRun>();
  const past = new Map<string, RunHistory>();
  /** By content: when its last run ended, by the server's clock. */
  const ended_ms = new Map<string, number>();
  /** The response since which runs are counted. */
  let counted: unknown;
  let runs_begun = 0;

  const runsBegun = (): number => {
    const answer = decisions.current();
    if (answer !== counted) runs_begun = 0;
    counted = answer;
    return runs_begun;
  };
  const isReset = ({ content_id, history: { reset_ms = 0 } }: TriggeredContent): boolean =>
    reset_ms > (ended_ms.get(content_id) ?? Infinity);
  const history: RunMemory["history"] = (decision) => {
    const { content_id, history: known } = decision;
    const own = isReset(decision) ? undefined : past.get(content_id);
    return { ...known, ...own, completed: known.completed || own?.completed === true };
  };

  return {
    history,
    openRun({ content_id, run }) {
      const own = aside.get(content_id);
      const open = own && (run?.run_id !== own.run_id || run.seq < own.seq) ? own : run;
      return open && !over.has(open.run_id) ? open : null;
    },
    wasShown(decision) {
      const { content_id, due } = decision;
      return seen.has(content_id) && !isReset(decision) && seen.get(content_id) === (due ?? seen.get(content_id));
    },
    allowAgain: (content_id) => void seen.delete(content_id),
    suspendRun(content_id, run) {
      if (run.step_id !== "") aside.set(content_id, run);
    },
    resumeRun: (content_id) => void aside.delete(content_id),
    ended(decision, { run_id, step_id }, reason) {
      const { content_id, due } = decision;
      const completed = reason === "completed" || history(decision).completed;
      if (step_id !== "") past.set(content_id, { ended: true, completed, last_ended_ms: decisions.now_ms() });
      over.add(run_id);
      seen.set(content_id, due);
      ended_ms.set(content_id, decisions.now_ms());
    },
    endedElsewhere({ content_id, due }, { run_id }) {
      over.add(run_id);
      seen.set(content_id, due);
      ended_ms.set(content_id, decisions.now_ms());
    },
    runsBegun,
    countRun() {
      runs_begun = runsBegun() + 1;
    },
    forget() {
      for (const part of [seen, over, aside, past]) part.clear();
    },
  };
}
