import { frames } from "@fanfare/contract/pusher";
import type { ChannelMessage, Roster } from "../../channels/subscriber.ts";
import type { Presences } from "../../channels/watchlists.ts";

/** A message to a channel as one frame of the Pusher protocol, the same for all its versions. */
export function encodeMessage(channel: string, message: ChannelMessage): string {
  switch (message.kind) {
    case "event":
      return message.user_id === undefined
        ? frames.channelEvent(channel, message.event, message.data)
        : JSON.stringify({ event: message.event, channel, data: message.data, user_id: message.user_id });
    case "member_added":
      return internal(channel, "member_added", memberText(message.user_id, message.user_info));
    case "member_removed":
      return internal(channel, "member_removed", JSON.stringify({ user_id: message.user_id }));
    case "subscription_count":
      return internal(channel, "subscription_count", JSON.stringify({ subscription_count: message.count }));
  }
}

/** Answer to a subscribe; on presence channels it carries everyone who is there, the subscriber among them. */
export function encodeSubscribed(channel: string, roster: Roster | undefined): string {
  return internal(channel, "subscription_succeeded", roster === undefined ? "{}" : rosterText(roster));
}

export function encodeCacheMiss(channel: string): string {
  return JSON.stringify({ event: "pusher:cache_miss", channel, data: "{}" });
}

export function encodeSignedIn(user_data: string): string {
  return JSON.stringify({ event: "pusher:signin_success", data: JSON.stringify({ user_data }) });
}

export function encodeWatchlist({ online, offline }: Presences): string {
  const events = [
    { name: "online", user_ids: online },
    { name: "offline", user_ids: offline },
  ].filter(({ user_ids }) => user_ids.length > 0);
  return JSON.stringify({ event: "pusher_internal:watchlist_events", data: JSON.stringify({ events }) });
}

function internal(channel: string, name: string, data: string): string {
  return JSON.stringify({ event: `pusher_internal:${name}`, channel, data });
}

// user_info is JSON text already: it is put in place, not parsed and written again.
function memberText(user_id: string, user_info: string): string {
  return `{"user_id":${JSON.stringify(user_id)},"user_info":${user_info}}`;
}

function rosterText(roster: Roster): string {
  const ids = JSON.stringify([...roster.keys()]);
  const hash = Array.from(roster, ([id, { user_info }]) => `${JSON.stringify(id)}:${user_info}`).join(",");
  return `{"presence":{"ids":${ids},"hash":{${hash}},"count":${roster.size}}}`;
}
