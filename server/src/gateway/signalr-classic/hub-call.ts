import { limits } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { asObject, parseJson } from "../../lib/json.ts";
import { exceedsDepth } from "../../lib/json-depth.ts";

/**
 * A client's call of a hub method (keys H, M, A, I, S). `invalid` contains the error message, and the call's ID if
 * readable: without an ID there's no response.
 */
export type HubCall =
  | {
      readonly kind: "call";
      readonly id: string;
      readonly hub: string;
      readonly method: string;
      readonly args: readonly unknown[];
    }
  | { readonly kind: "invalid"; readonly id: string | undefined; readonly message: string };

const invalid = (id: string | undefined, message: string): HubCall => ({ kind: "invalid", id, message });

/** Parses one client message. Never throws. */
export function parseHubCall(text: string, depth_max: number = limits.json_depth_max): HubCall {
  if (exceedsDepth(text, depth_max)) {
    return invalid(undefined, `Invalid message: nested deeper than ${depth_max} levels (json_depth_max).`);
  }
  const fields = asObject(parseJson(text));
  if (fields === undefined) {
    return invalid(undefined, 'Invalid message: it must be a JSON object with "H", "M", "A", and "I".');
  }
  const { I: given, H: hub, M: method, A: args = [], S: state } = fields;
  const id = idOf(given);
  if (id === undefined) return invalid(undefined, 'Invalid call: "I" must be a number or a short text.');
  if (typeof hub !== "string" || typeof method !== "string") {
    return invalid(id, 'Invalid call: "H" must be a hub and "M" a method.');
  }
  if (!Array.isArray(args)) return invalid(id, 'Invalid call: "A" must be a list of arguments.');
  if (state !== undefined && JSON.stringify(state).length > hubLimits.classic_state_chars_max) {
    return invalid(
      id,
      `The state of a proxy can have at most ${hubLimits.classic_state_chars_max} characters (classic_state_chars_max).`,
    );
  }
  return { kind: "call", id, hub, method, args };
}

/** The jQuery client sends numbers, others send text. */
function idOf(given: unknown): string | undefined {
  if (typeof given === "number") return Number.isFinite(given) ? String(given) : undefined;
  return typeof given === "string" && given.length <= hubLimits.classic_call_id_chars_max ? given : undefined;
}
