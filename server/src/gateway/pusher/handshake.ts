import { type CloseReason, PROTOCOL_VERSIONS, type ProtocolVersion } from "@fanfare/contract/realtime/pusher";
import type { AppDirectory, AppRecord } from "../../accounts/apps/app-directory.ts";
import { admitTo, type RequestOrigin } from "../session/admission.ts";

/** Whether to accept a connection. Refusals are sent over the socket, where browsers can read them. */
export type HandshakeResult =
  | {
      readonly outcome: "admitted";
      readonly app: AppRecord;
      readonly protocol: ProtocolVersion;
      readonly encrypted: boolean;
    }
  | { readonly outcome: "refused"; readonly reason: CloseReason; readonly retry_after_ms?: number };

export interface Handshake extends RequestOrigin {
  /** App key in the path. Undefined if the path isn't `[prefix]/app/{key}`. */
  readonly key: string | undefined;
  readonly protocol: string | null;
  readonly version: string | null;
}

const PATH = /(?:^|\/)app(?:\/(.*))?$/;
/** A usual URL, in which nothing is encoded: parsing it as a `URL` costs more than the rest of a handshake. */
const PLAIN_URL = /^https?:\/\/[^/?#]+\/app\/([\w-]+)\?([\w.=&-]*)$/;
const VERSION = /^[A-Za-z0-9][A-Za-z0-9.+_-]{0,63}$/;

/**
 * Parses the path, query, and origin of an upgrade request. Undefined for a path of another handler.
 *
 * @example
 * readHandshake("https://host/prefix/app/key?protocol=7", { origin: null, encrypted: true })?.key; // "key"
 */
export function readHandshake(address: string, from: RequestOrigin): Handshake | undefined {
  const [, plain_key, query = ""] = PLAIN_URL.exec(address) ?? [];
  if (plain_key !== undefined) {
    return {
      key: plain_key,
      protocol: plainField(query, "protocol="),
      version: plainField(query, "version="),
      ...from,
    };
  }
  const url = new URL(address);
  const match = PATH.exec(url.pathname);
  if (match === null) return undefined;
  const key = match[1] ?? "";
  return {
    key: key === "" || key.includes("/") ? undefined : key,
    protocol: url.searchParams.get("protocol"),
    version: url.searchParams.get("version"),
    ...from,
  };
}

/** First value of a field in a query without encoded characters. `name` includes the equals sign. */
function plainField(query: string, name: string): string | null {
  let at = query.startsWith(name) ? 0 : query.indexOf(`&${name}`) + 1;
  if (at === 0 && !query.startsWith(name)) return null;
  at += name.length;
  const end = query.indexOf("&", at);
  return end === -1 ? query.slice(at) : query.slice(at, end);
}

/** Pusher protocol, "Error codes". The order of the checks is a decision of this project. Ignores other parameters. */
export function admitConnection(handshake: Handshake, apps: Pick<AppDirectory, "byKey">): HandshakeResult {
  const refused = (reason: CloseReason): HandshakeResult => ({ outcome: "refused", reason });
  if (handshake.key === undefined) return refused("path_unknown");
  if (handshake.protocol === null || handshake.protocol === "") return refused("protocol_missing");
  if (!/^-?\d+$/.test(handshake.protocol)) return refused("version_malformed");
  if (handshake.version !== null && handshake.version !== "" && !VERSION.test(handshake.version)) {
    return refused("version_malformed");
  }
  const number = Number(handshake.protocol);
  const protocol = PROTOCOL_VERSIONS.find((version) => version === number);
  if (protocol === undefined) return refused("protocol_unsupported");
  const admission = admitTo(apps, handshake.key, handshake, ["tls_required", "app_disabled", "origin_refused"]);
  if (admission.outcome === "refused") {
    return refused(admission.reason === "origin_refused" ? "unauthorized" : admission.reason);
  }
  return { outcome: "admitted", app: admission.app, protocol, encrypted: handshake.encrypted };
}
