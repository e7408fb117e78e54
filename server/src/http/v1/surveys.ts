import { ProblemError } from "@fanfare/contract/problem";
import type { CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";
import type { Context } from "hono";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { anonymousAnswerStatements } from "../../analytics/ingest/survey-answers.ts";
import {
  findLinkedSurvey,
  type LinkedSurvey,
  openAnonymousSurvey,
  openLinkedSurvey,
  sharedSurvey,
  takesResponses,
} from "../../engage/decide/linked-survey.ts";
import type { PublishedContent } from "../../engage/decide/published-content.ts";
import { visitorOf } from "./boot.ts";
import { contextOf, languagesOf } from "./context.ts";
import type { V1Resources } from "./deps.ts";
import type { ClientHandlers } from "./mount-routes.ts";
import { presentDecision } from "./presenters.ts";

type SurveyRoutes = Pick<typeof CLIENT_ROUTES, "POST /v1/surveys/:slug" | "POST /v1/surveys/:slug/responses">;

/** Surveys by link. Answers of people come as events of runs, as from any page. */
export function surveyHandlers(resources: V1Resources): ClientHandlers<SurveyRoutes> {
  return {
    "POST /v1/surveys/:slug": async ({ c, app, params, body: { anonymous_token, time_zone, locale } }) => {
      const page = { context: contextOf(c.req.raw, time_zone, locale), languages: languagesOf(c.req.raw) };
      const content = await findLinkedSurvey(resources, app, params.slug);
      if (content === undefined) throw surveyNotOpen();
      if (isAnonymous(content)) {
        return { anonymous: null, ...present(await openAnonymousSurvey(resources, app, content, page)) };
      }
      const { anonymous, ...visitor } = await visitorOf(c, resources, app, anonymous_token, page.context);
      return { anonymous, ...present(await openLinkedSurvey(resources, app, content, { ...page, ...visitor })) };
    },
    "POST /v1/surveys/:slug/responses": async ({ c, app, params, body }) => {
      const content = await findLinkedSurvey(resources, app, params.slug);
      if (content === undefined || app.paused || !takesResponses(content, resources.clock.now())) throw surveyNotOpen();
      return storeResponse(c, resources, app, content, body);
    },
  };
}

async function storeResponse(
  c: Context,
  resources: V1Resources,
  app: AppRecord,
  { content_id }: PublishedContent,
  response: Parameters<typeof anonymousAnswerStatements>[3],
): Promise<Response> {
  const statements = await anonymousAnswerStatements(resources, app, content_id, response);
  if (statements === undefined) throw surveyNotOpen();
  if (statements.length > 0) await resources.store.write(statements);
  return c.body(null, 204);
}

function isAnonymous({ edition }: PublishedContent): boolean {
  return sharedSurvey(edition)?.anonymous === true;
}

function present(linked: LinkedSurvey | undefined) {
  if (linked === undefined) throw surveyNotOpen();
  if (linked.kind === "completed") return { status: "completed", survey: null } as const;
  const { item, themes } = linked;
  const survey = presentDecision(item);
  return { status: "open", survey, ...(themes === undefined ? {} : { themes }) } as const;
}

function surveyNotOpen(): ProblemError {
  return new ProblemError(
    "survey_not_open",
    "No survey is open at this link. Ask the sender for a new link, or try again later.",
  );
}
