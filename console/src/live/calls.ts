import type {
  ChannelDetail,
  ChannelsPage,
  ChannelsQuery,
  Pulse,
  SendChannelEventRequest,
  SentChannelEvent,
} from "@fanfare/contract/schema/channel";
import type { LiveUpdate, LiveUpdatesResponse, SendLiveUpdateRequest } from "@fanfare/contract/schema/live-update";
import type { Overview } from "@fanfare/contract/schema/overview";
import type { GroupsPage, GroupsQuery } from "@fanfare/contract/schema/person";
import type { Call } from "../api.ts";
import type { PartAsked } from "../endless.ts";
import { searchOf, segment } from "../query-text.ts";

/** The calls of the live screen. */
export function liveCalls(call: Call) {
  return {
    liveUpdates: (app_id: string, { after, limit = 20 }: PartAsked, signal?: AbortSignal) =>
      call<LiveUpdatesResponse>("GET", `live-updates?${searchOf({ app_id, before: after, limit })}`, { signal }),
    sendLiveUpdate: (body: SendLiveUpdateRequest) => call<LiveUpdate>("POST", "live-updates", { body }),
    channels: (query: ChannelsQuery, signal?: AbortSignal) =>
      call<ChannelsPage>("GET", `channels?${searchOf({ ...query })}`, { signal }),
    channel: (app_id: string, name: string, signal?: AbortSignal) =>
      call<ChannelDetail>("GET", `channels/${segment(name)}?${searchOf({ app_id })}`, { signal }),
    sendChannelEvent: (body: SendChannelEventRequest) => call<SentChannelEvent>("POST", "channel-events", { body }),
    connections: (app_id: string, signal?: AbortSignal) =>
      call<Pulse>("GET", `connections?${searchOf({ app_id })}`, { signal }),
    overview: (app_id: string, signal?: AbortSignal) =>
      call<Overview>("GET", `overview?${searchOf({ app_id })}`, { signal }),
    groups: (query: GroupsQuery, signal?: AbortSignal) =>
      call<GroupsPage>("GET", `groups?${searchOf({ ...query })}`, { signal }),
  };
}
