import type { Answer, Question } from "@fanfare/contract/content/survey";
import { answerProblem } from "@fanfare/contract/content/survey-answer";
import type { PersonId } from "@fanfare/contract/lib/ids";
import type { PeopleDeps, Person } from "../../people/person/find-person.ts";
import type { Db } from "../../store/schema/schema.ts";
import { type AnswerRow, answersInRuns } from "../../store/statements/analytics/survey-answers.ts";
import type { InboxOwner } from "../live-updates/inbox.ts";
import type { EligibleContent } from "./decisions.ts";
import { variantEdition } from "./variants.ts";

/** By run: the answers to the survey so far, by question ID. */
export type GivenAnswers = ReadonlyMap<string, Readonly<Record<string, Answer>>>;

/**
 * Reads the answers that the person gave in their open runs of surveys, to continue on another page. Answers that the
 * live version no longer allows are left out. Someone who only claims to be a person gets none.
 */
export async function answersGiven(
  { store: { db } }: Pick<PeopleDeps, "store">,
  { person, caller }: { readonly person: Person } & Pick<InboxOwner, "caller">,
  contents: readonly Pick<EligibleContent, "content" | "past" | "variant">[],
): Promise<GivenAnswers> {
  const questions_of = new Map<string, readonly Question[]>();
  for (const { content, past, variant } of contents) {
    const { body } = variantEdition(content.edition, variant);
    if (past.open !== null && body.type === "survey") questions_of.set(past.open.run_id, body.questions);
  }
  if (questions_of.size === 0 || person.row === undefined || caller.kind === "unverified") return new Map();
  const by_run = await answersOfRuns(db, person.row.id, questions_of);
  return new Map(
    Array.from(by_run, ([run_id, answers]) => {
      const questions = questions_of.get(run_id) ?? [];
      const valid = questions.flatMap((question) => {
        const answer = answers.get(question.id);
        return answer === undefined || answerProblem(question, answer) !== undefined
          ? []
          : [[question.id, answer] as const];
      });
      return [run_id, Object.fromEntries(valid)] as const;
    }),
  );
}

/** By run: its stored answers, by question. `questions_of`: the questions of the version that each run shows. */
export async function answersOfRuns(
  db: Db,
  person_id: PersonId,
  questions_of: ReadonlyMap<string, readonly Question[]>,
): Promise<Map<string, Map<string, Answer>>> {
  const rows = await answersInRuns(db, person_id, [...questions_of.keys()]);
  return new Map(
    Array.from(
      Map.groupBy(rows, ({ run_id }) => run_id),
      ([run_id, given]) => {
        const answers = (questions_of.get(run_id) ?? []).flatMap((question) => {
          const answer = answerOf(
            question,
            given.filter(({ question_id }) => question_id === question.id),
          );
          return answer === undefined ? [] : [[question.id, answer] as const];
        });
        return [run_id, new Map(answers)] as const;
      },
    ),
  );
}

/** Rebuilds an answer from its rows, in order. */
export function answerFrom(rows: readonly Pick<AnswerRow, "part" | "option" | "text">[]): Answer {
  if (rows.some(({ part }) => part !== null)) {
    return { rows: Object.fromEntries(rows.map(({ part, option }) => [part ?? "", option ?? ""])) };
  }
  const other = rows.find(({ text }) => text !== null)?.text;
  const options = rows.flatMap(({ option, text }) => (text === null ? (option ?? []) : []));
  return other == null ? options : { options, other };
}

/** Rebuilds the answer to a question of any kind from its rows, in order. */
function answerOf(
  { kind }: Question,
  rows: readonly Pick<AnswerRow, "number" | "part" | "option" | "text">[],
): Answer | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  if (first.number !== null) return first.number;
  return kind === "text" || kind === "email" || kind === "date" ? (first.text ?? undefined) : answerFrom(rows);
}
