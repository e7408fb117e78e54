import type { AppLimits } from "@fanfare/contract/realtime/app-settings";
import { type Channel, parseChannel } from "@fanfare/contract/realtime/channel";
import { truncate } from "../../lib/truncate.ts";
import { CHANNEL_ATTRIBUTES, type ChannelAttribute, parseAttributes } from "./channel-attributes.ts";
import { invalid, type ParseResult } from "./parse-result.ts";

/** Validated event from a backend. `data` is forwarded byte for byte. */
export interface PublishRequest {
  readonly event: string;
  readonly data: string;
  /** Without duplicates. */
  readonly channels: readonly Channel[];
  /** Connection that doesn't get the event. Unknown ones are ignored. */
  readonly except: string | undefined;
  readonly info: readonly ChannelAttribute[];
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Body of `POST /apps/{id}/events` (Pusher HTTP API, "Events"): `name`, `data`, `channels` or `channel`, and optionally
 * `socket_id` and `info`.
 */
export function parsePublishRequest(body: Fields, limits: AppLimits): ParseResult<PublishRequest> {
  const { name, socket_id } = body;
  if (typeof name !== "string" || name === "") return invalid("name is missing. Send the event name as a string.");
  if (name.length > limits.event_name_chars_max) {
    return invalid(
      `The event name has ${name.length} characters, and the limit is ${limits.event_name_chars_max} (event_name_chars_max).`,
    );
  }
  if (name.startsWith("pusher:") || name.startsWith("pusher_internal:")) {
    return invalid("Names that start with pusher: and pusher_internal: are reserved. Use another name.");
  }
  const data = dataText(body["data"]);
  if (data === undefined) return invalid("data is missing. Send a string, usually JSON.");
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

/** Libraries send a string. Other JSON types are stringified, so that no data is lost. */
function dataText(data: unknown): string | undefined {
  return typeof data === "string" ? data : JSON.stringify(data);
}

function channelsOf(value: unknown, limits: AppLimits): ParseResult<readonly Channel[]> {
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (value === undefined || names.length === 0) return invalid("channels is missing. Send an array of channel names.");
  if (names.length > limits.channels_per_publish_max) {
    return invalid(
      `An event can go to at most ${limits.channels_per_publish_max} channels, and this one has ${names.length} (channels_per_publish_max). Split it.`,
    );
  }
  const channels = new Map<string, Channel>();
  for (const name of names) {
    const channel = typeof name === "string" ? parseChannel(name) : undefined;
    if (channel === undefined) return invalid(`Invalid channel name: ${truncate(String(JSON.stringify(name)))}`);
    if (channel.name.length > limits.channel_name_chars_max) {
      return invalid(
        `Channel names can have at most ${limits.channel_name_chars_max} characters (channel_name_chars_max): ${channel.name}`,
      );
    }
    channels.set(channel.name, channel);
  }
  return { outcome: "valid", value: [...channels.values()] };
}
