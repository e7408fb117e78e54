import type { LiveUpdate, LiveUpdatesResponse, SendLiveUpdateRequest } from "@fanfare/contract/schema/live-update";
import type { GroupsPage, GroupsQuery } from "@fanfare/contract/schema/person";
import type { SegmentsResponse } from "@fanfare/contract/schema/segment";
import type { Call } from "../api.ts";
import { searchOf } from "../query-text.ts";

/** The calls of the live screen. */
export function liveCalls(call: Call) {
  return {
    liveUpdates: (app_id: string, before: string | undefined, signal?: AbortSignal) =>
      call<LiveUpdatesResponse>("GET", `live-updates?${searchOf({ app_id, before, limit: 20 })}`, { signal }),
    sendLiveUpdate: (body: SendLiveUpdateRequest) => call<LiveUpdate>("POST", "live-updates", { body }),
    groups: (query: GroupsQuery, signal?: AbortSignal) =>
      call<GroupsPage>("GET", `groups?${searchOf({ ...query })}`, { signal }),
    segments: (signal?: AbortSignal) => call<SegmentsResponse>("GET", "segments", { signal }),
  };
}
