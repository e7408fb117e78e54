import { ProblemError } from "@fanfare/contract/problem";
import type { CLIENT_ROUTES } from "@fanfare/contract/schema/routes/client";
import { openLinkedSurvey } from "../../engage/decide/linked-survey.ts";
import { visitorOf } from "./boot.ts";
import { contextOf, languagesOf } from "./context.ts";
import type { V1Resources } from "./deps.ts";
import type { ClientHandlers } from "./mount-routes.ts";
import { presentDecision } from "./presenters.ts";

/** Surveys by link. Their answers come as events of runs, as from any page. */
export function surveyHandlers(
  resources: V1Resources,
): ClientHandlers<Pick<typeof CLIENT_ROUTES, "POST /v1/surveys/:slug">> {
  return {
    "POST /v1/surveys/:slug": async ({ c, app, params, body: { anonymous_token, time_zone, locale } }) => {
      const context = contextOf(c.req.raw, time_zone, locale);
      const { anonymous, ...visitor } = await visitorOf(c, resources, app, anonymous_token, context);
      const visit = { ...visitor, context, languages: languagesOf(c.req.raw) };
      const linked = await openLinkedSurvey(resources, app, params.slug, visit);
      if (linked === undefined) {
        throw new ProblemError(
          "survey_not_open",
          "No survey is open at this link. Ask the sender for a new link, or try again later.",
        );
      }
      if (linked.kind === "completed") return { status: "completed", survey: null, anonymous };
      const { item, themes } = linked;
      return { status: "open", survey: presentDecision(item), anonymous, ...(themes === undefined ? {} : { themes }) };
    },
  };
}
