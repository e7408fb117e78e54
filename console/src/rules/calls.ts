import type { EventNamesResponse } from "@fanfare/contract/schema/analytics";
import type { CapGroupsResponse } from "@fanfare/contract/schema/segment";
import type { Call } from "../api.ts";
import { searchOf } from "../query-text.ts";

/** What rules can ask about, beside people and segments. */
export function ruleCalls(call: Call) {
  return {
    capGroups: (signal?: AbortSignal) => call<CapGroupsResponse>("GET", "cap-groups", { signal }),
    eventNames: (app_id: string, signal?: AbortSignal) =>
      call<EventNamesResponse>("GET", `event-names?${searchOf({ app_id })}`, { signal }),
  };
}
