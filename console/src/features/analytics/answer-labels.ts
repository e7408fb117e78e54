import { csvLine } from "@fanfare/contract/lib/csv";
import type {
  AnsweredQuestion,
  AnswersSummary,
  SurveyAnswer,
} from "@fanfare/contract/schema/responses/analytics/survey-answers";
import { list, signed } from "../../lib/i18n/format.ts";

export interface AnswerRow {
  readonly id: string;
  readonly label: string;
  readonly answers: number;
}

/** Returns a question's possible answers in order. Empty for text questions, whose answers are listed individually. */
export function answerRows(question: AnsweredQuestion): readonly AnswerRow[] {
  switch (question.kind) {
    case "nps":
      return numbers(question.counts, 0, 10);
    case "rating":
      return numbers(question.counts, 1, question.scale);
    case "choice":
      return question.options;
    case "text":
    case "removed":
      return [];
    default:
      return question satisfies never;
  }
}

function numbers(counts: readonly number[], from: number, to: number): readonly AnswerRow[] {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const number = from + index;
    return { id: String(number), label: String(number), answers: counts[number] ?? 0 };
  });
}

/**
 * Formats a net promoter score (−100 to 100) with its sign.
 *
 * @example
 * formatScore(50); // "+50"
 */
export function formatScore(score: number | null): string {
  if (score === null) return "–";
  return signed(score, 0);
}

/** Formats an answer as text. Removed options appear by ID. */
export function formatAnswer(question: AnsweredQuestion | undefined, answer: SurveyAnswer["answer"]): string {
  if (typeof answer === "string") return answer;
  if (typeof answer === "number") return String(answer);
  const labels =
    question?.kind === "choice" ? new Map(question.options.map(({ id, label }) => [id, label])) : undefined;
  return list(answer.map((id) => labels?.get(id) ?? id));
}

export function answersToCsv({ questions }: AnswersSummary): string {
  const lines = questions.flatMap((question) => {
    const { id, title, kind, answered } = question;
    const rows = answerRows(question);
    if (rows.length === 0) return [csvLine([id, title, kind, answered, null, null])];
    return rows.map(({ label, answers }) => csvLine([id, title, kind, answered, label, answers]));
  });
  return [csvLine(["question", "title", "kind", "answered", "answer", "times"]), ...lines].join("");
}
