import { limits } from "@fanfare/contract/limits";
import { asObject, type JsonObject, parseJson } from "../../lib/json.ts";
import { exceedsDepth } from "../../lib/json-depth.ts";
import type { HubCallback } from "../hub/hub-callback.ts";
import {
  type HubProtocol,
  type Inbound,
  MESSAGE_TYPES,
  type Outbound,
  parseMessage,
  protocolError,
  TOO_LONG,
} from "./messages.ts";

/** Terminates each message of the JSON protocol, and the handshake of both protocols. */
export const RECORD_SEPARATOR = "\u001e";
const RECORD_SEPARATOR_BYTE = 0x1e;

export const JSON_PROTOCOL: HubProtocol = {
  name: "json",
  binary: false,
  dialect: { name: "signalr-json", encode: encodeCallback },
  encode: encodeMessage,
  parse(rest, chunk, { json_depth_max } = limits) {
    const octets = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const messages: Inbound[] = [];
    let from = 0;
    for (let end = octets.indexOf(RECORD_SEPARATOR_BYTE); end >= 0; end = octets.indexOf(RECORD_SEPARATOR_BYTE, from)) {
      messages.push(
        end - from > limits.frame_bytes_max ? TOO_LONG : readText(textOf(octets.subarray(from, end)), json_depth_max),
      );
      from = end + 1;
    }
    const left = octets.subarray(from);
    if (left.length > limits.frame_bytes_max) messages.push(TOO_LONG);
    return { messages, rest: left };
  },
};

function textOf(octets: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(octets);
  } catch {
    // Invalid UTF-8, reported by the caller.
    return undefined;
  }
}

function readText(text: string | undefined, depth_max: number): Inbound {
  if (text === undefined) return protocolError("A message isn't UTF-8 text.");
  if (exceedsDepth(text, depth_max)) {
    return protocolError(`A message is nested deeper than ${depth_max} levels (json_depth_max).`);
  }
  const value = parseJson(text);
  if (value === undefined) return protocolError("A message isn't JSON.");
  const fields = asObject(value);
  return fields === undefined ? protocolError("A message isn't a JSON object.") : readFields(fields);
}

function readFields(fields: JsonObject): Inbound {
  const { type, invocationId: id, target, arguments: args, streamIds: streams, sequenceId: sequence } = fields;
  return parseMessage({ type, id, target, args, streams, sequence });
}

function encodeCallback({ name, args }: HubCallback): string {
  return `{"type":${MESSAGE_TYPES.invocation},"target":"${name}","arguments":[${args.join(",")}]}${RECORD_SEPARATOR}`;
}

function encodeMessage(message: Outbound): string {
  return bodyOf(message) + RECORD_SEPARATOR;
}

function bodyOf(message: Outbound): string {
  switch (message.kind) {
    case "completion": {
      const result = message.value === undefined ? "" : `,"result":${message.value}`;
      return `{"type":${MESSAGE_TYPES.completion},"invocationId":${JSON.stringify(message.id)}${result}}`;
    }
    case "failure":
      return JSON.stringify({ type: MESSAGE_TYPES.completion, invocationId: message.id, error: message.error });
    case "item":
      return `{"type":${MESSAGE_TYPES.stream_item},"invocationId":${JSON.stringify(message.id)},"item":${message.value}}`;
    case "ping":
      return `{"type":${MESSAGE_TYPES.ping}}`;
    case "close":
      return JSON.stringify({
        type: MESSAGE_TYPES.close,
        error: message.error,
        allowReconnect: message.allow_reconnect,
      });
    case "ack":
      return `{"type":${MESSAGE_TYPES.ack},"sequenceId":${message.sequence}}`;
    case "sequence":
      return `{"type":${MESSAGE_TYPES.sequence},"sequenceId":${message.sequence}}`;
  }
}
