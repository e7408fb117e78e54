import { limits } from "@fanfare/contract/limits";
import { asObject, type JsonObject, parseJson } from "../../lib/json.ts";
import { exceedsDepth } from "../../lib/json-depth.ts";
import { truncate } from "../../lib/truncate.ts";

/**
 * Client command of the Pusher protocol. `invalid` contains the error message for the client, and the channel of a
 * failed subscription.
 */
export type Command =
  | { readonly kind: "ping" }
  | { readonly kind: "pong" }
  | {
      readonly kind: "subscribe";
      readonly channel: string;
      readonly auth: string;
      readonly channel_data: string | undefined;
      /** On channels with history: the last position that the client received. */
      readonly position: string | undefined;
    }
  | { readonly kind: "unsubscribe"; readonly channel: string }
  | { readonly kind: "signin"; readonly auth: string; readonly user_data: string }
  | { readonly kind: "client_event"; readonly event: string; readonly channel: string; readonly data: string }
  | { readonly kind: "invalid"; readonly message: string; readonly channel?: string };

const PING: Command = { kind: "ping" };
const PONG: Command = { kind: "pong" };
/** Exact ping of pusher-js: most of the traffic of an idle server. */
const PING_FRAME = '{"event":"pusher:ping","data":{}}';

const invalid = (message: string) => ({ kind: "invalid", message }) as const;

/**
 * Parses one text frame. Never throws: wrong types, `data` as JSON text instead of an object, deep nesting, and unknown
 * events all have a response.
 */
export function parseCommand(text: string, depth_max: number = limits.json_depth_max): Command {
  if (text === PING_FRAME) return PING;
  if (exceedsDepth(text, depth_max)) {
    return invalid(`Invalid message: nested deeper than ${depth_max} levels (json_depth_max).`);
  }
  const message = asObject(parseJson(text));
  const event = message?.["event"];
  if (message === undefined || typeof event !== "string") {
    return invalid('Invalid message: it must be a JSON object with an "event".');
  }
  switch (event) {
    case "pusher:ping":
      return PING;
    case "pusher:pong":
      return PONG;
    case "pusher:subscribe":
      return readSubscribe(readData(message, depth_max));
    case "pusher:unsubscribe":
      return readUnsubscribe(readData(message, depth_max));
    case "pusher:signin":
      return readSignin(readData(message, depth_max));
    default:
      return event.startsWith("client-") ? readClientEvent(event, message) : invalid(unknownEvent(event));
  }
}

const NO_FIELDS: JsonObject = {};

/** Some clients send the data of commands as JSON text. */
function readData(message: JsonObject, depth_max: number): JsonObject {
  const data = message["data"];
  if (typeof data !== "string") return asObject(data) ?? NO_FIELDS;
  return exceedsDepth(data, depth_max) ? NO_FIELDS : (asObject(parseJson(data)) ?? NO_FIELDS);
}

function readSubscribe(data: JsonObject): Command {
  const { channel, auth, channel_data } = data;
  if (typeof channel !== "string") return invalid("Missing parameter: data.channel");
  if (auth !== undefined && auth !== null && typeof auth !== "string") {
    return { ...invalid("data.auth must be a string."), channel };
  }
  if (channel_data !== undefined && channel_data !== null && typeof channel_data !== "string") {
    const message = "data.channel_data must be a JSON string, because the signature covers its exact bytes.";
    return { ...invalid(message), channel };
  }
  // Fanfare extension. Ignores malformed positions.
  const position = typeof data["position"] === "string" ? data["position"] : undefined;
  return { kind: "subscribe", channel, auth: auth ?? "", channel_data: channel_data ?? undefined, position };
}

function readUnsubscribe(data: JsonObject): Command {
  const { channel } = data;
  return typeof channel === "string" ? { kind: "unsubscribe", channel } : invalid("Missing parameter: data.channel");
}

function readSignin(data: JsonObject): Command {
  const { auth, user_data } = data;
  if (typeof auth !== "string") return invalid("Missing parameter: data.auth");
  if (typeof user_data !== "string") return invalid("Missing parameter: data.user_data");
  return { kind: "signin", auth, user_data };
}

function readClientEvent(event: string, message: JsonObject): Command {
  const { channel, data } = message;
  if (typeof channel !== "string" || data === undefined) {
    return invalid("Invalid client event (must contain channel and data).");
  }
  return { kind: "client_event", event, channel, data: typeof data === "string" ? data : JSON.stringify(data) };
}

function unknownEvent(event: string): string {
  return `Unknown event '${truncate(event)}'. Clients send pusher:subscribe, pusher:unsubscribe, pusher:signin, pusher:ping, pusher:pong, and client-… events.`;
}
