import type { AlertState } from "@fanfare/contract/events/alert-states";
import type { SearchSchemaInput } from "@tanstack/react-router";
import { readOneOf } from "../../lib/search-params.ts";

/** The first is the default: what needs attention. */
const STATES = ["open", "resolved", "all"] as const satisfies readonly AlertState[];

interface AlertsSearch {
  readonly state: AlertState;
}

export const ALERTS_SEARCH_DEFAULTS: AlertsSearch = { state: "open" };

/** Parses the search parameters. Invalid values become defaults. */
export function readAlertsSearch(address: Partial<AlertsSearch> & SearchSchemaInput): AlertsSearch {
  // The type covers links of the console, not URLs that people type.
  const search: Readonly<Record<string, unknown>> = { ...address };
  return { state: readOneOf(search, "state", STATES) };
}
