import { type AnswerOption, type Question, scaleOf } from "@fanfare/contract/content/survey";
import { netPromoters } from "@fanfare/contract/content/survey-answer";
import { OTHER_OPTION } from "@fanfare/contract/content/survey-flow";
import type { AnsweredQuestion, AnswersSummary } from "@fanfare/contract/schema/responses/analytics/survey-answers";
import type { AnswerCount } from "../../store/statements/analytics/survey-answers.ts";
import { type ScorePeriod, scoreTrend } from "./score-trend.ts";

/** Summarizes the answers to each question. Questions no longer asked are at the end. Without `scores`, no trends. */
export function summarizeAnswers(
  questions: readonly Question[],
  counts: readonly AnswerCount[],
  scores?: ScorePeriod,
): Pick<AnswersSummary, "questions"> {
  const known = new Set(questions.map(({ id }) => id));
  const gone = [...new Set(counts.map(({ question_id }) => question_id))].filter((id) => !known.has(id));
  const of = (id: string): readonly AnswerCount[] => counts.filter(({ question_id }) => question_id === id);
  return {
    questions: [
      ...questions.map((question) => summarizeQuestion(question, of(question.id), scores)),
      ...gone.map((id) => ({ id, title: id, kind: "removed" as const, answered: answersByQuestion(of(id)) })),
    ],
  };
}

function summarizeQuestion(
  question: Question,
  counts: readonly AnswerCount[],
  scores: ScorePeriod | undefined,
): AnsweredQuestion {
  const { id, title, kind } = question;
  const base = { id, title, answered: answersByQuestion(counts) };
  const options = (list: readonly AnswerOption[], part: string | null = null) =>
    list.map(({ id: option, label }) => ({
      ...{ id: option, label },
      answers: Number(counts.find((each) => each.option === option && each.part === part)?.runs ?? 0),
    }));
  const trend = () => (scores === undefined ? null : scoreTrend(question, scores));
  switch (kind) {
    case "nps": {
      const { counts: given } = scoresIn(question, counts);
      return { ...base, kind, counts: given, ...netPromoters(given), trend: trend() };
    }
    case "rating":
      return { ...base, kind, scale: question.scale, ...scoresIn(question, counts), trend: trend() };
    case "ces":
      return { ...base, kind, ...scoresIn(question, counts), trend: trend() };
    case "csat": {
      const given = scoresIn(question, counts);
      const satisfied = (given.counts[4] ?? 0) + (given.counts[5] ?? 0);
      return { ...base, kind, satisfied, ...given, trend: trend() };
    }
    case "choice": {
      const { several, other_label: label } = question;
      const own = label === undefined ? [] : [{ id: OTHER_OPTION, label }];
      return { ...base, kind, several, options: options([...question.options, ...own]) };
    }
    case "matrix": {
      const columns = question.columns.map(({ id: column, label }) => ({ id: column, label }));
      const rows = question.rows.map(({ id: row, label }) => ({
        ...{ id: row, label },
        answers: options(columns, row).map(({ answers }) => answers),
      }));
      return { ...base, kind, columns, rows };
    }
    case "ranking": {
      const ranked = question.options.map(({ id: option, label }) => {
        const { runs = 0, places = 0 } = counts.find((each) => each.option === option) ?? {};
        return { id: option, label, mean_place: Number(runs) === 0 ? null : Number(places) / Number(runs) + 1 };
      });
      return { ...base, kind, options: ranked };
    }
    case "text":
    case "email":
    case "date":
      return { ...base, kind };
  }
}

/** The number of answers per number of the scale, and their mean. */
function scoresIn(question: Question, counts: readonly AnswerCount[]) {
  const given = Array.from({ length: (scaleOf(question)?.high ?? 0) + 1 }, (_, number) =>
    Number(counts.find((each) => each.number === number)?.runs ?? 0),
  );
  const all = given.reduce((sum, each) => sum + each, 0);
  const total = given.reduce((sum, each, number) => sum + each * number, 0);
  return { counts: given, mean: all === 0 ? null : total / all };
}

function answersByQuestion(counts: readonly AnswerCount[]): number {
  return counts.reduce((sum, { answers }) => sum + Number(answers), 0);
}
