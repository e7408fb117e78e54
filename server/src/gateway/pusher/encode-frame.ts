import { EVENTS_MISSED, frames } from "@fanfare/contract/realtime/pusher";
import type { ChannelMessage, Roster } from "../../channels/subscriber.ts";
import type { Presences } from "../../channels/watchlists.ts";

/** A message to a channel as one frame of the Pusher protocol, the same for all its versions. */
export function encodeMessage(channel: string, message: ChannelMessage): string {
  switch (message.kind) {
    case "event":
      return encodeEvent(channel, message);
    case "member_added":
      return internal(channel, "member_added", memberText(message.user_id, message.user_info));
    case "member_removed":
      return internal(channel, "member_removed", JSON.stringify({ user_id: message.user_id }));
    case "subscription_count":
      return internal(channel, "subscription_count", JSON.stringify({ subscription_count: message.count }));
  }
}

type EventMessage = Extract<ChannelMessage, { kind: "event" }>;

/** Fields that have no value are left out. */
function encodeEvent(channel: string, { event, data, user_id, position }: EventMessage): string {
  return user_id === undefined && position === undefined
    ? frames.channelEvent(channel, event, data)
    : JSON.stringify({ event, channel, data, user_id, position });
}

/**
 * Answer to a subscribe; on presence channels with all members, the subscriber among them, and on channels with history
 * with the current position.
 */
export function encodeSubscribed(channel: string, roster: Roster | undefined, position?: string): string {
  const data = roster === undefined ? "{}" : rosterText(roster);
  return JSON.stringify({ event: "pusher_internal:subscription_succeeded", channel, data, position });
}

/** Events between the two positions are lost: the client reloads the state of the channel. */
export function encodeMissed(channel: string, from: string, to: string): string {
  return JSON.stringify({ event: EVENTS_MISSED, channel, data: JSON.stringify({ from, to }), position: to });
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
