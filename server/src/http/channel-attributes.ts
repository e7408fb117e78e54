import type { Channel } from "@fanfare/contract/channel";
import type { AppId } from "@fanfare/contract/ids";
import type { Channels } from "../channels/channels.ts";
import { hasMembers } from "../channels/room.ts";
import { quotable } from "../quotable.ts";
import { invalid, type Parsed } from "./parsed.ts";

/** What the HTTP API tells about a channel when `info` asks for it. */
export const CHANNEL_ATTRIBUTES = ["user_count", "subscription_count"] as const;
export type ChannelAttribute = (typeof CHANNEL_ATTRIBUTES)[number];

/**
 * The attributes that `info` names, of those that the route knows.
 *
 * @example
 * parseAttributes("user_count,subscription_count", CHANNEL_ATTRIBUTES);
 */
export function parseAttributes<Name extends string>(value: unknown, known: readonly Name[]): Parsed<readonly Name[]> {
  if (value === undefined || value === null || value === "") return { outcome: "valid", value: [] };
  if (typeof value !== "string") return invalid('info must be a string, for example "subscription_count".');
  const attributes: Name[] = [];
  for (const text of value.split(",")) {
    const attribute = known.find((name) => name === text.trim());
    if (attribute === undefined) {
      return invalid(`info names ${JSON.stringify(quotable(text))}; known here are ${known.join(", ")}.`);
    }
    attributes.push(attribute);
  }
  return { outcome: "valid", value: attributes };
}

/** `user_count` is left out where a channel has no members; a channel that nobody is on counts 0. */
export function attributesOf(
  channels: Channels,
  app_id: AppId,
  channel: Channel,
  attributes: readonly ChannelAttribute[],
): Readonly<Partial<Record<ChannelAttribute, number>>> {
  const { subscriptions, users } = channels.counts(app_id, channel.name);
  return {
    ...(attributes.includes("user_count") && hasMembers(channel.kind) ? { user_count: users ?? 0 } : {}),
    ...(attributes.includes("subscription_count") ? { subscription_count: subscriptions } : {}),
  };
}
