import type { ElementPosition } from "./announcement.ts";
import type { Block } from "./block.ts";
import type { CloseOptions, DismissalOptions } from "./dismissal.ts";

interface QuestionBase {
  /** Stable across versions, like a step's ID. */
  readonly id: string;
  readonly title: string;
  readonly required: boolean;
  /** The first one that applies decides what comes next. Without one, the next question does. */
  readonly branches?: readonly Branch[] | undefined;
}

/** What an answer must be for a branch or a thank-you message. */
export type AnswerCondition =
  /** Any answer, or none. */
  | { readonly kind: "any" }
  | { readonly kind: "unanswered" }
  /** On a scale, limits included. */
  | { readonly kind: "numbers"; readonly from: number; readonly to: number }
  /** One of these options is chosen. In a ranking, it's the first. */
  | { readonly kind: "options"; readonly options: readonly string[] };

export interface Branch {
  readonly when: AnswerCondition;
  /** A later question, or null for the end. */
  readonly go_to: string | null;
}

interface ScaleEnds {
  readonly low_label: string;
  readonly high_label: string;
}

/** An answer to choose, or a row or column of a matrix. */
export interface AnswerOption {
  readonly id: string;
  readonly label: string;
}

export const RATING_LOOKS = ["numbers", "stars", "smileys"] as const;
export type RatingLook = (typeof RATING_LOOKS)[number];

export type Question =
  /** Likelihood to recommend, from 0 to 10, with a label for each end. */
  | (QuestionBase & ScaleEnds & { readonly kind: "nps" })
  /** Customer satisfaction, from 1 to 5. */
  | (QuestionBase & ScaleEnds & { readonly kind: "csat"; readonly look: RatingLook })
  /** Customer effort: how easy something was, from 1 to 7. */
  | (QuestionBase & ScaleEnds & { readonly kind: "ces" })
  /** From 1 to `scale`. */
  | (QuestionBase & ScaleEnds & { readonly kind: "rating"; readonly scale: number; readonly look: RatingLook })
  | (QuestionBase & {
      readonly kind: "choice";
      readonly options: readonly AnswerOption[];
      readonly several: boolean;
      /** Each person sees the options in an order of their own. */
      readonly shuffled?: boolean | undefined;
      /** Offers a last option with a text field. */
      readonly other_label?: string | undefined;
    })
  /** One of the columns for each row. */
  | (QuestionBase & {
      readonly kind: "matrix";
      readonly rows: readonly AnswerOption[];
      readonly columns: readonly AnswerOption[];
    })
  /** All options, in the person's order. */
  | (QuestionBase & {
      readonly kind: "ranking";
      readonly options: readonly AnswerOption[];
      readonly shuffled?: boolean | undefined;
    })
  | (QuestionBase & { readonly kind: "text"; readonly long: boolean; readonly placeholder?: string | undefined })
  | (QuestionBase & { readonly kind: "email"; readonly placeholder?: string | undefined })
  | (QuestionBase & { readonly kind: "date" });

export type QuestionKind = Question["kind"];

export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly look: RatingLook;
}

/** Returns the numbers to choose from, or undefined for questions without a scale. */
export function scaleOf(question: Question): Scale | undefined {
  switch (question.kind) {
    case "nps":
      return { low: 0, high: 10, look: "numbers" };
    case "csat":
      return { low: 1, high: 5, look: question.look };
    case "ces":
      return { low: 1, high: 7, look: "numbers" };
    case "rating":
      return { low: 1, high: question.scale, look: question.look };
    default:
      return undefined;
  }
}

/** Chosen options together with the text of `OTHER_OPTION`. */
export interface AnswerWithOther {
  readonly options: readonly string[];
  readonly other: string;
}

/** The chosen column of each answered row, by ID. */
export interface MatrixAnswer {
  readonly rows: Readonly<Record<string, string>>;
}

/** A number, option IDs (those of a ranking in its order), text, an address, or a date as YYYY-MM-DD. */
export type Answer = number | readonly string[] | string | AnswerWithOther | MatrixAnswer;

export interface Thanks {
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** Replaces the thank-you message for people with this answer. */
export interface Ending extends Thanks {
  readonly id: string;
  readonly question_id: string;
  readonly when: AnswerCondition;
}

export const SURVEY_FORMS = ["corner", "modal", "inline"] as const;
export type SurveyForm = (typeof SURVEY_FORMS)[number];

export interface SurveyBody extends DismissalOptions, CloseOptions {
  readonly type: "survey";
  readonly form: SurveyForm;
  /** Of the form `inline`, which is part of the page's flow. */
  readonly position?: ElementPosition | undefined;
  /** Anyone with its link (`/s/{slug}`) can answer it, whatever its targeting and its trigger. */
  readonly share_by_link?: true | undefined;
  /** Answers are stored without a person. Only with `share_by_link`: pages don't show it, because they know the person. */
  readonly anonymous?: true | undefined;
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly questions: readonly Question[];
  /** Shown after the last answer. */
  readonly thanks?: Thanks | undefined;
  /** The first one that applies is shown instead. */
  readonly endings?: readonly Ending[] | undefined;
}
