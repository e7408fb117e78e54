import type { Block } from "./block.ts";
import type { Choices } from "./choices.ts";
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

/** Tasks to be done in any order. It is completed with its last one. */
export interface ChecklistBody extends Choices {
  readonly type: "checklist";
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly tasks: readonly Task[];
  /** Whether it begins open, or as a button in the corner. */
  readonly opens: "open" | "closed";
}
