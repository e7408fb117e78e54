import { hubLimits } from "@fanfare/contract/hub-limits";
import type { Frame } from "../../channels/subscriber.ts";
import { asObject, type JsonObject, parseJson } from "../../json.ts";
import { exceedsDepth } from "../../json-depth.ts";
import { quotable } from "../../quotable.ts";
import { JSON_PROTOCOL, RECORD_SEPARATOR } from "./json-protocol.ts";
import { MESSAGE_PACK_PROTOCOL } from "./message-pack-protocol.ts";
import type { HubProtocol } from "./messages.ts";

const PROTOCOLS: readonly HubProtocol[] = [JSON_PROTOCOL, MESSAGE_PACK_PROTOCOL];
/** Version 2 is that of connections that can be resumed. */
const VERSION_MAX = 2;
const DEPTH_MAX = 2;
const SEPARATOR_BYTE = 0x1e;

export type Handshake =
  | { readonly outcome: "agreed"; readonly protocol: HubProtocol; readonly rest: Uint8Array }
  | { readonly outcome: "refused"; readonly why: string }
  /** It has not arrived whole. */
  | { readonly outcome: "incomplete" };

const refuse = (why: string): Handshake => ({ outcome: "refused", why });

/** Reads the first message of a client, which is JSON whatever follows (HubProtocol, "Handshake"). */
export function readHandshake(octets: Uint8Array, transport_is_text: boolean): Handshake {
  const end = octets.indexOf(SEPARATOR_BYTE);
  if (end < 0 && octets.length <= hubLimits.hub_handshake_bytes_max) return { outcome: "incomplete" };
  if (end < 0 || end > hubLimits.hub_handshake_bytes_max) {
    return refuse(`The handshake may have ${hubLimits.hub_handshake_bytes_max} bytes and ends with 0x1E.`);
  }
  const fields = parse(new TextDecoder().decode(octets.subarray(0, end)));
  if (fields === undefined || typeof fields["protocol"] !== "string") {
    return refuse('The first message must be the handshake: {"protocol":"json","version":1}.');
  }
  const protocol = PROTOCOLS.find(({ name }) => name === fields["protocol"]);
  if (protocol === undefined) {
    return refuse(`The protocol '${quotable(fields["protocol"])}' is not supported. Use json or messagepack.`);
  }
  const { version } = fields;
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1 || version > VERSION_MAX) {
    return refuse(`The server speaks ${protocol.name} in versions 1 to ${VERSION_MAX}.`);
  }
  if (protocol.binary && transport_is_text) {
    return refuse(`${protocol.name} is binary, and this transport carries text alone. Use WebSockets or long polling.`);
  }
  return { outcome: "agreed", protocol, rest: octets.subarray(end + 1) };
}

/** The answer, as octets where the protocol's frames are. */
export function encodeHandshake(why: string | undefined, binary: boolean): Frame {
  const text = JSON.stringify({ error: why }) + RECORD_SEPARATOR;
  return binary ? new TextEncoder().encode(text) : text;
}

function parse(text: string): JsonObject | undefined {
  return exceedsDepth(text, DEPTH_MAX) ? undefined : asObject(parseJson(text));
}
