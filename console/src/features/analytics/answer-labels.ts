import { csvLine } from "@fanfare/contract/lib/csv";
import type { AnsweredQuestion, AnswersSummary, SurveyAnswer } from "@fanfare/contract/schema/analytics/survey-answers";
import { list, signed } from "../../lib/i18n/format.ts";

/** One row of the table of a question: what could be answered, and how often it was. */
export interface AnswerRow {
  readonly id: string;
  readonly label: string;
  readonly answers: number;
}

/** What could be answered to a question, in its order; nothing for text, which is read one by one. */
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
 * A net promoter score with its sign: it goes from −100 to 100.
 *
 * @example
 * scoreInWords(50); // "+50"
 */
export function formatScore(score: number | null): string {
  if (score === null) return "–";
  return signed(score, 0);
}

/** What somebody answered, as text: the labels of what they chose, where the question still has them. */
export function formatAnswer(question: AnsweredQuestion | undefined, answer: SurveyAnswer["answer"]): string {
  if (typeof answer === "string") return answer;
  if (typeof answer === "number") return String(answer);
  const labels =
    question?.kind === "choice" ? new Map(question.options.map(({ id, label }) => [id, label])) : undefined;
  return list(answer.map((id) => labels?.get(id) ?? id));
}

/** The counted answers as a file for spreadsheets. */
export function answersToCsv({ questions }: AnswersSummary): string {
  const lines = questions.flatMap((question) => {
    const { id, title, kind, answered } = question;
    const rows = answerRows(question);
    if (rows.length === 0) return [csvLine([id, title, kind, answered, null, null])];
    return rows.map(({ label, answers }) => csvLine([id, title, kind, answered, label, answers]));
  });
  return [csvLine(["question", "title", "kind", "answered", "answer", "times"]), ...lines].join("");
}
