import { hubLimits } from "@fanfare/contract/limits/hub";
import { parseJson } from "../../lib/json.ts";
import { exceedsDepth } from "../../lib/json-depth.ts";
import { truncate } from "../../lib/truncate.ts";
import { HUB } from "./envelope.ts";

/**
 * Hubs that the page listens to. `is_listening`: whether they include `fanfare`. If not, don't call its callbacks,
 * because the client fails on unknown hubs.
 */
export type ConnectionData =
  | { readonly outcome: "read"; readonly is_listening: boolean }
  | { readonly outcome: "refused"; readonly why: string };

const refuse = (why: string): ConnectionData => ({ outcome: "refused", why });

/**
 * Parses `connectionData`, a JSON list of `{"name": hub}`. A connection without hubs (`[]` or missing) may call
 * methods.
 *
 * @example
 * readConnectionData('[{"name":"fanfare"}]'); // { outcome: "read", is_listening: true }
 */
export function readConnectionData(text: string | null): ConnectionData {
  if (text === null || text === "") return { outcome: "read", is_listening: false };
  if (text.length > hubLimits.classic_connection_data_chars_max) {
    return refuse(`connectionData can have at most ${hubLimits.classic_connection_data_chars_max} characters.`);
  }
  const hubs = parseHubs(text);
  if (hubs === undefined) return refuse('connectionData must be a JSON list of hubs, each {"name": "…"}.');
  if (new Set(hubs).size < hubs.length) return refuse("connectionData contains a hub twice.");
  const unknown = hubs.find((name) => name !== HUB);
  if (unknown !== undefined) {
    return refuse(`Unknown hub ${JSON.stringify(truncate(unknown))}. The only hub is ${HUB}.`);
  }
  return { outcome: "read", is_listening: hubs.length > 0 };
}

/** A list of objects, plus fields that clients may add. */
const DEPTH_MAX = 4;

/** Returns lowercase hub names. */
function parseHubs(text: string): readonly string[] | undefined {
  const value = exceedsDepth(text, DEPTH_MAX) ? undefined : parseJson(text);
  if (!Array.isArray(value)) return undefined;
  const names = value.map(hubName);
  return names.every((name) => name !== undefined) ? names : undefined;
}

function hubName(hub: unknown): string | undefined {
  if (typeof hub !== "object" || hub === null || !("name" in hub)) return undefined;
  return typeof hub.name === "string" ? hub.name.toLowerCase() : undefined;
}
