import type { Edition } from "@fanfare/contract/content/content";
import type { Question } from "@fanfare/contract/content/survey";
import { answerLabels } from "@fanfare/contract/content/survey-answer";
import { editionForArm, variantBodies } from "@fanfare/contract/content/variants";
import { csvLine } from "@fanfare/contract/lib/csv";
import type { AppId, ContentId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import type { RunPerson } from "@fanfare/contract/schema/responses/analytics/run";
import type { SurveyResponse } from "@fanfare/contract/schema/responses/analytics/survey-answers";
import { answerFrom } from "../../engage/decide/given-answers.ts";
import type { ListDeps } from "../../people/list/people-count.ts";
import type { ResolvedRule } from "../../people/rules/matching-people.ts";
import { fromJson, toIso } from "../../store/columns.ts";
import type { Db } from "../../store/schema/schema.ts";
import {
  type AnswerRange,
  answersOfResponses,
  editionNumbered,
  nextResponses,
  questionsAnswered,
} from "../../store/statements/analytics/survey-answers.ts";
import type { ExportFormat } from "./export.ts";
import { matchingIds } from "./segment-answers.ts";

interface ResponsesOf {
  readonly app_id: AppId;
  readonly content_id: ContentId;
  readonly draft: Edition;
  readonly range: AnswerRange;
  /** Only of people who match it now. */
  readonly rule: ResolvedRule | undefined;
}

type Row = Awaited<ReturnType<typeof answersOfResponses>>[number];
type PresentPerson = (
  row: Row & { readonly person_id: NonNullable<Row["person_id"]>; attributes: string },
) => RunPerson;

/** A response and the version in which each of its questions was asked. */
interface VersionedResponse extends SurveyResponse {
  readonly versions: ReadonlyMap<string, number>;
}

/** Responses to a survey as a file in batches, in the order of their runs. */
export async function* formatResponses(
  deps: Pick<ListDeps, "store" | "now_ms">,
  survey: ResponsesOf,
  format: ExportFormat,
  presentPerson: PresentPerson,
): AsyncGenerator<string, void> {
  const { db } = deps.store;
  const editionOf = createEditions(db, survey.content_id);
  const columns = format === "csv" ? await readColumns(db, survey, editionOf) : [];
  if (format === "csv") yield csvLine([...HEAD, ...columns.map(({ title }) => title)]);
  for await (const responses of responsesInBatches(deps, survey, presentPerson)) {
    const lines: string[] = [];
    for (const { versions, ...response } of responses) {
      if (format === "ndjson") lines.push(`${JSON.stringify(response)}\n`);
      else {
        const labels = columns.map(async ({ id }) => {
          const answer = response.answers[id];
          if (answer === undefined) return null;
          const edition = (await editionOf(versions.get(id) ?? response.version)) ?? survey.draft;
          return labelsIn(editionForArm(edition, response.variant ?? undefined), edition, id, answer);
        });
        lines.push(csvLine([...headOf(response), ...(await Promise.all(labels))]));
      }
    }
    yield lines.join("");
  }
}

const HEAD = [
  ...["run_id", "person", "name", "answered_at", "locale", "version", "variant", "completed", "by_link"],
] as const;

function headOf({ run_id, person, answered_at, locale, version, variant, completed, by_link }: SurveyResponse) {
  return [
    ...[run_id, person?.external_id ?? null, person?.name ?? null, answered_at, locale, version, variant],
    ...[completed ? 1 : 0, by_link ? 1 : 0],
  ];
}

/** In the survey's own words. Numbers stay numbers. */
function labelsIn(
  shown: Edition,
  edition: Edition,
  id: string,
  answer: SurveyResponse["answers"][string],
): string | number {
  if (typeof answer === "number") return answer;
  const question = [...questionsIn(shown), ...questionsIn(edition)].find((each) => each.id === id);
  const labels = question === undefined ? null : answerLabels(question, answer);
  return labels?.join("; ") ?? (typeof answer === "string" ? answer : JSON.stringify(answer));
}

function questionsIn(edition: Edition): readonly Question[] {
  return variantBodies(edition).flatMap((body) => (body.type === "survey" ? body.questions : []));
}

type Editions = (version: number) => Promise<Edition | undefined>;

function createEditions(db: Db, content_id: ContentId): Editions {
  const known = new Map<number, Promise<Edition | undefined>>();
  const read = async (version: number): Promise<Edition | undefined> => {
    const text = await editionNumbered(db, content_id, version);
    // Cast: validated before it was frozen.
    return text === undefined ? undefined : fromJson(text, (value) => value as Edition);
  };
  return (version) => {
    const edition = known.get(version) ?? read(version);
    known.set(version, edition);
    return edition;
  };
}

/** Questions of the draft in their order, then answered ones that were removed, with their latest title. */
async function readColumns(
  db: Db,
  survey: ResponsesOf,
  editionOf: Editions,
): Promise<readonly { readonly id: string; readonly title: string }[]> {
  // Questions of variants can share an ID.
  const asked = Map.groupBy(questionsIn(survey.draft), ({ id }) => id);
  const columns = new Map(
    [...asked].map(([id, same]) => [id, [...new Set(same.map(({ title }) => title))].join(" / ")]),
  );
  for (const { question_id, version } of await questionsAnswered(db, survey)) {
    if (columns.has(question_id)) continue;
    const edition = await editionOf(version);
    const question = edition && questionsIn(edition).find(({ id }) => id === question_id);
    columns.set(question_id, question?.title ?? question_id);
  }
  return [...columns].map(([id, title]) => ({ id, title: title.trim() === "" ? id : title }));
}

async function* responsesInBatches(
  deps: Pick<ListDeps, "store" | "now_ms">,
  survey: ResponsesOf,
  presentPerson: PresentPerson,
): AsyncGenerator<readonly VersionedResponse[], void> {
  const { db } = deps.store;
  const { app_id, range, rule } = survey;
  let last = "";
  for (;;) {
    const run_ids = await nextResponses(db, survey, last, limits.export_rows_per_read);
    const end = run_ids.at(-1);
    if (end === undefined) return;
    last = end;
    const rows = await answersOfResponses(db, run_ids, range);
    const ids = new Set(rows.flatMap(({ person_id }) => person_id ?? []));
    const matching = rule && new Set<string | null>(await matchingIds(deps, app_id, [...ids], rule));
    const kept = matching === undefined ? rows : rows.filter(({ person_id }) => matching.has(person_id));
    yield [...Map.groupBy(kept, ({ run_id }) => run_id).values()].map((own) => responseOf(own, presentPerson));
  }
}

function responseOf(rows: readonly Row[], presentPerson: PresentPerson): VersionedResponse {
  const latest = rows.reduce((one, other) => (other.answered_at > one.answered_at ? other : one));
  const { run_id, person_id, attributes, version, locale, variant, outcome, start_reason, answered_at } = latest;
  const person = person_id === null || attributes === null ? null : presentPerson({ ...latest, person_id, attributes });
  const questions = Map.groupBy(rows, ({ question_id }) => question_id);
  return {
    ...{ run_id, person, answered_at: toIso(answered_at), version },
    by_link: person === null || start_reason === "survey_link",
    locale: locale === "" ? null : locale,
    variant: variant === "" ? null : variant,
    completed: person === null || outcome === "completed",
    answers: Object.fromEntries([...questions].map(([id, own]) => [id, answerIn(own)])),
    versions: new Map([...questions].map(([id, [first]]) => [id, first?.version ?? version])),
  };
}

function answerIn(rows: readonly Row[]): SurveyResponse["answers"][string] {
  const [first] = rows;
  const { number = null, part = null, option = null, text = null } = first ?? {};
  return number ?? (part === null && option === null ? text : null) ?? answerFrom(rows);
}
