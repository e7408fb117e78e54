import type { Block } from "./block.ts";
import type { CloseOptions, DismissalOptions } from "./dismissal.ts";

interface QuestionBase {
  /** Stable across versions, as the id of a step. */
  readonly id: string;
  readonly title: string;
  readonly required: boolean;
}

export const RATING_LOOKS = ["numbers", "stars", "smileys"] as const;

export type Question =
  /** How likely the person is to recommend it: 0 to 10, with a word for either end. */
  | (QuestionBase & { readonly kind: "nps"; readonly low_label: string; readonly high_label: string })
  /** 1 to `scale`. */
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

/** An answer to one question: a number, the ids of options, or text. */
export type Answer = number | readonly string[] | string;

/** Questions, one card each. */
export interface SurveyBody extends DismissalOptions, CloseOptions {
  readonly type: "survey";
  /** In the corner, or as a dialog over the page. */
  readonly form: "corner" | "modal";
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly questions: readonly Question[];
  /** What is said when the last one is answered. */
  readonly thanks?: { readonly title: string; readonly blocks: readonly Block[] } | undefined;
}
