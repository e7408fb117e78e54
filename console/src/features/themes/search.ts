import type { SearchSchemaInput } from "@tanstack/react-router";
import { readOneOf } from "../../lib/search-params.ts";

/** In which light the preview stands, and whose colours are edited: those of `more` are worked out. */
const SCHEMES = ["light", "dark", "more_light", "more_dark"] as const;
export type ThemeScheme = (typeof SCHEMES)[number];

export const SAMPLES = ["tour", "modal", "banner", "checklist"] as const;
export type SampleName = (typeof SAMPLES)[number];

/** What the address of a theme holds. */
export interface ThemeSearch {
  readonly light: ThemeScheme;
  readonly sample: SampleName;
}
export const THEME_SEARCH_DEFAULTS: ThemeSearch = { light: "light", sample: "tour" };

/** Reads an address; whatever is not understood is the default. */
export function readThemeSearch(address: Partial<ThemeSearch> & SearchSchemaInput): ThemeSearch {
  // What a link of ours may say is typed; what somebody may have typed is not.
  const search: Readonly<Record<string, unknown>> = { ...address };
  return { light: readOneOf(search, "light", SCHEMES), sample: readOneOf(search, "sample", SAMPLES) };
}
