import type { AppLimits } from "@fanfare/contract/app-settings";
import { limits } from "@fanfare/contract/limits";
import type { Frame } from "../../channels/subscriber.ts";
import type { HubDialect } from "../hub/hub.ts";

/** What a client may say once the handshake is done (HubProtocol, "Message types"). */
export type Inbound =
  | {
      readonly kind: "invocation";
      /** Without an id the client wants no answer. */
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
  /** Items and ends of streams that the server did not ask for. They are counted, and mean nothing. */
  | { readonly kind: "unwanted" }
  /** A kind of message that is not known here. */
  | { readonly kind: "unknown" }
  /** What breaks the protocol: the connection ends with this sentence. */
  | { readonly kind: "broken"; readonly message: string };

/** What the server says beside the callbacks of the hub. Values are JSON text. */
export type Outbound =
  | { readonly kind: "completion"; readonly id: string; readonly value: string | undefined }
  | { readonly kind: "failure"; readonly id: string; readonly error: string }
  | { readonly kind: "item"; readonly id: string; readonly value: string }
  | { readonly kind: "ping" }
  | { readonly kind: "close"; readonly error: string | undefined; readonly allow_reconnect: boolean }
  | { readonly kind: "ack"; readonly sequence: number }
  | { readonly kind: "sequence"; readonly sequence: number };

/** Type numbers on the wire. */
export const TYPES = {
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

/** What is left of a chunk that ends in the middle of a message goes before the next chunk. */
export interface Parsed<Rest> {
  readonly messages: readonly Inbound[];
  readonly rest: Rest;
}

export type MessageLimits = Pick<AppLimits, "json_depth_max">;

/** A way to write messages: JSON or MessagePack. */
export interface HubProtocol {
  readonly name: "json" | "messagepack";
  /** Whether its frames are octets. */
  readonly binary: boolean;
  /** The callbacks of the hub in this protocol. */
  readonly dialect: HubDialect;
  encode(message: Outbound): Frame;
  /** Takes the messages out of what arrived, behind what was left before. Never throws. */
  parse(rest: Uint8Array, chunk: Uint8Array, allowed?: MessageLimits): Parsed<Uint8Array>;
}

export const broken = (message: string): Inbound => ({ kind: "broken", message });

export const TOO_LONG = broken(`A message may have ${limits.frame_bytes_max} bytes (frame_bytes_max).`);

/** The fields of a message, wherever its protocol writes them. */
export interface MessageFields {
  readonly type: unknown;
  readonly id: unknown;
  readonly target: unknown;
  readonly args: unknown;
  readonly streams: unknown;
  readonly sequence: unknown;
}

/** What a message means, once its fields are at hand. */
export function readMessageOf(fields: MessageFields): Inbound {
  const { type } = fields;
  switch (type) {
    case TYPES.invocation:
    case TYPES.stream_invocation:
      return readInvocation(fields, type === TYPES.stream_invocation);
    case TYPES.stream_item:
    case TYPES.completion:
      return { kind: "unwanted" };
    case TYPES.cancel:
      return readCancel(fields.id);
    case TYPES.ping:
      return { kind: "ping" };
    case TYPES.close:
      return { kind: "close" };
    case TYPES.ack:
      return readNumbered("ack", fields.sequence);
    case TYPES.sequence:
      return readNumbered("sequence", fields.sequence);
    default:
      return typeof type === "number" ? { kind: "unknown" } : broken("A message has no type.");
  }
}

function readInvocation(fields: MessageFields, wants_stream: boolean): Inbound {
  const id = readId(fields.id);
  if (id === undefined && !isAbsent(fields.id)) return BAD_ID;
  if (id === undefined && wants_stream) return BAD_ID;
  const { target, args } = fields;
  if (typeof target !== "string" || !Array.isArray(args)) {
    return broken("An invocation needs a target, which is text, and arguments, which are a list.");
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
    : broken("A sequenceId must be a whole number.");
}

const ID_CHARS_MAX = 128;
const BAD_ID = broken(`An invocationId must be text of 1 to ${ID_CHARS_MAX} characters.`);

function readId(id: unknown): string | undefined {
  return typeof id === "string" && id.length > 0 && id.length <= ID_CHARS_MAX ? id : undefined;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}
