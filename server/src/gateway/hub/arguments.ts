import type { AppLimits } from "@fanfare/contract/realtime/app-settings";
import type { Channel } from "@fanfare/contract/realtime/channel";
import { asObject, type JsonObject } from "../../lib/json.ts";
import { parseChannelName, type SignedAuth } from "../session/entry.ts";
import { failure, type HubFailure } from "./hub-result.ts";

/** The fields of an argument; none if it is not an object. */
export function readFields(value: unknown): JsonObject {
  return asObject(value) ?? {};
}

/** True for the values that clients send for an omitted argument. */
export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

export function isFailure(value: object): value is HubFailure {
  return "ok" in value && value.ok === false;
}

/** The channel that an argument names. */
export function readChannel(value: unknown, allowed: AppLimits): Channel | HubFailure {
  return (
    parseChannelName(value, allowed) ??
    failure(
      "channel_invalid",
      `The first argument must be a channel name of up to ${allowed.channel_name_chars_max} letters, digits, and _-=@,.; characters (channel_name_chars_max).`,
    )
  );
}

/** `"key:signature"`, or the whole response of an authorization call; undefined if omitted. */
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
