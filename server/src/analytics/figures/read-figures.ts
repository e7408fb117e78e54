import type { AppId } from "@fanfare/contract/lib/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { EmailLanguage } from "@fanfare/contract/schema/accounts/notifications";
import type { DashboardChart } from "@fanfare/contract/schema/analytics/dashboard";
import type { EventFunnelStep } from "@fanfare/contract/schema/analytics/event-funnel";
import { getContent } from "../../engage/content/content.ts";
import { findGoal } from "../goals.ts";
import { eventFunnel } from "../reports/event-funnel.ts";
import type { ReportDeps } from "../reports/first-times.ts";
import { contentFunnel } from "../reports/funnel.ts";
import { goalReport } from "../reports/goal-report.ts";
import { contentRetention, weeklyCohorts } from "../reports/retention.ts";
import type { Figure } from "./figure.ts";
import { cohortFigure, contentFigure, funnelFigure, goalFigure, retentionFigure } from "./figures.ts";
import { FIGURE_WORDINGS, type FigureWording } from "./wording.ts";

export interface FigurePeriod {
  /** Whole UTC days. `to` isn't part of it. */
  readonly from: number;
  readonly to: number;
}

interface FigureScope extends FigurePeriod {
  readonly app_id: AppId;
  readonly language: EmailLanguage;
}

/** The last days up to and including today (UTC). */
export function lastDays(now_ms: number, days: number): FigurePeriod {
  const to = now_ms - (now_ms % DAY_MS) + DAY_MS;
  return { from: to - days * DAY_MS, to };
}

/** Full days (UTC) before a time. */
export function fullDays(before_ms: number, days: number): FigurePeriod {
  const to = before_ms - (before_ms % DAY_MS);
  return { from: to - days * DAY_MS, to };
}

/** The charts' reports, one after the other, so that a dashboard never takes the database from others. */
export async function readFigures(
  deps: ReportDeps,
  charts: readonly DashboardChart[],
  scope: FigureScope,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const chart of charts) figures.push(await readFigure(deps, chart, scope));
  return figures;
}

const GONE: ReadonlySet<string> = new Set(["content_not_found", "goal_not_found", "segment_not_found"]);

async function readFigure(deps: ReportDeps, chart: DashboardChart, scope: FigureScope): Promise<Figure> {
  const words = FIGURE_WORDINGS[scope.language];
  try {
    const figure = await reportFigure(deps, chart, scope, words);
    const of_segment = "segment_id" in chart && chart.segment_id !== undefined;
    return of_segment ? { ...figure, sentences: [...figure.sentences, words.of_segment] } : figure;
  } catch (error) {
    if (!(error instanceof ProblemError) || !GONE.has(error.code)) throw error;
    return { title: chart.title, sentences: [words.unavailable], tables: [] };
  }
}

async function reportFigure(
  deps: ReportDeps,
  chart: DashboardChart,
  { app_id, from, to }: FigureScope,
  words: FigureWording,
): Promise<Figure> {
  const range = { app_id, from, to };
  const { title } = chart;
  switch (chart.kind) {
    case "content": {
      const { content_id, segment_id } = chart;
      await getContent(deps, content_id, app_id);
      const { trend } = await contentFunnel(deps, { ...range, content_id, by: "all" }, segment_id);
      return contentFigure(title, trend, words);
    }
    case "goal":
      return goalFigure(title, await goalReport(deps, { ...range, goal_id: chart.goal_id }), words);
    case "funnel": {
      const { steps, within_days, segment_id } = chart;
      const names = await stepNames(deps, app_id, steps, words);
      return funnelFigure(title, await eventFunnel(deps, { ...range, steps, within_days, segment_id }), {
        ...{ names, within_days, words },
      });
    }
    case "retention": {
      const { content_id, active_event, segment_id } = chart;
      await getContent(deps, content_id, app_id);
      const report = await contentRetention(deps, { ...range, content_id, active_event, segment_id });
      return retentionFigure(title, report, words);
    }
    case "cohorts": {
      const { active_event, start_event, segment_id } = chart;
      return cohortFigure(title, await weeklyCohorts(deps, { ...range, active_event, start_event, segment_id }), words);
    }
  }
}

/** @throws ProblemError `content_not_found` or `goal_not_found`. */
function stepNames(
  deps: ReportDeps,
  app_id: AppId,
  steps: readonly EventFunnelStep[],
  { states }: FigureWording,
): Promise<readonly string[]> {
  return Promise.all(
    steps.map(async (step) => {
      switch (step.kind) {
        case "event":
          return step.name;
        case "goal":
          return (await findGoal(deps, app_id, step.goal_id)).name;
        case "content":
          return `${(await getContent(deps, step.content_id, app_id)).name}: ${states[step.state]}`;
      }
    }),
  );
}
