import type { Task } from "@fanfare/contract/content/checklist";
import { read } from "../../lib/native.ts";
import { button } from "../dom/element.ts";
import type { PlayerLife } from "../dom/guard.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import type { ChecklistLabels, PlayerOptions } from "../types.ts";
import type { ChecklistInput, TaskRowState } from "./checklist-state.ts";

/** Parts of tasks that only some checklists have: the button that skips them. */
export interface TaskExtras {
  /** The progress if all tasks are skipped. */
  readonly nothing_left: string;
  forTask(task: Task): TaskExtra;
}

export interface TaskExtra {
  /** At the end of the task's row. */
  readonly parts: readonly HTMLElement[];
  /** Updates them in place, and returns the suffix of the task's name, or "". */
  mark(state: TaskRowState): string;
}

export interface TaskExtrasDeps
  extends Pick<PlayerOptions, "document" | "labels" | "locale">,
    Pick<PlayerLife, "guard"> {
  readonly root: Pick<UiRoot, "addStyle">;
  send(input: ChecklistInput): void;
}

export async function createTaskExtras({ document, root, guard, send, ...of }: TaskExtrasDeps): Promise<TaskExtras> {
  const labels = await checklistLabels(of.labels, of.locale ?? read(document, "documentElement").lang);
  root.addStyle(EXTRAS_STYLE);
  return {
    nothing_left: labels.tasks_skipped ?? "All tasks skipped",
    forTask({ id: step_id, title }) {
      let is_skipped = false;
      const skip = button(
        document,
        "skip",
        "",
        guard(() => send({ kind: "skip", step_id, is_skipped: !is_skipped })),
      );
      return {
        parts: [skip],
        mark(state) {
          is_skipped = state.is_skipped;
          skip.hidden = state.is_done || state.is_locked;
          skip.textContent = is_skipped ? (labels.task_skip_undo ?? "Undo skip") : (labels.task_skip ?? "Skip");
          skip.ariaLabel = `${skip.textContent}: ${title}`;
          skip.parentElement?.classList.toggle("skipped", is_skipped);
          return is_skipped ? (labels.task_skipped ?? ", skipped") : "";
        },
      };
    },
  };
}

/** English needs no download, and is used if the labels can't be loaded. */
async function checklistLabels(own: ChecklistLabels, language: string): Promise<ChecklistLabels> {
  if (language === "" || language.startsWith("en")) return own;
  const loaded = await import("../text/checklist-labels.ts").catch(() => undefined);
  return { ...loaded?.CHECKLIST_LABELS[language.toLowerCase().split("-")[0] ?? ""], ...own };
}

const EXTRAS_STYLE = `
.skip{flex:none;min-height:2.2em;margin:.55em 0 0;padding:0 .5em;border-radius:6px;font-size:.867em;color:var(--mute)}
.skip:hover{background:var(--hover);color:var(--ink)}
.skipped .sign{border-style:dashed}
.skipped .name{color:var(--mute);font-weight:400}
`;
