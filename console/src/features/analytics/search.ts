import { FUNNEL_DIMENSIONS, type FunnelDimension } from "@fanfare/contract/events/funnel";
import type { SearchSchemaInput } from "@tanstack/react-router";
import { readOneOf, readText } from "../../lib/search-params.ts";

const TABS = ["content", "experiments", "answers", "goals"] as const;
const RANGES = ["7", "30", "90", "365"] as const;

/** What the address of the analytics holds. */
export interface AnalyticsSearch {
  readonly tab: (typeof TABS)[number];
  /** Id of a content. */
  readonly content: string;
  /** The last so many days. */
  readonly days: (typeof RANGES)[number];
  readonly by: FunnelDimension;
  /** Id of a segment, for the people who are in it now; "" is everybody. */
  readonly segment: string;
  /** The question of a survey whose answers stand one by one. */
  readonly question: string;
}

export const ANALYTICS_SEARCH_DEFAULTS: AnalyticsSearch = {
  ...{ tab: "content", content: "", days: "30", by: "all", segment: "", question: "" },
};

/** Reads an address; whatever is not understood is the default. */
export function readAnalyticsSearch(address: Partial<AnalyticsSearch> & SearchSchemaInput): AnalyticsSearch {
  // What a link of ours may say is typed; what somebody may have typed is not.
  const search: Readonly<Record<string, unknown>> = { ...address };
  const days = readText(search, "days", 3);
  return {
    tab: readOneOf(search, "tab", TABS),
    content: readText(search, "content", 80),
    days: RANGES.find((range) => range === days) ?? ANALYTICS_SEARCH_DEFAULTS.days,
    by: readOneOf(search, "by", FUNNEL_DIMENSIONS),
    segment: readText(search, "segment", 80),
    question: readText(search, "question", 80),
  };
}
