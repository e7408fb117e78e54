import type { Rule } from "../targeting/rule.ts";
import type { Block } from "./block.ts";
import type { DismissalOptions } from "./dismissal.ts";
import type { ActionButton } from "./panel.ts";

/**
 * What permanently completes a task: other content (by slug), a person's event from the page or backend, conditions on
 * the person, a click on its button, or checking it off.
 */
export type DoneWhen =
  | { readonly kind: "completed"; readonly content: string }
  | { readonly kind: "event"; readonly event: string }
  /** Only the server evaluates it. Pages get a rule that never matches instead. */
  | { readonly kind: "rule"; readonly rule: Rule }
  | { readonly kind: "button" }
  | { readonly kind: "person" };

export interface Task {
  /** Stable across versions, like a step's ID. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly button?: ActionButton | undefined;
  readonly done_when: DoneWhen;
  /** Only people who match see the task, and only for them it counts. Only the server evaluates it. */
  readonly audience?: Rule | undefined;
}

/** Known facts about task completion. Completed tasks stay completed. */
export interface TaskFacts {
  /** Those stored, and those whose conditions match. */
  readonly done: readonly string[];
  readonly happened: (event: string) => boolean;
  readonly completed: (slug: string) => boolean;
}

/**
 * Returns the IDs of completed tasks, in task order.
 *
 * @example
 * doneTasks(body.tasks, { done: ["invite"], happened: (event) => event === "order_shipped", completed: () => false });
 */
export function doneTasks(tasks: readonly Task[], { done, happened, completed }: TaskFacts): readonly string[] {
  const isDone = ({ id, done_when }: Task): boolean => {
    if (done.includes(id)) return true;
    switch (done_when.kind) {
      case "completed":
        return completed(done_when.content);
      case "event":
        return happened(done_when.event);
      default:
        // Checked off, or by conditions, which only the server evaluates: both are in `done`.
        return false;
    }
  };
  return tasks.filter(isDone).map(({ id }) => id);
}

/** Which of a person's groups share the progress of a checklist: all of them, or those with a text attribute. */
export interface GroupProgress {
  readonly only?: { readonly attribute: string; readonly value: string } | undefined;
}

/** Completed with the last remaining task. */
export interface ChecklistBody extends DismissalOptions {
  readonly type: "checklist";
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly tasks: readonly Task[];
  /** Whether it starts open, or as a button in the corner. */
  readonly opens: "open" | "closed";
  /** Each task is locked until those before it are done. Tasks that are done elsewhere count in any order. */
  readonly sequential?: true | undefined;
  /** People may skip tasks. Skipped tasks don't count, and people can undo it while the checklist is open. */
  readonly skippable?: true | undefined;
  /**
   * A task that one person did is done for all people of their group. People without a group, and people whose identity
   * isn't verified, have their own progress. Only the server evaluates it.
   */
  readonly group_progress?: GroupProgress | undefined;
}
