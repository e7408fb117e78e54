import { limits } from "@fanfare/contract/limits";
import { decode, encode } from "@msgpack/msgpack";
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

const ERROR = 1;
const VOID = 2;
const RESULT = 3;
const NO_HEADERS = {};

const DECODING = {
  maxStrLength: limits.frame_bytes_max,
  maxBinLength: limits.frame_bytes_max,
  maxArrayLength: limits.frame_bytes_max,
  maxMapLength: limits.frame_bytes_max,
  maxExtLength: limits.frame_bytes_max,
};

/** Arrays, each prefixed by its length as a varint of up to five bytes (HubProtocol, "MessagePack"). */
export const MESSAGE_PACK_PROTOCOL: HubProtocol = {
  name: "messagepack",
  binary: true,
  dialect: { name: "signalr-messagepack", encode: encodeCallback },
  encode: encodeMessage,
  parse(rest, chunk, { json_depth_max } = limits) {
    const octets = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const messages: Inbound[] = [];
    let from = 0;
    while (from < octets.length) {
      const length = readLength(octets, from);
      if (length === undefined) break;
      if (length === "broken" || length.value > limits.frame_bytes_max) {
        messages.push(TOO_LONG);
        return { messages, rest: new Uint8Array() };
      }
      const end = length.end + length.value;
      if (end > octets.length) break;
      messages.push(readMessage(octets.subarray(length.end, end), json_depth_max));
      from = end;
    }
    return { messages, rest: octets.subarray(from) };
  },
};

const LENGTH_OCTETS_MAX = 5;

/** Varint: seven bits per byte, lowest first; the high bit marks more bytes. Undefined: incomplete. */
function readLength(octets: Uint8Array, from: number): { value: number; end: number } | "broken" | undefined {
  let value = 0;
  for (let index = 0; index < LENGTH_OCTETS_MAX; index++) {
    const octet = octets[from + index];
    if (octet === undefined) return undefined;
    value += (octet & 0x7f) * 2 ** (7 * index);
    if ((octet & 0x80) === 0) return { value, end: from + index + 1 };
  }
  return "broken";
}

function readMessage(octets: Uint8Array, depth_max: number): Inbound {
  let value: unknown;
  try {
    value = decode(octets, DECODING);
  } catch {
    return protocolError("A message isn't MessagePack.");
  }
  if (!Array.isArray(value) || isDeeperThan(value, depth_max)) {
    return protocolError(`A message must be an array of at most ${depth_max} levels (json_depth_max).`);
  }
  // Cast: the elements of an array of unknown shape are unknown.
  const [type, , id, target, args, streams] = value as readonly unknown[];
  return parseMessage({ type, id, target, args: decodeJson(args), streams, sequence: value[1] });
}

/** Channel messages are JSON, so bytes become base64, as in the JSON protocol. */
function decodeJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(decodeJson);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, decodeJson(entry)]));
}

/** Avoids recursion, because the client chooses the depth. */
function isDeeperThan(value: unknown, depth_max: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > depth_max) return true;
    level = level.flatMap((entry) =>
      typeof entry === "object" && entry !== null && !ArrayBuffer.isView(entry) ? Object.values(entry) : [],
    );
  }
  return false;
}

function encodeCallback({ name, args }: HubCallback): Uint8Array<ArrayBuffer> {
  return framed([MESSAGE_TYPES.invocation, NO_HEADERS, null, name, args.map((arg) => JSON.parse(arg) as unknown), []]);
}

function encodeMessage(message: Outbound): Uint8Array<ArrayBuffer> {
  return framed(messageFields(message));
}

function messageFields(message: Outbound): readonly unknown[] {
  switch (message.kind) {
    case "completion":
      return message.value === undefined
        ? [MESSAGE_TYPES.completion, NO_HEADERS, message.id, VOID]
        : [MESSAGE_TYPES.completion, NO_HEADERS, message.id, RESULT, JSON.parse(message.value)];
    case "failure":
      return [MESSAGE_TYPES.completion, NO_HEADERS, message.id, ERROR, message.error];
    case "item":
      return [MESSAGE_TYPES.stream_item, NO_HEADERS, message.id, JSON.parse(message.value)];
    case "ping":
      return [MESSAGE_TYPES.ping];
    case "close":
      return [MESSAGE_TYPES.close, message.error ?? null, message.allow_reconnect];
    case "ack":
      return [MESSAGE_TYPES.ack, message.sequence];
    case "sequence":
      return [MESSAGE_TYPES.sequence, message.sequence];
  }
}

function framed(message: readonly unknown[]): Uint8Array<ArrayBuffer> {
  const body = encode(message);
  const head: number[] = [];
  let length = body.length;
  do {
    head.push((length & 0x7f) | (length > 0x7f ? 0x80 : 0));
    length >>>= 7;
  } while (length > 0);
  const octets = new Uint8Array(head.length + body.length);
  octets.set(head);
  octets.set(body, head.length);
  return octets;
}
