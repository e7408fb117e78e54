import type { SearchSchemaInput } from "@tanstack/react-router";
import { readOneOf } from "../../lib/search-params.ts";

/** Color scheme that is previewed and edited. The `more` schemes (more contrast) are computed. */
const SCHEMES = ["light", "dark", "more_light", "more_dark"] as const;
export type ThemeScheme = (typeof SCHEMES)[number];

export const SAMPLES = ["tour", "modal", "banner", "checklist"] as const;
export type SampleName = (typeof SAMPLES)[number];

export interface ThemeSearch {
  readonly light: ThemeScheme;
  readonly sample: SampleName;
}
export const THEME_SEARCH_DEFAULTS: ThemeSearch = { light: "light", sample: "tour" };

/** Parses the search parameters. Invalid values become defaults. */
export function readThemeSearch(address: Partial<ThemeSearch> & SearchSchemaInput): ThemeSearch {
  // The type covers links of the console, not URLs that people type.
  const search: Readonly<Record<string, unknown>> = { ...address };
  return { light: readOneOf(search, "light", SCHEMES), sample: readOneOf(search, "sample", SAMPLES) };
}
