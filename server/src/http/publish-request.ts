import type { AppLimits } from "@fanfare/contract/app-settings";
import { type Channel, parseChannel } from "@fanfare/contract/channel";
import { quotable } from "../quotable.ts";
import { CHANNEL_ATTRIBUTES, type ChannelAttribute, parseAttributes } from "./channel-attributes.ts";
import { invalid, type Parsed } from "./parsed.ts";

/** One event that a back end publishes, checked. `data` is what subscribers get, byte for byte. */
export interface PublishRequest {
  readonly event: string;
  readonly data: string;
  /** Each once. */
  readonly channels: readonly Channel[];
  /** The connection that need not hear it. One that is not here is no error. */
  readonly except: string | undefined;
  readonly info: readonly ChannelAttribute[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Body of `POST /apps/{id}/events` (Pusher HTTP API, "Events"): `name`, `data`, `channels` or `channel`, and optionally
 * `socket_id` and `info`.
 */
export function parsePublishRequest(body: Fields, limits: AppLimits): Parsed<PublishRequest> {
  const { name, socket_id } = body;
  if (typeof name !== "string" || name === "") return invalid("name is missing: the name of the event, a string.");
  if (name.length > limits.event_name_chars_max) {
    return invalid(
      `The name of this event has ${name.length} characters; ${limits.event_name_chars_max} are allowed (event_name_chars_max).`,
    );
  }
  if (name.startsWith("pusher:") || name.startsWith("pusher_internal:")) {
    return invalid("Names that start with pusher: and pusher_internal: belong to the protocol. Choose another.");
  }
  const data = dataText(body["data"]);
  if (data === undefined) return invalid("data is missing: a string, usually of JSON.");
  const data_bytes = Buffer.byteLength(data);
  if (data_bytes > limits.event_data_bytes_max) {
    return invalid(
      `The data content of this event exceeds the allowed maximum (${limits.event_data_bytes_max} bytes): it has ${data_bytes} (event_data_bytes_max).`,
      413,
    );
  }
  const channels = channelsOf(body["channels"] ?? body["channel"], limits);
  if (channels.outcome === "invalid") return channels;
  const info = parseAttributes(body["info"], CHANNEL_ATTRIBUTES);
  if (info.outcome === "invalid") return info;
  const except = typeof socket_id === "string" && socket_id !== "" ? socket_id : undefined;
  return { outcome: "valid", value: { event: name, data, channels: channels.value, except, info: info.value } };
}

/** Libraries send a string; JSON of another type is written as text, so that no caller loses data. */
function dataText(data: unknown): string | undefined {
  return typeof data === "string" ? data : JSON.stringify(data);
}

function channelsOf(value: unknown, limits: AppLimits): Parsed<readonly Channel[]> {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (value === undefined || names.length === 0) return invalid("channels is missing: an array of channel names.");
  if (names.length > limits.channels_per_publish_max) {
    return invalid(
      `An event goes to ${limits.channels_per_publish_max} channels at most; this one names ${names.length} (channels_per_publish_max). Split it.`,
    );
  }
  const channels = new Map<string, Channel>();
  for (const name of names) {
    const channel = typeof name === "string" ? parseChannel(name) : undefined;
    if (channel === undefined) return invalid(`Invalid channel name: ${quotable(String(JSON.stringify(name)))}`);
    if (channel.name.length > limits.channel_name_chars_max) {
      return invalid(
        `A channel name has ${limits.channel_name_chars_max} characters at most (channel_name_chars_max): ${channel.name}`,
      );
    }
    channels.set(channel.name, channel);
  }
  return { outcome: "valid", value: [...channels.values()] };
}
