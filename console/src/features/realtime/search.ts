import type { SearchSchemaInput } from "@tanstack/react-router";
import { readOneOf, readText } from "../../lib/search-params.ts";

const REALTIME_TABS = ["channels", "events", "send", "connections", "messages"] as const;
export type RealtimeTab = (typeof REALTIME_TABS)[number];

/** What the address of the live screen holds. */
export interface RealtimeSearch {
  readonly tab: RealtimeTab;
  /** The beginning of the channels' names, or what events are filtered by. */
  readonly q: string;
  /** The channel that is open. */
  readonly channel: string;
  /** A live update is being written. */
  readonly compose: boolean;
  /** Where this page of channels begins. */
  readonly before: string;
}

export const REALTIME_SEARCH_DEFAULTS: RealtimeSearch = {
  tab: "channels",
  q: "",
  channel: "",
  compose: false,
  before: "",
};

/** Reads an address; whatever is not understood is the default. */
export function readRealtimeSearch(address: Partial<RealtimeSearch> & SearchSchemaInput): RealtimeSearch {
  // What a link of ours may say is typed; what somebody may have typed is not.
  const search: Readonly<Record<string, unknown>> = { ...address };
  return {
    tab: readOneOf(search, "tab", REALTIME_TABS),
    q: readText(search, "q", 200),
    channel: readText(search, "channel", 200),
    compose: search["compose"] === true,
    before: readText(search, "before", 60),
  };
}
