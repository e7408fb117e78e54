import type { SearchSchemaInput } from "@tanstack/react-router";
import { readOneOf, readText } from "../../lib/search-params.ts";

const REALTIME_TABS = ["channels", "events", "send", "connections"] as const;
export type RealtimeTab = (typeof REALTIME_TABS)[number];

/** Messages have a page of their own. The route redirects links to the tab that they had here. */
const TABS = [...REALTIME_TABS, "messages"] as const;

export interface RealtimeSearch {
  readonly tab: (typeof TABS)[number];
  /** Prefix of channel names, or the event filter. */
  readonly q: string;
  readonly channel: string;
  /** Only with the tab of messages: whether the message form is open. */
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
    tab: readOneOf(search, "tab", TABS),
    q: readText(search, "q", 200),
    channel: readText(search, "channel", 200),
    compose: search["compose"] === true,
    before: readText(search, "before", 60),
  };
}
