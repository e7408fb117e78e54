import type { Question } from "@fanfare/contract/content/survey";
import { netPromoters } from "@fanfare/contract/content/survey-answer";
import type { AnsweredQuestion, AnswersSummary } from "@fanfare/contract/schema/responses/analytics/survey-answers";
import type { AnswerCount } from "../../store/statements/analytics/survey-answers.ts";

/** Summarizes the answers to each question. Questions no longer asked are at the end. */
export function summarizeAnswers(questions: readonly Question[], counts: readonly AnswerCount[]): AnswersSummary {
  const known = new Set(questions.map(({ id }) => id));
  const gone = [...new Set(counts.map(({ question_id }) => question_id))].filter((id) => !known.has(id));
  const of = (id: string): readonly AnswerCount[] => counts.filter(({ question_id }) => question_id === id);
  return {
    questions: [
      ...questions.map((question) => summarizeQuestion(question, of(question.id))),
      ...gone.map((id) => ({ id, title: id, kind: "removed" as const, answered: answersByQuestion(of(id)) })),
    ],
  };
}

function summarizeQuestion(question: Question, counts: readonly AnswerCount[]): AnsweredQuestion {
  const { id, title } = question;
  const base = { id, title, answered: answersByQuestion(counts) };
  const numbers = (high: number): number[] =>
    Array.from({ length: high + 1 }, (_, number) => Number(counts.find((each) => each.number === number)?.runs ?? 0));
  switch (question.kind) {
    case "nps": {
      const given = numbers(10);
      return { ...base, kind: "nps", counts: given, ...netPromoters(given) };
    }
    case "rating": {
      const given = numbers(question.scale);
      const all = given.reduce((sum, each) => sum + each, 0);
      const total = given.reduce((sum, each, number) => sum + each * number, 0);
      return { ...base, kind: "rating", scale: question.scale, counts: given, mean: all === 0 ? null : total / all };
    }
    case "choice": {
      const options = question.options.map(({ id: option, label }) => ({
        ...{ id: option, label },
        answers: Number(counts.find((each) => each.option === option)?.runs ?? 0),
      }));
      return { ...base, kind: "choice", several: question.several, options };
    }
    case "text":
      return { ...base, kind: "text" };
  }
}

function answersByQuestion(counts: readonly AnswerCount[]): number {
  return counts.reduce((sum, { answers }) => sum + Number(answers), 0);
}
