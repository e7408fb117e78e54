import { limits } from "../limits.ts";
import type { Answer, Question } from "./survey.ts";

/**
 * Returns what is wrong with an answer, or undefined if it's valid.
 *
 * @example
 * answerProblem({ id: "q", kind: "nps", title: "…", required: true, low_label: "", high_label: "" }, 11);
 * // "Answer … with a number from 0 to 10."
 */
export function answerProblem(question: Question, answer: unknown): string | undefined {
  const { title } = question;
  switch (question.kind) {
    case "nps":
      return isWhole(answer, 0, 10) ? undefined : `Answer “${title}” with a number from 0 to 10.`;
    case "rating": {
      const { scale } = question;
      return isWhole(answer, 1, scale) ? undefined : `Answer “${title}” with a number from 1 to ${scale}.`;
    }
    case "choice": {
      const known = question.options.map(({ id }) => id);
      const ids: readonly unknown[] = Array.isArray(answer) ? answer : [];
      const fits = ids.length > 0 && new Set(ids).size === ids.length && (question.several || ids.length === 1);
      if (fits && ids.every((id) => known.some((each) => each === id))) return undefined;
      const how = question.several ? "one or more of its options" : "one of its options";
      return `Answer “${title}” with a list of ${how}: ${known.join(", ")}.`;
    }
    case "text":
      return typeof answer === "string" && answer.trim() !== "" && answer.length <= limits.survey_text_chars_max
        ? undefined
        : `Answer “${title}” with text of at most ${limits.survey_text_chars_max} characters.`;
  }
}

function isWhole(answer: unknown, low: number, high: number): answer is Answer & number {
  return Number.isInteger(answer) && Number(answer) >= low && Number(answer) <= high;
}

/** Net promoter score and its parts. The score is promoters minus detractors, from -100 to 100. */
export interface NetPromoters {
  readonly detractors: number;
  readonly passives: number;
  readonly promoters: number;
  /** Null without answers. */
  readonly score: number | null;
}

/**
 * Calculates the net promoter score. `counts[n]` is the number of people who answered n, from 0 to 10.
 *
 * @example
 * netPromoters([0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 2]).score; // 50
 */
export function netPromoters(counts: readonly number[]): NetPromoters {
  const sum = (from: number, to: number): number => counts.slice(from, to + 1).reduce((all, each) => all + each, 0);
  const [detractors, passives, promoters] = [sum(0, 6), sum(7, 8), sum(9, 10)];
  const all = detractors + passives + promoters;
  return { detractors, passives, promoters, score: all === 0 ? null : (100 * (promoters - detractors)) / all };
}
