import { hubLimits } from "@fanfare/contract/limits/hub";
import type { Frame } from "../../channels/subscriber.ts";
import { asObject, type JsonObject, parseJson } from "../../lib/json.ts";
import { exceedsDepth } from "../../lib/json-depth.ts";
import { truncate } from "../../lib/truncate.ts";
import { JSON_PROTOCOL, RECORD_SEPARATOR } from "./json-protocol.ts";
import { MESSAGE_PACK_PROTOCOL } from "./message-pack-protocol.ts";
import type { HubProtocol } from "./messages.ts";

const PROTOCOLS: readonly HubProtocol[] = [JSON_PROTOCOL, MESSAGE_PACK_PROTOCOL];
/** Version 2 is for resumable connections. */
const VERSION_MAX = 2;
const DEPTH_MAX = 2;
const SEPARATOR_BYTE = 0x1e;

export type CoreHandshake =
  | { readonly outcome: "agreed"; readonly protocol: HubProtocol; readonly rest: Uint8Array }
  | { readonly outcome: "refused"; readonly why: string }
  | { readonly outcome: "incomplete" };

const refuse = (why: string): CoreHandshake => ({ outcome: "refused", why });

/** Parses a client's first message, which is always JSON (HubProtocol, "Handshake"). */
export function readHandshake(octets: Uint8Array, transport_is_text: boolean): CoreHandshake {
  const end = octets.indexOf(SEPARATOR_BYTE);
  if (end < 0 && octets.length <= hubLimits.hub_handshake_bytes_max) return { outcome: "incomplete" };
  if (end < 0 || end > hubLimits.hub_handshake_bytes_max) {
    return refuse(`The handshake must end with 0x1E and have at most ${hubLimits.hub_handshake_bytes_max} bytes.`);
  }
  const fields = parse(new TextDecoder().decode(octets.subarray(0, end)));
  if (fields === undefined || typeof fields["protocol"] !== "string") {
    return refuse('The first message must be the handshake: {"protocol":"json","version":1}.');
  }
  const protocol = PROTOCOLS.find(({ name }) => name === fields["protocol"]);
  if (protocol === undefined) {
    return refuse(`The protocol '${truncate(fields["protocol"])}' isn't supported. Use json or messagepack.`);
  }
  const { version } = fields;
  if (typeof version !== "number" || !Number.isInteger(version) || version < 1 || version > VERSION_MAX) {
    return refuse(`The server supports ${protocol.name} versions 1 to ${VERSION_MAX}.`);
  }
  if (protocol.binary && transport_is_text) {
    return refuse(`${protocol.name} is binary, and this transport supports only text. Use WebSockets or long polling.`);
  }
  return { outcome: "agreed", protocol, rest: octets.subarray(end + 1) };
}

/** Encodes the response, as bytes if the protocol is binary. */
export function encodeHandshake(why: string | undefined, binary: boolean): Frame {
  const text = JSON.stringify({ error: why }) + RECORD_SEPARATOR;
  return binary ? new TextEncoder().encode(text) : text;
}

function parse(text: string): JsonObject | undefined {
  return exceedsDepth(text, DEPTH_MAX) ? undefined : asObject(parseJson(text));
}
