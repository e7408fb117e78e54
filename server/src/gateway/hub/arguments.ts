import { type Channel, parseChannel } from "@fanfare/contract/channel";
import { asObject, type JsonObject } from "../../json.ts";
import { failure, type HubFailure } from "./outcome.ts";

/** What a back end has signed: `key:signature`, and the text that it covers beside the channel. */
export interface SignedAuth {
  readonly auth: string;
  readonly channel_data: string | undefined;
}

/** The fields of an argument; none of what is no object. */
export function fieldsOf(value: unknown): JsonObject {
  return asObject(value) ?? {};
}

/** True for what clients send in place of an argument that they leave out. */
export function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null;
}

export function isFailure(value: object): value is HubFailure {
  return "ok" in value && value.ok === false;
}

/** The channel that an argument names. */
export function channelOf(value: unknown, chars_max: number): Channel | HubFailure {
  const channel = typeof value === "string" ? parseChannel(value) : undefined;
  if (channel !== undefined && channel.name.length <= chars_max) return channel;
  return failure(
    "channel_invalid",
    `The first argument must name a channel: letters, digits and _-=@,.; only, at most ${chars_max} (channel_name_chars_max).`,
  );
}

/** `"key:signature"`, or the whole answer of an authorization call; undefined where there is none. */
export function authOf(value: unknown): SignedAuth | undefined | HubFailure {
  if (isAbsent(value)) return undefined;
  if (typeof value === "string") return { auth: value, channel_data: undefined };
  const { auth, channelData, channel_data = channelData } = fieldsOf(value);
  if (typeof auth !== "string" || !(isAbsent(channel_data) || typeof channel_data === "string")) {
    return failure(
      "arguments_invalid",
      'auth must be "key:signature", or what the authorization call answered: auth, and channelData as text.',
    );
  }
  return { auth, channel_data: channel_data ?? undefined };
}
