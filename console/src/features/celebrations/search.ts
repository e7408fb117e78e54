import type { SearchSchemaInput } from "@tanstack/react-router";
import { readOneOf, readText } from "../../lib/search-params.ts";

const CELEBRATION_TABS = ["all", "people", "presets"] as const;
export type CelebrationTab = (typeof CELEBRATION_TABS)[number];

export interface CelebrationsSearch {
  readonly tab: CelebrationTab;
  /** The ID of the celebration whose recipients are listed. */
  readonly of: string;
}

export const CELEBRATIONS_SEARCH_DEFAULTS: CelebrationsSearch = { tab: "all", of: "" };

/** Replaces invalid parameters with their defaults. */
export function readCelebrationsSearch(address: Partial<CelebrationsSearch> & SearchSchemaInput): CelebrationsSearch {
  // The type covers links of the console, not URLs that people type.
  const search: Readonly<Record<string, unknown>> = { ...address };
  return {
    tab: readOneOf(search, "tab", CELEBRATION_TABS),
    of: readText(search, "of", 80),
  };
}
