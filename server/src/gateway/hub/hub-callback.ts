import { limits } from "@fanfare/contract/limits";
import type { ChannelMessage } from "../../channels/subscriber.ts";
import { parseJson } from "../../lib/json.ts";
import { exceedsDepth } from "../../lib/json-depth.ts";

/** The methods that the hub calls on its clients; both generations compare the names without case. */
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

/** One call of a method of the client. Each argument is JSON text on one line, so that it is written once for all dialects. */
export interface HubCallback {
  readonly name: HubCallbackName;
  readonly args: readonly string[];
}

/** Each lane encodes the same message; its arguments are made for the first of them. */
const callbacks = new WeakMap<ChannelMessage, HubCallback>();

/**
 * A message to a channel as the call to its subscribers.
 *
 * @example
 * toHubCallback("news", { kind: "event", event: "e", data: '{"a":1}' }); // { name: "event", args: ['"news"', '"e"', '{"a":1}', "{}"] }
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
 * The value of an event's `data`, which the Pusher protocol carries as text: JSON becomes its value, and anything else
 * stays text.
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
