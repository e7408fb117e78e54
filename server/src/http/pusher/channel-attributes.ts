import type { AppId } from "@fanfare/contract/lib/ids";
import type { Channel } from "@fanfare/contract/realtime/channel";
import type { Channels } from "../../channels/channels.ts";
import { hasMembers } from "../../channels/occupied-channel.ts";
import { truncate } from "../../lib/truncate.ts";
import { invalid, type ParseResult } from "./parse-result.ts";

export const CHANNEL_ATTRIBUTES = ["user_count", "subscription_count"] as const;
export type ChannelAttribute = (typeof CHANNEL_ATTRIBUTES)[number];

/**
 * Returns the attributes in `info` that the route supports.
 *
 * @example
 * parseAttributes("user_count,subscription_count", CHANNEL_ATTRIBUTES);
 */
export function parseAttributes<Name extends string>(
  value: unknown,
  known: readonly Name[],
): ParseResult<readonly Name[]> {
  if (value === undefined || value === null || value === "") return { outcome: "valid", value: [] };
  if (typeof value !== "string") return invalid('info must be a string, such as "subscription_count".');
  const attributes: Name[] = [];
  for (const text of value.split(",")) {
    const attribute = known.find((name) => name === text.trim());
    if (attribute === undefined) {
      return invalid(`info contains ${JSON.stringify(truncate(text))}. Supported values: ${known.join(", ")}.`);
    }
    attributes.push(attribute);
  }
  return { outcome: "valid", value: attributes };
}

/** Omits `user_count` for channels without members. A channel without subscribers counts 0. */
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
