import { type CloseReason, PROTOCOL_VERSIONS, type ProtocolVersion } from "@fanfare/contract/pusher";
import type { AppDirectory, AppRecord } from "../../accounts/app-directory.ts";
import { isOriginAllowed } from "../../accounts/origins.ts";

/** Whether a connection may begin. A refusal is told inside the socket, where browsers can read it. */
export type Admission =
  | {
      readonly outcome: "admitted";
      readonly app: AppRecord;
      readonly protocol: ProtocolVersion;
      readonly encrypted: boolean;
    }
  | { readonly outcome: "refused"; readonly reason: CloseReason };

export interface Handshake {
  /** The app key in the path; undefined when the path is not `[prefix]/app/{key}`. */
  readonly key: string | undefined;
  readonly protocol: string | null;
  readonly version: string | null;
  /** Browsers always send it and scripts cannot change it; native clients send none. */
  readonly origin: string | null;
  /** Whether nobody on the way can read along. */
  readonly encrypted: boolean;
}

const PATH = /(?:^|\/)app(?:\/(.*))?$/;
const VERSION = /^[A-Za-z0-9][A-Za-z0-9.+_-]{0,63}$/;

/**
 * Reads path, query and origin of an upgrade; undefined when the path belongs to somebody else.
 *
 * @example
 * readHandshake(new URL("wss://host/prefix/app/key?protocol=7"), { origin: null, encrypted: true })?.key; // "key"
 */
export function readHandshake(url: URL, from: Pick<Handshake, "origin" | "encrypted">): Handshake | undefined {
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

/** Pusher protocol, "Error codes": which comes first is ours. Other parameters are ignored. */
export function admit(handshake: Handshake, apps: Pick<AppDirectory, "byKey">): Admission {
  const refused = (reason: CloseReason): Admission => ({ outcome: "refused", reason });
  if (handshake.key === undefined) return refused("path_unknown");
  if (handshake.protocol === null || handshake.protocol === "") return refused("protocol_missing");
  if (!/^\d{1,9}$/.test(handshake.protocol)) return refused("version_malformed");
  if (handshake.version !== null && handshake.version !== "" && !VERSION.test(handshake.version)) {
    return refused("version_malformed");
  }
  const number = Number(handshake.protocol);
  const protocol = PROTOCOL_VERSIONS.find((version) => version === number);
  if (protocol === undefined) return refused("protocol_unsupported");
  const app = apps.byKey(handshake.key);
  if (app === undefined) return refused("app_unknown");
  if (app.settings.require_tls && !handshake.encrypted) return refused("tls_required");
  // A paused app shows no content; its live updates go on until they are switched off themselves.
  if (!app.settings.live_updates) return refused("app_disabled");
  if (handshake.origin !== null && !isOriginAllowed(app.allowed_origins, handshake.origin)) {
    return refused("unauthorized");
  }
  return { outcome: "admitted", app, protocol, encrypted: handshake.encrypted };
}
