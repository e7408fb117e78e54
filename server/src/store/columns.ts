import type { Bit, JsonText, Millis } from "./schema/column-types.ts";

export function toJson(value: unknown): JsonText {
  const text = JSON.stringify(value);
  // JSON.stringify returns undefined for undefined and functions, despite its types.
  if (typeof text !== "string") throw new TypeError("Only JSON values can be stored in a JSON column.");
  return text;
}

/**
 * Parses a JSON column. The caller validates, because stored text is untrusted input.
 *
 * @example
 * const origins = fromJson(row.allowed_origins, (value) => z.array(z.string()).parse(value));
 */
export function fromJson<Value>(text: JsonText, check: (value: unknown) => Value): Value {
  return check(JSON.parse(text));
}

export function toBit(truth: boolean): Bit {
  return truth ? 1 : 0;
}

export function fromBit(bit: Bit): boolean {
  return bit === 1;
}

/** Formats a column's UTC milliseconds as ISO 8601 for the API: "2026-01-01T00:00:00.000Z". */
export function toIso(millis: Millis): string {
  return new Date(millis).toISOString();
}

export function toIsoOrNull(millis: Millis | null): string | null {
  return millis === null ? null : toIso(millis);
}

/** Parses an ISO 8601 time to UTC milliseconds. Throws RangeError for other text. */
export function fromIso(text: string): Millis {
  const millis = Date.parse(text);
  if (Number.isNaN(millis)) throw new RangeError("This isn't an ISO 8601 time.");
  return millis;
}
