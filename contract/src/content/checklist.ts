import type { Block } from "./block.ts";
import type { DismissalOptions } from "./dismissal.ts";
import type { ActionButton } from "./panel.ts";

/**
 * What makes a task done, for good: a content (by slug) the person went through, an event of theirs, from the page or
 * from the back end, pressing its button, or ticking it off themselves.
 */
export type DoneWhen =
  | { readonly kind: "completed"; readonly content: string }
  | { readonly kind: "event"; readonly event: string }
  | { readonly kind: "button" }
  | { readonly kind: "person" };

export interface Task {
  /** Stable across versions, as the id of a step. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly button?: ActionButton | undefined;
  readonly done_when: DoneWhen;
}

/** Whether a task is done, as far as somebody knows: what was done stays done. */
export interface TaskFacts {
  readonly done: readonly string[];
  /** Whether the person has sent this event. */
  readonly happened: (event: string) => boolean;
  /** Whether the person has completed this content, by its slug. */
  readonly completed: (slug: string) => boolean;
}

/**
 * Which tasks are done, in their own order.
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
      case "button":
      case "person":
        return false;
    }
  };
  return tasks.filter(isDone).map(({ id }) => id);
}

/** Tasks to be done in any order. It is completed with its last one. */
export interface ChecklistBody extends DismissalOptions {
  readonly type: "checklist";
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly tasks: readonly Task[];
  /** Whether it begins open, or as a button in the corner. */
  readonly opens: "open" | "closed";
}
