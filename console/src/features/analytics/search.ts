import { FUNNEL_DIMENSIONS, type FunnelDimension } from "@fanfare/contract/events/funnel";
import { limits } from "@fanfare/contract/limits";
import type { EventFunnelStep } from "@fanfare/contract/schema/analytics/event-funnel";
import type { SearchSchemaInput } from "@tanstack/react-router";
import { readOneOf, readText } from "../../lib/search-params.ts";
import { NEW_STEPS, readFunnelSteps } from "./event-funnel/read-funnel-steps.ts";
import { PERIODS, type Period } from "./period.ts";

const TABS = ["content", "experiments", "answers", "goals", "funnels", "retention", "cohorts", "dashboards"] as const;
const UNITS = ["people", "views"] as const;

/** What a funnel counts. */
export type FunnelUnit = (typeof UNITS)[number];

export interface AnalyticsSearch extends Period {
  readonly tab: (typeof TABS)[number];
  /** Content ID. */
  readonly content: string;
  readonly by: FunnelDimension;
  readonly count: FunnelUnit;
  /** Segment ID, for its current people. "" is everyone. */
  readonly segment: string;
  /** Survey question whose individual answers are open. */
  readonly question: string;
  /** Goal whose report is open. */
  readonly goal: string;
  /** Steps of the funnel between events, also incomplete ones. */
  readonly steps: readonly EventFunnelStep[];
  /** Days from its first step to its last. */
  readonly within: number;
  /** Event that makes people active in a week. "" is any. */
  readonly active: string;
  /** Event whose first time puts people in a cohort. "" is when they were first seen. */
  readonly start: string;
  /** Dashboard ID. */
  readonly dashboard: string;
}

export const ANALYTICS_SEARCH_DEFAULTS: AnalyticsSearch = {
  ...{ tab: "content", content: "", days: "30", by: "all", count: "people", segment: "", question: "", goal: "" },
  ...{ from: "", to: "", steps: NEW_STEPS, within: 7, active: "", start: "", dashboard: "" },
};

/** Parses the search parameters. Invalid values become defaults. */
export function readAnalyticsSearch(address: Partial<AnalyticsSearch> & SearchSchemaInput): AnalyticsSearch {
  // The type covers links of the console, not URLs that people type.
  const search: Readonly<Record<string, unknown>> = { ...address };
  const days = readText(search, "days", 6);
  return {
    tab: readOneOf(search, "tab", TABS),
    content: readText(search, "content", 80),
    days: PERIODS.find((period) => period === days) ?? ANALYTICS_SEARCH_DEFAULTS.days,
    from: readText(search, "from", 10),
    to: readText(search, "to", 10),
    by: readOneOf(search, "by", FUNNEL_DIMENSIONS),
    count: readOneOf(search, "count", UNITS),
    segment: readText(search, "segment", 80),
    question: readText(search, "question", 80),
    goal: readText(search, "goal", 80),
    steps: readFunnelSteps(search["steps"]),
    within: typeof search["within"] === "number" ? search["within"] : ANALYTICS_SEARCH_DEFAULTS.within,
    active: readText(search, "active", limits.event_name_chars_max),
    start: readText(search, "start", limits.event_name_chars_max),
    dashboard: readText(search, "dashboard", 80),
  };
}
