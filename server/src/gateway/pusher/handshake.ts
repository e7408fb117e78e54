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
const VERSION = /^[A-Za-z0-9][A-Za-z0-9.+_-]{0,63}$/;

/**
 * Parses the path, query, and origin of an upgrade request. Undefined for a path of another handler.
 *
 * @example
 * readHandshake(new URL("wss://host/prefix/app/key?protocol=7"), { origin: null, encrypted: true })?.key; // "key"
 */
export function readHandshake(url: URL, from: RequestOrigin): Handshake | undefined {
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
