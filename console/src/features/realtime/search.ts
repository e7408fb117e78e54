import type { SearchSchemaInput } from "@tanstack/react-router";
import { readOneOf, readText } from "../../lib/search-params.ts";

const REALTIME_TABS = ["channels", "events", "send", "connections", "messages"] as const;
export type RealtimeTab = (typeof REALTIME_TABS)[number];

export interface RealtimeSearch {
  readonly tab: RealtimeTab;
  /** Prefix of channel names, or the event filter. */
  readonly q: string;
  readonly channel: string;
  /** Whether the message form is open. */
  readonly compose: boolean;
  /** Cursor of this page of channels. */
  readonly before: string;
}

export const REALTIME_SEARCH_DEFAULTS: RealtimeSearch = {
  tab: "channels",
  q: "",
  channel: "",
  compose: false,
  before: "",
};

/** Parses the search parameters. Invalid values become defaults. */
export function readRealtimeSearch(address: Partial<RealtimeSearch> & SearchSchemaInput): RealtimeSearch {
  // The type covers links of the console, not URLs that people type.
  const search: Readonly<Record<string, unknown>> = { ...address };
  return {
    tab: readOneOf(search, "tab", REALTIME_TABS),
    q: readText(search, "q", 200),
    channel: readText(search, "channel", 200),
    compose: search["compose"] === true,
    before: readText(search, "before", 60),
  };
}
