import type { Block } from "./block.ts";
import type { CloseOptions, DismissalOptions } from "./dismissal.ts";

interface QuestionBase {
  /** Stable across versions, like a step's ID. */
  readonly id: string;
  readonly title: string;
  readonly required: boolean;
}

export const RATING_LOOKS = ["numbers", "stars", "smileys"] as const;

export type Question =
  /** Likelihood to recommend, from 0 to 10, with a label for each end. */
  | (QuestionBase & { readonly kind: "nps"; readonly low_label: string; readonly high_label: string })
  /** From 1 to `scale`. */
  | (QuestionBase & {
      readonly kind: "rating";
      readonly scale: number;
      readonly look: (typeof RATING_LOOKS)[number];
      readonly low_label: string;
      readonly high_label: string;
    })
  | (QuestionBase & {
      readonly kind: "choice";
      readonly options: readonly { readonly id: string; readonly label: string }[];
      readonly several: boolean;
    })
  | (QuestionBase & { readonly kind: "text"; readonly long: boolean; readonly placeholder?: string | undefined });

/** A number, option IDs, or text. */
export type Answer = number | readonly string[] | string;

export interface SurveyBody extends DismissalOptions, CloseOptions {
  readonly type: "survey";
  readonly form: "corner" | "modal";
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly questions: readonly Question[];
  /** Shown after the last answer. */
  readonly thanks?: { readonly title: string; readonly blocks: readonly Block[] } | undefined;
}
