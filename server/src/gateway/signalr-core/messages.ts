import { limits } from "@fanfare/contract/limits";
import type { AppLimits } from "@fanfare/contract/realtime/app-settings";
import type { Frame } from "../../channels/subscriber.ts";
import type { HubDialect } from "../hub/hub.ts";

/** Client message after the handshake (HubProtocol, "Message types"). */
export type Inbound =
  | {
      readonly kind: "invocation";
      /** Undefined: the client expects no reply. */
      readonly id: string | undefined;
      readonly target: string;
      readonly args: readonly unknown[];
      readonly has_streams: boolean;
      readonly wants_stream: boolean;
    }
  | { readonly kind: "cancel"; readonly id: string }
  | { readonly kind: "ping" }
  | { readonly kind: "close" }
  | { readonly kind: "ack"; readonly sequence: number }
  | { readonly kind: "sequence"; readonly sequence: number }
  /** Items and ends of streams that the server didn't request. Counted and ignored. */
  | { readonly kind: "unwanted" }
  | { readonly kind: "unknown" }
  /** Protocol violation. The connection closes with this message. */
  | { readonly kind: "broken"; readonly message: string };

/** Server message other than the hub's callbacks. Values are JSON text. */
export type Outbound =
  | { readonly kind: "completion"; readonly id: string; readonly value: string | undefined }
  | { readonly kind: "failure"; readonly id: string; readonly error: string }
  | { readonly kind: "item"; readonly id: string; readonly value: string }
  | { readonly kind: "ping" }
  | { readonly kind: "close"; readonly error: string | undefined; readonly allow_reconnect: boolean }
  | { readonly kind: "ack"; readonly sequence: number }
  | { readonly kind: "sequence"; readonly sequence: number };

export const MESSAGE_TYPES = {
  invocation: 1,
  stream_item: 2,
  completion: 3,
  stream_invocation: 4,
  cancel: 5,
  ping: 6,
  close: 7,
  ack: 8,
  sequence: 9,
} as const;

/** `rest`: incomplete message at the end of a chunk, to prepend to the next chunk. */
export interface Parsed<Rest> {
  readonly messages: readonly Inbound[];
  readonly rest: Rest;
}

export type MessageLimits = Pick<AppLimits, "json_depth_max">;

export interface HubProtocol {
  readonly name: "json" | "messagepack";
  readonly binary: boolean;
  readonly dialect: HubDialect;
  encode(message: Outbound): Frame;
  /** Parses the messages in a chunk after the previous remainder. Never throws. */
  parse(rest: Uint8Array, chunk: Uint8Array, allowed?: MessageLimits): Parsed<Uint8Array>;
}

export const protocolError = (message: string): Inbound => ({ kind: "broken", message });

export const TOO_LONG = protocolError(`A message can have at most ${limits.frame_bytes_max} bytes (frame_bytes_max).`);

export interface MessageFields {
  readonly type: unknown;
  readonly id: unknown;
  readonly target: unknown;
  readonly args: unknown;
  readonly streams: unknown;
  readonly sequence: unknown;
}

export function parseMessage(fields: MessageFields): Inbound {
  const { type } = fields;
  switch (type) {
    case MESSAGE_TYPES.invocation:
    case MESSAGE_TYPES.stream_invocation:
      return readInvocation(fields, type === MESSAGE_TYPES.stream_invocation);
    case MESSAGE_TYPES.stream_item:
    case MESSAGE_TYPES.completion:
      return { kind: "unwanted" };
    case MESSAGE_TYPES.cancel:
      return readCancel(fields.id);
    case MESSAGE_TYPES.ping:
      return { kind: "ping" };
    case MESSAGE_TYPES.close:
      return { kind: "close" };
    case MESSAGE_TYPES.ack:
      return readNumbered("ack", fields.sequence);
    case MESSAGE_TYPES.sequence:
      return readNumbered("sequence", fields.sequence);
    default:
      return typeof type === "number" ? { kind: "unknown" } : protocolError("A message has no type.");
  }
}

function readInvocation(fields: MessageFields, wants_stream: boolean): Inbound {
  const id = readId(fields.id);
  if (id === undefined && !isAbsent(fields.id)) return BAD_ID;
  if (id === undefined && wants_stream) return BAD_ID;
  const { target, args } = fields;
  if (typeof target !== "string" || !Array.isArray(args)) {
    return protocolError("An invocation requires a target (text) and arguments (a list).");
  }
  const has_streams = Array.isArray(fields.streams) && fields.streams.length > 0;
  return { kind: "invocation", id, target, args, has_streams, wants_stream };
}

function readCancel(given: unknown): Inbound {
  const id = readId(given);
  return id === undefined ? BAD_ID : { kind: "cancel", id };
}

function readNumbered(kind: "ack" | "sequence", sequence: unknown): Inbound {
  return typeof sequence === "number" && Number.isSafeInteger(sequence) && sequence >= 0
    ? { kind, sequence }
    : protocolError("A sequenceId must be a whole number.");
}

const ID_CHARS_MAX = 128;
const BAD_ID = protocolError(`An invocationId must be text of 1 to ${ID_CHARS_MAX} characters.`);

function readId(id: unknown): string | undefined {
  return typeof id === "string" && id.length > 0 && id.length <= ID_CHARS_MAX ? id : undefined;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
