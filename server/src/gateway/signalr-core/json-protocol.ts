import { limits } from "@fanfare/contract/limits";
import { asObject, type JsonObject, parseJson } from "../../json.ts";
import { exceedsDepth } from "../../json-depth.ts";
import type { HubCallback } from "../hub/callback.ts";
import { broken, type HubProtocol, type Inbound, type Outbound, readMessageOf, TOO_LONG, TYPES } from "./messages.ts";

/** Ends every message of the JSON protocol, and the handshake of both. */
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
    // It is not text; there is nothing more to know about it.
    return undefined;
  }
}

function readText(text: string | undefined, depth_max: number): Inbound {
  if (text === undefined) return broken("A message is not UTF-8 text.");
  if (exceedsDepth(text, depth_max)) {
    return broken(`A message is nested deeper than ${depth_max} levels (json_depth_max).`);
  }
  const value = parseJson(text);
  if (value === undefined) return broken("A message is not JSON.");
  const fields = asObject(value);
  return fields === undefined ? broken("A message is no JSON object.") : readFields(fields);
}

function readFields(fields: JsonObject): Inbound {
  const { type, invocationId: id, target, arguments: args, streamIds: streams, sequenceId: sequence } = fields;
  return readMessageOf({ type, id, target, args, streams, sequence });
}

function encodeCallback({ name, args }: HubCallback): string {
  return `{"type":${TYPES.invocation},"target":"${name}","arguments":[${args.join(",")}]}${RECORD_SEPARATOR}`;
}

function encodeMessage(message: Outbound): string {
  return bodyOf(message) + RECORD_SEPARATOR;
}

function bodyOf(message: Outbound): string {
  switch (message.kind) {
    case "completion": {
      const result = message.value === undefined ? "" : `,"result":${message.value}`;
      return `{"type":${TYPES.completion},"invocationId":${JSON.stringify(message.id)}${result}}`;
    }
    case "failure":
      return JSON.stringify({ type: TYPES.completion, invocationId: message.id, error: message.error });
    case "item":
      return `{"type":${TYPES.stream_item},"invocationId":${JSON.stringify(message.id)},"item":${message.value}}`;
    case "ping":
      return `{"type":${TYPES.ping}}`;
    case "close":
      return JSON.stringify({ type: TYPES.close, error: message.error, allowReconnect: message.allow_reconnect });
    case "ack":
      return `{"type":${TYPES.ack},"sequenceId":${message.sequence}}`;
    case "sequence":
      return `{"type":${TYPES.sequence},"sequenceId":${message.sequence}}`;
  }
}
