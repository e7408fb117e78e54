import type { EndReason, OpenRun } from "@fanfare/contract/events/events";
import type { RunHistory } from "@fanfare/contract/gates/page-gates";
import type { Decision } from "@fanfare/contract/schema/client/v1";

/** What this page knows of runs beyond the server's last answer, which may be older than what happened here. */
export interface RunMemory {
  /** The run to go on with, wherever it was left. */
  openRun(decision: Decision): OpenRun | null;
  history(decision: Decision): RunHistory;
  /** Came by itself and went: not again in this page, unless its event happens again or the person reaches the next. */
  wasShown(decision: TriggeredContent): boolean;
  allowAgain(content_id: string): void;
  /** A run was taken from the screen, and goes on later from here. One without a step never appeared. */
  suspendRun(content_id: string, run: OpenRun): void;
  resumeRun(content_id: string): void;
  /** A run ended here. */
  ended(decision: Decision, run: OpenRun, reason: EndReason): void;
  /** A run ended in another tab or on another device. */
  endedElsewhere(decision: TriggeredContent, run: OpenRun): void;
  forget(): void;
}

/** A content, and for what it came. */
export type TriggeredContent = Pick<Decision, "content_id" | "due">;

/** `now_ms`: the server's time. */
export function createRunMemory(now_ms: () => number): RunMemory {
  /** Contents that were here, and for what. */
  const seen = new Map<string, string | undefined>();
  /** Ids of runs that ended, though an answer on its way may still call them open. */
  const over = new Set<string>();
  const aside = new Map<string, OpenRun>();
  const past = new Map<string, RunHistory>();

  const history: RunMemory["history"] = ({ content_id, history: known }) => {
    const own = past.get(content_id);
    return { ...known, ...own, completed: known.completed || own?.completed === true };
  };

  return {
    history,
    openRun({ content_id, run }) {
      const own = aside.get(content_id);
      const open = own && (run?.run_id !== own.run_id || run.seq < own.seq) ? own : run;
      return open && !over.has(open.run_id) ? open : null;
    },
    wasShown: ({ content_id, due }) => seen.has(content_id) && seen.get(content_id) === (due ?? seen.get(content_id)),
    allowAgain: (content_id) => void seen.delete(content_id),
    suspendRun(content_id, run) {
      if (run.step_id !== "") aside.set(content_id, run);
    },
    resumeRun: (content_id) => void aside.delete(content_id),
    ended(decision, { run_id, step_id }, reason) {
      const { content_id, due } = decision;
      const completed = reason === "completed" || history(decision).completed;
      if (step_id !== "") past.set(content_id, { ended: true, completed, last_ended_ms: now_ms() });
      over.add(run_id);
      seen.set(content_id, due);
    },
    endedElsewhere({ content_id, due }, { run_id }) {
      over.add(run_id);
      seen.set(content_id, due);
    },
    forget() {
      for (const part of [seen, over, aside, past]) part.clear();
    },
  };
}
