import type { SearchSchemaInput } from "@tanstack/react-router";
import { oneOf, textIn } from "../search-text.ts";

const LIVE_TABS = ["channels", "events", "send", "connections", "messages"] as const;
export type LiveTab = (typeof LIVE_TABS)[number];

/** What the address of the live screen holds. */
export interface LiveSearch {
  readonly tab: LiveTab;
  /** The beginning of the channels' names, or what events are filtered by. */
  readonly q: string;
  /** The channel that is open. */
  readonly channel: string;
  /** A live update is being written. */
  readonly compose: boolean;
  /** Where this page of channels begins. */
  readonly before: string;
}

export const LIVE_SEARCH_DEFAULTS: LiveSearch = { tab: "channels", q: "", channel: "", compose: false, before: "" };

/** Reads an address; whatever is not understood is the default. */
export function readLiveSearch(address: Partial<LiveSearch> & SearchSchemaInput): LiveSearch {
  // What a link of ours may say is typed; what somebody may have typed is not.
  const search: Readonly<Record<string, unknown>> = { ...address };
  return {
    tab: oneOf(search, "tab", LIVE_TABS),
    q: textIn(search, "q", 200),
    channel: textIn(search, "channel", 200),
    compose: search["compose"] === true,
    before: textIn(search, "before", 60),
  };
}
