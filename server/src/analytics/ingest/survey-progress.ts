import type { Edition } from "@fanfare/contract/content/content";
import type { Answer, Question } from "@fanfare/contract/content/survey";
import { questionsOnWay } from "@fanfare/contract/content/survey-answer";
import { nextQuestion } from "@fanfare/contract/content/survey-flow";
import { type EventId, isId } from "@fanfare/contract/lib/ids";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { answersOfRuns } from "../../engage/decide/given-answers.ts";
import type { Person } from "../../people/person/find-person.ts";
import { type RunPosition, runPositions } from "../../store/statements/analytics/runs.ts";
import { type ReadEvent, runIdOf } from "./read-event.ts";
import { type AnswerDeps, eventsWithEdition } from "./survey-answers.ts";

/** What the events of surveys prove about their runs. */
export interface SurveyProgress {
  /** Answers that end their survey. It was sent with them, whatever the page reports later. */
  readonly sent: ReadonlySet<EventId>;
  /**
   * By event: questions that the person had left by then. People who go on have seen the question, even if it was on the
   * screen for less than a second, so that no page reports it.
   */
  readonly left: ReadonlyMap<EventId, readonly string[]>;
}

const PROVING_EVENTS: ReadonlySet<string> = new Set([
  ...(["survey_question_seen", "survey_answered", "survey_completed", "survey_dismissed"] as const),
]);

interface SurveyEvent {
  readonly event: ReadEvent;
  readonly run_id: string | undefined;
  readonly questions: readonly Question[];
}

/** Reads what these events prove by the order and the branches of the version that was shown. */
export async function surveyProgress(
  deps: AnswerDeps,
  app: AppRecord,
  person: Pick<Person, "id">,
  events: readonly ReadEvent[],
): Promise<SurveyProgress> {
  const proving = await Array.fromAsync(eventsWithEdition(deps, app, events, PROVING_EVENTS));
  const surveys = proving.flatMap(([event, edition]) => surveyEvent(event, edition));
  const [answers, positions] = await Promise.all([
    earlierAnswers(deps, person, surveys),
    positionsOf(deps, person, surveys),
  ]);
  const sent = new Set<EventId>();
  const left = new Map<EventId, readonly string[]>();
  for (const { event, run_id, questions } of surveys) {
    const { id, name, raw_props } = event;
    const position = positions.get(run_id ?? "");
    const step_id = name === "survey_dismissed" ? position?.step_id : raw_props["step_id"];
    const at = questions.findIndex((each) => each.id === step_id);
    const given = answers.get(run_id ?? "") ?? new Map<string, Answer>();
    if (run_id !== undefined) {
      answers.set(run_id, given);
      const is_sent = name === "survey_completed";
      const way = questionsOnWay(questions, given, is_sent ? questions.length : at);
      const last = is_sent ? way.slice(-1) : [];
      const before = way.slice(0, way.length - last.length);
      left.set(id, [...(isJump(position, before, last[0] ?? step_id) ? [] : before), ...last]);
    }
    if (name !== "survey_answered" || at < 0) continue;
    // Cast: invalidAnswers has checked it.
    const answer = raw_props["answer"] as Answer;
    given.set(String(step_id), answer);
    if (nextQuestion(questions, at, answer) === questions.length) sent.add(id);
  }
  return { sent, left };
}

/** Whether the run came to this question in too few moves: a page can start a survey at any question. */
function isJump(position: RunPosition | undefined, before: readonly string[], step_id: unknown): boolean {
  if (position === undefined || position.step_id !== step_id) return false;
  // The start counts as a move, and so does the end.
  const { seq, state } = position;
  return seq - (state === "active" ? 1 : 2) < before.length;
}

function surveyEvent(event: ReadEvent, edition: Edition | undefined | "unknown"): readonly SurveyEvent[] {
  const body = edition === "unknown" ? undefined : edition?.body;
  return body?.type === "survey" ? [{ event, run_id: runIdOf(event), questions: body.questions }] : [];
}

/** Stored answers by run, only of surveys whose way depends on them. */
async function earlierAnswers(
  { store: { db } }: AnswerDeps,
  person: Pick<Person, "id">,
  surveys: readonly SurveyEvent[],
): Promise<Map<string, Map<string, Answer>>> {
  const questions_of = new Map<string, readonly Question[]>();
  for (const { run_id, questions } of surveys) {
    if (run_id !== undefined && questions.some(({ branches }) => branches)) questions_of.set(run_id, questions);
  }
  return questions_of.size === 0 ? new Map() : answersOfRuns(db, person.id, questions_of);
}

/** By run: where its moves have led, and how many there were. */
async function positionsOf(
  { store: { db } }: AnswerDeps,
  person: Pick<Person, "id">,
  surveys: readonly SurveyEvent[],
): Promise<ReadonlyMap<string, RunPosition>> {
  const run_ids = surveys.flatMap(({ run_id = "" }) => (isId("run", run_id) ? [run_id] : []));
  if (run_ids.length === 0) return new Map();
  return new Map((await runPositions(db, person.id, [...new Set(run_ids)])).map((run) => [run.id, run]));
}
