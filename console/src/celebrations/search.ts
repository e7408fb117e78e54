import type { SearchSchemaInput } from "@tanstack/react-router";
import { oneOf, textIn } from "../search-text.ts";

const CELEBRATION_TABS = ["all", "people", "presets"] as const;
export type CelebrationTab = (typeof CELEBRATION_TABS)[number];

/** What the address of the celebrations screen holds. */
export interface CelebrationsSearch {
  readonly tab: CelebrationTab;
  /** Whose people are listed: the id of a celebration. */
  readonly of: string;
}

export const CELEBRATIONS_SEARCH_DEFAULTS: CelebrationsSearch = { tab: "all", of: "" };

/** Reads an address; whatever is not understood is the default. */
export function readCelebrationsSearch(address: Partial<CelebrationsSearch> & SearchSchemaInput): CelebrationsSearch {
  // What a link of ours may say is typed; what somebody may have typed is not.
  const search: Readonly<Record<string, unknown>> = { ...address };
  return {
    tab: oneOf(search, "tab", CELEBRATION_TABS),
    of: textIn(search, "of", 80),
  };
}
