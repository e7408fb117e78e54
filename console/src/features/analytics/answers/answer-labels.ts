import type { AnswerOption } from "@fanfare/contract/content/survey";
import { csvLine } from "@fanfare/contract/lib/csv";
import type {
  AnsweredQuestion,
  AnswersSummary,
  SurveyAnswer,
} from "@fanfare/contract/schema/responses/analytics/survey-answers";
import { list, signed } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";

export interface AnswerRow {
  readonly id: string;
  readonly label: string;
  readonly answers: number;
}

/**
 * Returns a question's possible answers in order. Empty for questions whose answers have no counts of their own, such as
 * texts, which are listed individually.
 */
export function answerRows(question: AnsweredQuestion): readonly AnswerRow[] {
  switch (question.kind) {
    case "nps":
      return numbers(question.counts, 0, 10);
    case "csat":
    case "ces":
      return numbers(question.counts, 1, question.counts.length - 1);
    case "rating":
      return numbers(question.counts, 1, question.scale);
    case "choice":
      return question.options;
    case "matrix":
    case "ranking":
    case "text":
    case "email":
    case "date":
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

interface ScoreGroup {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  /** Class of its bars. */
  readonly color: string;
}

/**
 * Returns the groups of a score's answers, lowest first. Undefined for questions without a score. A single group has
 * no name.
 *
 * @example
 * scoreGroups(nps)?.map(({ from }) => from); // [0, 7, 9]
 */
export function scoreGroups(question: AnsweredQuestion): readonly ScoreGroup[] | undefined {
  switch (question.kind) {
    case "nps":
      return [
        { label: t("Detractors (0–6)"), from: 0, to: 6, color: "bg-negative" },
        { label: t("Passives (7–8)"), from: 7, to: 8, color: "bg-caution" },
        { label: t("Promoters (9–10)"), from: 9, to: 10, color: "bg-positive" },
      ];
    case "csat":
      return [
        { label: t("Not satisfied (1–3)"), from: 1, to: 3, color: "bg-accent/40" },
        { label: t("Satisfied (4–5)"), from: 4, to: 5, color: "bg-accent" },
      ];
    case "ces":
      return [{ label: "", from: 1, to: question.counts.length - 1, color: "bg-accent" }];
    case "rating":
      return [{ label: "", from: 1, to: question.scale, color: "bg-accent" }];
    default:
      return undefined;
  }
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
  const labels = new Map(labelsOf(question).map(({ id, label }) => [id, label]));
  const name = (id: string): string => labels.get(id) ?? id;
  if ("rows" in answer) {
    const rows = Object.entries(answer.rows);
    return list(rows.map(([row, column]) => t("{row}: {answer}", { row: name(row), answer: name(column) })));
  }
  const own = "other" in answer ? answer : { options: answer, other: undefined };
  return list([...own.options.map(name), ...(own.other === undefined ? [] : [own.other])]);
}

function labelsOf(question: AnsweredQuestion | undefined): readonly AnswerOption[] {
  if (question?.kind === "matrix") return [...question.rows, ...question.columns];
  return question !== undefined && "options" in question ? question.options : [];
}

export function answersToCsv({ questions }: Pick<AnswersSummary, "questions">): string {
  const lines = questions.flatMap((question) => {
    const { id, title, kind, answered } = question;
    const line = (answer: string | null, times: number | null, mean_place: number | null = null): string =>
      csvLine([id, title, kind, answered, answer, times, mean_place]);
    if (kind === "matrix") {
      return question.rows.flatMap((row) =>
        question.columns.map((column, index) => line(`${row.label}: ${column.label}`, row.answers[index] ?? 0)),
      );
    }
    if (kind === "ranking") {
      return question.options.map(({ label, mean_place }) =>
        line(label, null, mean_place === null ? null : Math.round(mean_place * 100) / 100),
      );
    }
    const rows = answerRows(question);
    return rows.length === 0 ? [line(null, null)] : rows.map(({ label, answers }) => line(label, answers));
  });
  return [csvLine(["question", "title", "kind", "answered", "answer", "times", "average_place"]), ...lines].join("");
}
