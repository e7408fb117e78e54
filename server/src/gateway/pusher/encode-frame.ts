import { EVENTS_MISSED, frames } from "@fanfare/contract/realtime/pusher";
import type { ChannelMessage, Roster } from "../../channels/subscriber.ts";
import type { Presences } from "../../channels/watchlists.ts";

/** Encodes a channel message as a Pusher frame, the same for all protocol versions. */
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

/** Omits undefined fields. */
function encodeEvent(channel: string, { event, data, user_id, position }: EventMessage): string {
  return user_id === undefined && position === undefined
    ? frames.channelEvent(channel, event, data)
    : JSON.stringify({ event, channel, data, user_id, position });
}

/**
 * Response to a subscribe command. Includes all members on presence channels, with the subscriber, and the current
 * position on channels with history.
 */
export function encodeSubscribed(channel: string, roster: Roster | undefined, position?: string): string {
  const data = roster === undefined ? "{}" : rosterText(roster);
  return JSON.stringify({ event: "pusher_internal:subscription_succeeded", channel, data, position });
}

/** Events between the two positions are lost, so the client must reload the channel's state. */
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

// user_info is already JSON text, so insert it without parsing.
function memberText(user_id: string, user_info: string): string {
  return `{"user_id":${JSON.stringify(user_id)},"user_info":${user_info}}`;
}

function rosterText(roster: Roster): string {
  const ids = JSON.stringify([...roster.keys()]);
  const hash = Array.from(roster, ([id, { user_info }]) => `${JSON.stringify(id)}:${user_info}`).join(",");
  return `{"presence":{"ids":${ids},"hash":{${hash}},"count":${roster.size}}}`;
}
