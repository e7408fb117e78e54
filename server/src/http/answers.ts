import type { Edition } from "@fanfare/contract/content";
import {
  type AnswersPage,
  type AnswersSummary,
  answersQuerySchema,
  type GivenAnswer,
} from "@fanfare/contract/schema/answer";
import { Hono } from "hono";
import { z } from "zod";
import { readCursor, writeCursor } from "../cursor.ts";
import { getContent } from "../engage/content.ts";
import { questionsOf } from "../measure/answers.ts";
import { summaryOf } from "../measure/answers-summary.ts";
import { fromJson, toIso } from "../store/columns.ts";
import { answersTo, countAnswers, optionsOf } from "../store/survey-answers.ts";
import type { ApiDeps, ApiEnv } from "./api-deps.ts";
import { appNamed } from "./apps.ts";
import { parseQuery } from "./body.ts";
import { presentRunPerson } from "./content-runs.ts";
import { appQuerySchema } from "./contents.ts";

const placeSchema = z.tuple([z.number(), z.string()]);

/** What people answered to a survey: counted, and one by one. */
export function answerRoutes(deps: ApiDeps): Hono<ApiEnv> {
  const { db } = deps.store;
  return new Hono<ApiEnv>()
    .get("/contents/:id/answers", async (c) => {
      const app = appNamed(deps.apps, parseQuery(c, appQuerySchema).app_id);
      const content = await getContent(deps, c.req.param("id"), app.id);
      // A draft was checked by its schema before it was stored.
      const edition = fromJson(content.draft, (value) => value as Edition);
      const counts = await countAnswers(db, app.id, content.id);
      return c.json(summaryOf(questionsOf(edition), counts) satisfies AnswersSummary);
    })
    .get("/contents/:id/answers/:question_id", async (c) => {
      const { app_id, after, limit } = parseQuery(c, answersQuerySchema);
      const app = appNamed(deps.apps, app_id);
      const { id: content_id } = await getContent(deps, c.req.param("id"), app.id);
      const question_id = c.req.param("question_id");
      const last = after === undefined ? undefined : lastOf(after);
      const rows = await answersTo(db, { app_id: app.id, content_id, question_id }, last, limit + 1);
      const page = rows.slice(0, limit);
      const chosen =
        page.length === 0
          ? []
          : await optionsOf(
              db,
              page.map(({ run_id }) => run_id),
              question_id,
            );
      const items = page.map((row): GivenAnswer => {
        const { run_id, version, number, text, answered_at } = row;
        const options = chosen.flatMap((each) => (each.run_id === run_id ? (each.option ?? []) : []));
        const answer = number ?? text ?? options;
        return { run_id, version, answer, answered_at: toIso(answered_at), person: presentRunPerson(row) };
      });
      const end = rows.length > limit ? page.at(-1) : undefined;
      const next = end === undefined ? null : writeCursor([end.answered_at, end.run_id]);
      return c.json({ items, next } satisfies AnswersPage);
    });
}

function lastOf(cursor: string): { readonly answered_at: number; readonly run_id: string } {
  const [answered_at, run_id] = readCursor(cursor, placeSchema);
  return { answered_at, run_id };
}
