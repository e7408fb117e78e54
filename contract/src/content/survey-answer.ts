import { isEmailAddress } from "../lib/email-address.ts";
import { limits } from "../limits.ts";
import { type Answer, type AnswerOption, type Question, scaleOf } from "./survey.ts";
import { nextQuestion } from "./survey-flow.ts";

/**
 * Returns what is wrong with an answer, or undefined if it's valid.
 *
 * @example
 * answerProblem({ id: "q", kind: "nps", title: "…", required: true, low_label: "", high_label: "" }, 11);
 * // "Answer … with a number from 0 to 10."
 */
export function answerProblem(question: Question, answer: unknown): string | undefined {
  const wanted = wantedAnswer(question, answer);
  return wanted === undefined ? undefined : `Answer “${question.title}” with ${wanted}.`;
}

/** Returns undefined for a valid answer, otherwise a description of valid ones. */
function wantedAnswer(question: Question, answer: unknown): string | undefined {
  switch (question.kind) {
    case "choice":
      return wantedChoice(question, answer);
    case "matrix":
      return wantedMatrix(question, answer);
    case "ranking": {
      const known = question.options.map(({ id }) => id);
      const fits = idsIn(answer, known).length === known.length;
      return fits ? undefined : `a list of all its options in order: ${known.join(", ")}`;
    }
    case "text":
      return isText(answer) ? undefined : `text of at most ${limits.survey_text_chars_max} characters`;
    case "email":
      return isText(answer) && isEmailAddress(answer) ? undefined : "an email address";
    case "date":
      return isText(answer) && isDate(answer) ? undefined : "a date, as YYYY-MM-DD";
    default: {
      // The remaining kinds have a scale.
      const { low = 0, high = 0 } = scaleOf(question) ?? {};
      return isWhole(answer, low, high) ? undefined : `a number from ${low} to ${high}`;
    }
  }
}

function wantedChoice(question: Extract<Question, { kind: "choice" }>, answer: unknown): string | undefined {
  const { several, other_label } = question;
  const known = question.options.map(({ id }) => id);
  const own = other_label !== undefined && isRecord(answer) ? answer : undefined;
  const given = own === undefined ? answer : own["options"];
  const chosen = idsIn(given, known).length + (own !== undefined && isText(own["other"]) ? 1 : 0);
  const said = (Array.isArray(given) ? given.length : 0) + (own === undefined ? 0 : 1);
  if (chosen > 0 && chosen === said && (several || chosen === 1)) return undefined;
  const list = `a list of ${several ? "one or more" : "one"} of its options: ${known.join(", ")}`;
  return other_label === undefined ? list : `${list}; or with { options, other }, where other is text`;
}

function wantedMatrix(
  { required, rows, columns }: Extract<Question, { kind: "matrix" }>,
  answer: unknown,
): string | undefined {
  const given = isRecord(answer) && isRecord(answer["rows"]) ? Object.entries(answer["rows"]) : [];
  const known = ([row, column]: readonly [string, unknown]): boolean =>
    rows.some(({ id }) => id === row) && columns.some(({ id }) => id === column);
  if (given.length > 0 && given.every(known) && (!required || given.length === rows.length)) return undefined;
  const names = (list: readonly AnswerOption[]): string => list.map(({ id }) => id).join(", ");
  return `{ rows }, one of its columns (${names(columns)}) for ${required ? "each" : "any"} row (${names(rows)})`;
}

/** Known IDs of a list, or none if an ID is repeated or unknown. */
function idsIn(answer: unknown, known: readonly string[]): readonly string[] {
  const ids: readonly unknown[] = Array.isArray(answer) ? answer : [];
  const fits = new Set(ids).size === ids.length && ids.every((id) => known.some((each) => each === id));
  return fits ? known.filter((id) => ids.includes(id)) : [];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(answer: unknown): answer is string {
  return typeof answer === "string" && answer.trim() !== "" && answer.length <= limits.survey_text_chars_max;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00.000Z`);
  // The 31st of a shorter month is shifted to the next one.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

function isWhole(answer: unknown, low: number, high: number): boolean {
  return Number.isInteger(answer) && Number(answer) >= low && Number(answer) <= high;
}

/** Returns the IDs of the questions before `end` on the way that the answers lead, or none if it leads past `end`. */
export function questionsOnWay(
  questions: readonly Question[],
  answers: ReadonlyMap<string, Answer>,
  end: number = questions.length,
): readonly string[] {
  const ids: string[] = [];
  let index = 0;
  while (index < end) {
    const id = questions[index]?.id ?? "";
    ids.push(id);
    index = nextQuestion(questions, index, answers.get(id));
  }
  return index === end ? ids : [];
}

/** Returns the answers on the way that they lead: an earlier answer may have led elsewhere before. */
export function answersOnWay(
  questions: readonly Question[],
  answers: ReadonlyMap<string, Answer>,
): ReadonlyMap<string, Answer> {
  const on_way = new Set(questionsOnWay(questions, answers));
  return new Map([...answers].filter(([id]) => on_way.has(id)));
}

/** Net promoter score and its parts. The score is promoters minus detractors, from -100 to 100. */
export interface NetPromoters {
  readonly detractors: number;
  readonly passives: number;
  readonly promoters: number;
  /** Null without answers. */
  readonly score: number | null;
  /** Where the score of all people lies with 95% confidence. Null without answers. */
  readonly interval: { readonly low: number; readonly high: number } | null;
}

/** Two-sided 95% of the normal distribution. */
const Z = 1.96;
/** Added to promoters, detractors, and (twice) passives: without them, few answers would seem certain. */
const PRIOR = 0.75;

/** Adjusted Wald interval of a net promoter score, up to the score itself where the few answers are all alike. */
function scoreInterval(promoters: number, detractors: number, all: number): NetPromoters["interval"] {
  if (all === 0) return null;
  const total = all + 4 * PRIOR;
  const [up, down] = [(promoters + PRIOR) / total, (detractors + PRIOR) / total];
  const margin = Z * Math.sqrt((up + down - (up - down) ** 2) / total);
  const score = (promoters - detractors) / all;
  const low = Math.min(score, Math.max(-1, up - down - margin));
  const high = Math.max(score, Math.min(1, up - down + margin));
  return { low: 100 * low, high: 100 * high };
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
  const score = all === 0 ? null : (100 * (promoters - detractors)) / all;
  return { detractors, passives, promoters, score, interval: scoreInterval(promoters, detractors, all) };
}

/**
 * Returns an answer in the survey's own words: one label, or several in their order. Options that the question no longer
 * has appear by ID. Null for what isn't an answer, because clients can send anything.
 *
 * @example
 * answerLabels(matrix, { rows: { speed: "good" } }); // ["Speed: Good"]
 */
export function answerLabels(question: Question, answer: unknown): readonly string[] | null {
  if (typeof answer === "string" || typeof answer === "number") return [String(answer)];
  const labels = new Map(optionsOf(question).map(({ id, label }) => [id, label]));
  const name = (id: unknown): string => labels.get(String(id)) ?? String(id);
  if (Array.isArray(answer)) return answer.map(name);
  if (typeof answer !== "object" || answer === null) return null;
  if ("rows" in answer && typeof answer.rows === "object" && answer.rows !== null) {
    return Object.entries(answer.rows).map(([row, column]) => `${name(row)}: ${name(column)}`);
  }
  if (!("options" in answer) || !Array.isArray(answer.options)) return null;
  const own = "other" in answer && typeof answer.other === "string" ? [answer.other] : [];
  return [...answer.options.map(name), ...own];
}

function optionsOf(question: Question): readonly AnswerOption[] {
  if (question.kind === "matrix") return [...question.rows, ...question.columns];
  return question.kind === "choice" || question.kind === "ranking" ? question.options : [];
}
