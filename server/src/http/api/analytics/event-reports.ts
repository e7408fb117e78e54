import { limits } from "@fanfare/contract/limits";
import type { EventFunnelStep } from "@fanfare/contract/schema/analytics/event-funnel";
import type { FunnelPeople } from "@fanfare/contract/schema/responses/analytics/funnel";
import type { EVENT_REPORT_ROUTES } from "@fanfare/contract/schema/routes/analytics/event-reports";
import type { AppRecord } from "../../../accounts/apps/app-directory.ts";
import { findGoal } from "../../../analytics/goals.ts";
import { eventFunnel, eventFunnelCsv, readJourneys } from "../../../analytics/reports/event-funnel.ts";
import { contentRetention, retentionCsv, weeklyCohorts } from "../../../analytics/reports/retention.ts";
import { getContent } from "../../../engage/content/content.ts";
import { fromIso, toIso } from "../../../store/columns.ts";
import { peopleNames } from "../../../store/statements/analytics/event-funnel.ts";
import type { FunnelPeoplePage } from "../../../store/statements/analytics/funnel-people.ts";
import type { Handlers } from "../../routing/handlers.ts";
import type { ApiDeps } from "../guards/deps.ts";
import { csvResponse } from "./csv-response.ts";
import { presentRunPerson } from "./runs.ts";

export function eventReportHandlers(deps: ApiDeps): Handlers<typeof EVENT_REPORT_ROUTES> {
  const reportDeps = () => ({ store: deps.store, now_ms: deps.clock.now() });
  return {
    "POST /api/analytics/event-funnel": async ({ c, body, app }) => {
      const { format, from, to, ...rest } = body;
      const labels = await stepLabels(deps, app, rest.steps);
      const scope = { ...rest, app_id: app.id, from: fromIso(from), to: fromIso(to) };
      const report = await eventFunnel(reportDeps(), scope);
      return format === "json" ? report : csvResponse(c, eventFunnelCsv(report, labels), "event-funnel");
    },
    "POST /api/analytics/event-funnel/people": async ({ body, app }) => {
      const { step, outcome, from, to, ...rest } = body;
      await stepLabels(deps, app, rest.steps);
      const scope = { ...rest, app_id: app.id, from: fromIso(from), to: fromIso(to) };
      const { journeys } = await readJourneys(reportDeps(), scope);
      const meant = journeys
        .filter(({ times }) => (outcome === "reached" ? times.length >= step : times.length === step - 1))
        .map(({ person_id, times }) => ({ person_id, at: times[Math.min(step, times.length) - 1] ?? 0 }))
        .sort((one, other) => other.at - one.at);
      const people = meant.slice(0, limits.event_funnel_people_max);
      return presentPeopleBehind(deps, app, { people, total: meant.length });
    },
    "GET /api/analytics/retention": async ({ c, query, app }) => {
      const { format, from, to, ...rest } = query;
      const { slug } = await getContent(deps, query.content_id, app.id);
      const period = { from: fromIso(from), to: fromIso(to) };
      const report = await contentRetention(reportDeps(), { ...rest, ...period, app_id: app.id });
      if (format === "json") return report;
      return csvResponse(
        c,
        retentionCsv(report.groups.map((row) => ({ name: row.group, ...row }))),
        `${slug}-retention`,
      );
    },
    "GET /api/analytics/cohorts": async ({ c, query, app }) => {
      const { format, from, to, ...rest } = query;
      const period = { from: fromIso(from), to: fromIso(to) };
      const report = await weeklyCohorts(reportDeps(), { ...rest, ...period, app_id: app.id });
      if (format === "json") return report;
      return csvResponse(c, retentionCsv(report.cohorts.map((row) => ({ name: row.day, ...row }))), "cohorts");
    },
  };
}

/** The listed people of a report's number, with their names. */
export async function presentPeopleBehind(
  { store }: Pick<ApiDeps, "store">,
  app: AppRecord,
  { people, total }: FunnelPeoplePage,
): Promise<FunnelPeople> {
  const ids = people.map(({ person_id }) => person_id);
  const names = ids.length === 0 ? [] : await peopleNames(store.db, app.id, ids);
  const name_of = new Map(names.map((row) => [row.person_id, row]));
  return {
    total,
    items: people.flatMap(({ person_id, at }) => {
      const row = name_of.get(person_id);
      return row === undefined ? [] : [{ person: presentRunPerson(row), at: toIso(at) }];
    }),
  };
}

/** @throws ProblemError `content_not_found` or `goal_not_found`. */
function stepLabels(deps: ApiDeps, app: AppRecord, steps: readonly EventFunnelStep[]): Promise<readonly string[]> {
  return Promise.all(
    steps.map(async (step) => {
      switch (step.kind) {
        case "event":
          return step.name;
        case "goal":
          return (await findGoal(deps, app.id, step.goal_id)).name;
        case "content":
          return `${(await getContent(deps, step.content_id, app.id)).name}: ${step.state}`;
      }
    }),
  );
}
