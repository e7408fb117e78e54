import type { Channel, ChannelKind } from "@fanfare/contract/channel";
import type { AppId } from "@fanfare/contract/ids";
import { Presence } from "./presence.ts";
import type { ChannelMessage, Lane } from "./subscriber.ts";

/** How many subscribers of one lane a room has, and their topic. */
export interface RoomLane {
  readonly lane: Lane;
  readonly topic: string;
  count: number;
}

/** A channel while somebody is on it. Sessions hold on to it as the proof of their subscription. */
export interface Room {
  readonly app_id: AppId;
  readonly channel: Channel;
  readonly lanes: RoomLane[];
  /** On presence channels only. */
  readonly presence: Presence | undefined;
}

export function openRoom(app_id: AppId, channel: Channel): Room {
  return { app_id, channel, lanes: [], presence: hasMembers(channel.kind) ? new Presence() : undefined };
}

export function subscriptionsOf(room: Room): number {
  return room.lanes.reduce((sum, { count }) => sum + count, 0);
}

/** The room's share of a lane, made on first use. */
export function laneOf(room: Room, lane: Lane): RoomLane {
  const known = room.lanes.find((entry) => entry.lane === lane);
  if (known !== undefined) return known;
  // `:` occurs in no app id and in no channel name, so no two channels share a topic.
  const added = { lane, topic: `${room.app_id}:${room.channel.name}:${lane.name}`, count: 0 };
  room.lanes.push(added);
  return added;
}

/** Encodes the message once for each lane that has listeners and hands it on. */
export function say(room: Room, message: ChannelMessage, except: string | undefined): void {
  for (const { lane, topic, count } of room.lanes) {
    if (count > 0) lane.fanOut(topic, lane.encode(room.channel.name, message), except);
  }
}

export function hasMembers(kind: ChannelKind): boolean {
  return kind === "presence" || kind === "presence_cache";
}

/** Whether new subscribers of this kind are told the last event. */
export function hasCache(kind: ChannelKind): boolean {
  return kind === "cache" || kind === "private_cache" || kind === "presence_cache" || kind === "encrypted_cache";
}
