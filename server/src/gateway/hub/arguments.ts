import type { AppLimits } from "@fanfare/contract/realtime/app-settings";
import type { Channel } from "@fanfare/contract/realtime/channel";
import { asObject, type JsonObject } from "../../lib/json.ts";
import { parseChannelName, type SignedAuth } from "../session/entry.ts";
import { failure, type HubFailure } from "./hub-result.ts";

/** Fields of an argument. Empty if it isn't an object. */
export function readFields(value: unknown): JsonObject {
  return asObject(value) ?? {};
}

/** Matches the values that clients send for an omitted argument. */
export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

export function isFailure(value: object): value is HubFailure {
  return "ok" in value && value.ok === false;
}

export function readChannel(value: unknown, allowed: AppLimits): Channel | HubFailure {
  return (
    parseChannelName(value, allowed) ??
    failure(
      "channel_invalid",
      `The first argument must be a channel name of up to ${allowed.channel_name_chars_max} letters, digits, and _-=@,.; characters (channel_name_chars_max).`,
    )
  );
}

/** `"key:signature"`, or the complete response of an authorization call. Undefined if omitted. */
export function readAuth(value: unknown): SignedAuth | undefined | HubFailure {
  if (isAbsent(value)) return undefined;
  if (typeof value === "string") return { auth: value, channel_data: undefined };
  const { auth, channelData, channel_data = channelData } = readFields(value);
  if (typeof auth !== "string" || !(isAbsent(channel_data) || typeof channel_data === "string")) {
    return failure(
      "arguments_invalid",
      'auth must be "key:signature" or the response of the authorization call: auth, and channelData as text.',
    );
  }
  return { auth, channel_data: channel_data ?? undefined };
}
