import type { Edition } from "@fanfare/contract/content/content";
import type { Answer, Question } from "@fanfare/contract/content/survey";
import { answerProblem, answersOnWay } from "@fanfare/contract/content/survey-answer";
import { OTHER_OPTION } from "@fanfare/contract/content/survey-flow";
import { editionForArm, variantBodies } from "@fanfare/contract/content/variants";
import { type ContentId, type EventId, isId } from "@fanfare/contract/lib/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { anonymousResponseSchema } from "@fanfare/contract/schema/client/v1";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import type { z } from "zod";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Published } from "../../engage/decide/published-content.ts";
import type { PeopleDeps, Person } from "../../people/person/find-person.ts";
import { fromJson } from "../../store/columns.ts";
import { type AnswerRow, editionNumbered, putAnswer } from "../../store/statements/analytics/survey-answers.ts";
import type { Statement } from "../../store/store.ts";
import type { ReadEvent } from "./read-event.ts";
import { createQuotaCheck, responseStatements, type SurveysOfApp } from "./response-quota.ts";

const ANSWER_EVENT = "survey_answered";
const RUN_CHARS_MAX = 80;

const QUOTA_REACHED = "This survey has reached its response quota, so it no longer takes new responses.";

export type AnswerDeps = PeopleDeps & { readonly published: Published };

/** Returns the survey answers that the shown edition doesn't allow, each with what it allows. */
export async function invalidAnswers(
  deps: AnswerDeps,
  app: AppRecord,
  events: readonly ReadEvent[],
): Promise<ReadonlyMap<EventId, string>> {
  const wrong = new Map<EventId, string>();
  const full = createQuotaCheck(deps, app);
  for await (const [event, shown] of eventsWithEdition(deps, app, events, new Set([ANSWER_EVENT]))) {
    const { id, raw_props } = event;
    if (shown === "unknown") {
      wrong.set(id, "An answer requires its survey: content_id, version, step_id, and answer.");
      continue;
    }
    if (shown?.body.type === "survey" && shown.body.anonymous) {
      wrong.set(id, "This survey is anonymous, so its answers must not come with a person.");
      continue;
    }
    const question = surveyQuestions(shown).find((each) => each.id === raw_props["step_id"]);
    const problem =
      question === undefined
        ? "This version of the survey has no such question."
        : answerProblem(question, raw_props["answer"]);
    if (problem !== undefined) wrong.set(id, problem);
    // Cast: only a valid ID has a question.
    else if (await full(raw_props["content_id"] as ContentId, answeredRun(event))) wrong.set(id, QUOTA_REACHED);
  }
  return wrong;
}

/** The events of a batch with these names, each with the edition that was shown, or "unknown" if it names none. */
export async function* eventsWithEdition(
  deps: AnswerDeps,
  app: AppRecord,
  events: readonly ReadEvent[],
  names: ReadonlySet<string>,
): AsyncGenerator<readonly [ReadEvent, Edition | undefined | "unknown"], void> {
  const editions = new Map<string, Edition | undefined>();
  for (const event of events) {
    if (!names.has(event.name)) continue;
    const { content_id, version, variant } = event.raw_props;
    if (typeof content_id !== "string" || !isId("cnt", content_id) || !Number.isSafeInteger(version)) {
      yield [event, "unknown"];
      continue;
    }
    const key = `${content_id} ${version}`;
    if (!editions.has(key)) editions.set(key, await shownEdition(deps, app, content_id, Number(version)));
    const edition = editions.get(key);
    yield [event, edition === undefined || typeof variant !== "string" ? edition : editionForArm(edition, variant)];
  }
}

/**
 * Statements that store answers, the last one per run and question, of runs that the quota has room for.
 * {@link invalidAnswers} has already checked them.
 */
export function answerStatements(
  { store, clock }: PeopleDeps,
  app: AppRecord,
  contents: SurveysOfApp,
  person: Person,
  events: readonly ReadEvent[],
): readonly Statement[] {
  const claimed = new Set<string>();
  return events.flatMap((event) => {
    const { id, name, raw_props } = event;
    if (name !== ANSWER_EVENT) return [];
    const { version, step_id } = raw_props;
    // Cast: isId validated it.
    const content_id = raw_props["content_id"] as ContentId;
    const run_id = answeredRun(event);
    // Cast: answerProblem validated it.
    const rows = answerParts(raw_props["answer"] as Answer).map(
      (part, ordinal): AnswerRow => ({
        ...{ run_id, question_id: String(step_id), ordinal, event_id: id, app_id: app.id },
        ...{ content_id, version: Number(version), person_id: person.id },
        ...{ number: null, part: null, option: null, text: null, ...part, answered_at: clock.now() },
      }),
    );
    const response = { run_id, app_id: app.id, content_id, person_id: person.id };
    const claim = claimed.has(run_id) ? [] : responseStatements(store.db, contents, response, clock.now());
    claimed.add(run_id);
    return [...claim, ...putAnswer(store.db, rows)];
  });
}

/** The run of an answer, or its event if no run was given. */
function answeredRun({ id, raw_props: { run_id } }: ReadEvent): string {
  return typeof run_id === "string" && run_id.length <= RUN_CHARS_MAX ? run_id : id;
}

/**
 * Statements that store an anonymous response: its answers and the day, and nothing that other data contains.
 *
 * @throws ProblemError `body_invalid` if the version doesn't allow an answer.
 */
export async function anonymousAnswerStatements(
  deps: AnswerDeps,
  app: AppRecord,
  content_id: ContentId,
  { id, version, answers }: z.output<typeof anonymousResponseSchema>,
): Promise<readonly Statement[] | undefined> {
  const edition = await shownEdition(deps, app, content_id, version);
  if (edition?.body.type !== "survey" || !edition.body.anonymous) return undefined;
  const { questions } = edition.body;
  const given = new Map<string, Answer>();
  for (const [index, { step_id, answer }] of answers.entries()) {
    const question = questions.find((each) => each.id === step_id);
    const message =
      question === undefined ? "This version of the survey has no such question." : answerProblem(question, answer);
    if (message !== undefined) {
      throw new ProblemError("body_invalid", message, { fields: [{ pointer: `/answers/${index}/answer`, message }] });
    }
    // Cast: answerProblem validated it.
    given.set(step_id, answer as Answer);
  }
  const contents = await deps.published(app);
  if (await createQuotaCheck(deps, app)(content_id, id)) return undefined;
  const now_ms = deps.clock.now();
  const response = { run_id: id, app_id: app.id, content_id, person_id: null };
  const claim = responseStatements(deps.store.db, contents, response, now_ms);
  const answered_at = now_ms - (now_ms % DAY_MS);
  const stored = [...answersOnWay(questions, given)].flatMap(([question_id, answer]) => {
    const rows = answerParts(answer).map(
      (part, ordinal): AnswerRow => ({
        ...{ run_id: id, question_id, ordinal, event_id: id, app_id: app.id, content_id, version, person_id: null },
        ...{ number: null, part: null, option: null, text: null, ...part, answered_at },
      }),
    );
    return putAnswer(deps.store.db, rows);
  });
  return stored.length === 0 ? [] : [...claim, ...stored];
}

/** What the rows of an answer contain. */
function answerParts(answer: Answer): readonly Partial<Pick<AnswerRow, "number" | "part" | "option" | "text">>[] {
  if (typeof answer === "number") return [{ number: answer }];
  if (typeof answer === "string") return [{ text: answer }];
  if ("rows" in answer) return Object.entries(answer.rows).map(([part, option]) => ({ part, option }));
  if ("other" in answer) {
    return [...answer.options.map((option) => ({ option })), { option: OTHER_OPTION, text: answer.other }];
  }
  return answer.map((option) => ({ option }));
}

async function shownEdition(
  { published, store }: AnswerDeps,
  app: AppRecord,
  content_id: ContentId,
  version: number,
): Promise<Edition | undefined> {
  const { find, only_by_link } = await published(app);
  const live = find(content_id) ?? only_by_link.find((each) => each.content_id === content_id);
  if (live?.version_number === version) return live.edition;
  const text = await editionNumbered(store.db, content_id, version);
  return text === undefined ? undefined : fromJson(text, (value) => editionSchema.safeParse(value)).data;
}

/** Questions of an edition, followed by those that only its variants have. Each ID appears once. */
export function surveyQuestions(edition: Edition | undefined): readonly Question[] {
  const bodies = edition === undefined ? [] : variantBodies(edition);
  const questions = bodies.flatMap((body) => (body.type === "survey" ? body.questions : []));
  return questions.filter(({ id }, index) => questions.findIndex((each) => each.id === id) === index);
}
