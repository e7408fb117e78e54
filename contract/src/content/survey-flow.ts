import type { Answer, AnswerCondition, Question, SurveyBody, Thanks } from "./survey.ts";

/** ID of the option that is described in the person's own words. */
export const OTHER_OPTION = "other";

/** Returns whether an answer, or its absence, meets a condition. */
export function matchesAnswer(question: Question, when: AnswerCondition, answer: Answer | undefined): boolean {
  switch (when.kind) {
    case "any":
      return true;
    case "unanswered":
      return answer === undefined;
    case "numbers":
      return typeof answer === "number" && answer >= when.from && answer <= when.to;
    case "options":
      return chosenIn(question, answer).some((id) => when.options.includes(id));
  }
}

function chosenIn({ kind }: Question, answer: Answer | undefined): readonly string[] {
  if (typeof answer !== "object" || "rows" in answer) return [];
  if ("other" in answer) return [...answer.options, OTHER_OPTION];
  return kind === "ranking" ? answer.slice(0, 1) : answer;
}

/**
 * Returns the index of the question that follows an answer. The number of questions is the end. Branches lead forward
 * only, so every survey ends.
 */
export function nextQuestion(questions: readonly Question[], index: number, answer: Answer | undefined): number {
  const question = questions[index];
  const branch = question?.branches?.find(({ when }) => matchesAnswer(question, when, answer));
  return branch === undefined ? index + 1 : targetOf(questions, index, branch.go_to);
}

function targetOf(questions: readonly Question[], index: number, go_to: string | null): number {
  if (go_to === null) return questions.length;
  return Math.max(
    index + 1,
    questions.findIndex(({ id }) => id === go_to),
  );
}

/** Returns the indexes that can follow a question. The number of questions is the end. */
export function waysFrom(questions: readonly Question[], index: number): readonly number[] {
  const branches = questions[index]?.branches ?? [];
  const sure = branches.findIndex(({ when }) => when.kind === "any");
  const open = sure < 0 ? [index + 1] : [];
  return [
    ...branches.slice(0, sure < 0 ? undefined : sure + 1).map(({ go_to }) => targetOf(questions, index, go_to)),
    ...open,
  ];
}

/** Returns how many questions can come at most, including the one at `index`. */
export function questionsAhead(questions: readonly Question[], index: number): number {
  if (index >= questions.length) return 0;
  return 1 + Math.max(...waysFrom(questions, index).map((to) => questionsAhead(questions, to)));
}

/** Returns the IDs of the questions that no way leads to. */
export function unreachableQuestions(questions: readonly Question[]): readonly string[] {
  const reached = new Set([0]);
  for (const index of questions.keys()) {
    if (reached.has(index)) for (const to of waysFrom(questions, index)) reached.add(to);
  }
  return questions.flatMap(({ id }, index) => (reached.has(index) ? [] : [id]));
}

/** Returns the thank-you message for these answers. */
export function thanksFor(
  { questions, thanks, endings = [] }: SurveyBody,
  answers: ReadonlyMap<string, Answer>,
): Thanks | undefined {
  const fits = endings.find(({ question_id, when }) => {
    const question = questions.find(({ id }) => id === question_id);
    return question !== undefined && matchesAnswer(question, when, answers.get(question_id));
  });
  return fits ?? thanks;
}
