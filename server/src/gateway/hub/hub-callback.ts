import { limits } from "@fanfare/contract/limits";
import type { ChannelMessage } from "../../channels/subscriber.ts";
import { parseJson } from "../../lib/json.ts";
import { exceedsDepth } from "../../lib/json-depth.ts";

/** Methods that the hub calls on its clients. Both SignalR generations compare names case-insensitively. */
export type HubCallbackName =
  | "event"
  | "subscribed"
  | "unsubscribed"
  | "memberAdded"
  | "memberRemoved"
  | "subscriptionCount"
  | "reset"
  | "signedIn"
  | "signedOut"
  | "watchlist"
  | "serverError";

/** Call of a client method. Each argument is JSON text on one line, so that it's serialized once for all dialects. */
export interface HubCallback {
  readonly name: HubCallbackName;
  readonly args: readonly string[];
}

/** Each lane encodes the same message. The first one builds its arguments, and the others reuse them. */
const callbacks = new WeakMap<ChannelMessage, HubCallback>();

/**
 * Converts a channel message to a call of its subscribers.
 *
 * @example
 * toHubCallback("news", { kind: "event", event: "e", data: '{"a":1}' });
 * // { name: "event", args: ['"news"', '"e"', '{"a":1}', "{}"] }
 */
export function toHubCallback(channel: string, message: ChannelMessage): HubCallback {
  const known = callbacks.get(message);
  if (known !== undefined) return known;
  const callback = write(JSON.stringify(channel), message);
  callbacks.set(message, callback);
  return callback;
}

function write(channel: string, message: ChannelMessage): HubCallback {
  switch (message.kind) {
    case "event": {
      const meta = JSON.stringify({ position: message.position, userId: message.user_id });
      return { name: "event", args: [channel, JSON.stringify(message.event), dataText(message.data), meta] };
    }
    case "member_added":
      return { name: "memberAdded", args: [channel, memberText(message.user_id, message.user_info)] };
    case "member_removed":
      return { name: "memberRemoved", args: [channel, JSON.stringify({ id: message.user_id })] };
    case "subscription_count":
      return { name: "subscriptionCount", args: [channel, String(message.count)] };
  }
}

/**
 * Converts an event's `data`, which is text in the Pusher protocol, to JSON. JSON text stays as is, and other text
 * becomes a JSON string.
 *
 * @example
 * dataText('{ "a": 1 }'); // '{"a":1}'
 * dataText("hello"); // '"hello"'
 */
export function dataText(data: string): string {
  if (exceedsDepth(data, limits.json_depth_max)) return JSON.stringify(data);
  const value = parseJson(data);
  return JSON.stringify(value === undefined ? data : value);
}

function memberText(user_id: string, user_info: string): string {
  return `{"id":${JSON.stringify(user_id)},"info":${user_info}}`;
}
