import { CONTENT_TYPES } from "@fanfare/contract/content/body";
import { limits } from "@fanfare/contract/limits";
import type { SearchSchemaInput } from "@tanstack/react-router";
import { readOneOf, readText } from "../../lib/search-params.ts";
import { GOALS } from "../../model/templates/goals.ts";

const TYPES = ["all", ...CONTENT_TYPES] as const;
const GOAL_FILTERS = ["all", ...GOALS] as const;
export type GoalFilter = (typeof GOAL_FILTERS)[number];

export interface TemplateSearch {
  readonly q: string;
  readonly type: (typeof TYPES)[number];
  readonly goal: GoalFilter;
  /** Theme ID or `built_in`. Empty for the default theme. */
  readonly theme: string;
}
export const TEMPLATE_SEARCH_DEFAULTS: TemplateSearch = { q: "", type: "all", goal: "all", theme: "" };

/** Parses the search parameters. Invalid values become defaults. */
export function readTemplateSearch(address: Partial<TemplateSearch> & SearchSchemaInput): TemplateSearch {
  // The type covers links of the console, not URLs that people type.
  const search: Readonly<Record<string, unknown>> = { ...address };
  return {
    q: readText(search, "q", limits.search_chars_max),
    type: readOneOf(search, "type", TYPES),
    goal: readOneOf(search, "goal", GOAL_FILTERS),
    theme: readText(search, "theme", limits.id_chars_max),
  };
}
