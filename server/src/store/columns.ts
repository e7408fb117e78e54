import type { Bit, JsonText, Millis } from "./schema/column-types.ts";

/** A value as a JSON column holds it. */
export function toJson(value: unknown): JsonText {
  const text = JSON.stringify(value);
  // JSON.stringify(undefined) and functions give undefined, whatever the types say.
  if (typeof text !== "string") throw new TypeError("Only JSON values can be stored in a JSON column.");
  return text;
}

/**
 * What a JSON column holds. The caller gives the check, because text in a database is input like any other.
 *
 * @example
 * const origins = fromJson(row.allowed_origins, (value) => z.array(z.string()).parse(value));
 */
export function fromJson<Value>(text: JsonText, check: (value: unknown) => Value): Value {
  return check(JSON.parse(text));
}

/** Truth as a column holds it. */
export function toBit(truth: boolean): Bit {
  return truth ? 1 : 0;
}

/** What a {@link Bit} column says. */
export function fromBit(bit: Bit): boolean {
  return bit === 1;
}

/** A column's UTC milliseconds as ISO 8601 for the wire: "2026-01-01T00:00:00.000Z". */
export function toIso(millis: Millis): string {
  return new Date(millis).toISOString();
}

/** {@link toIso} of a column that may be empty. */
export function toIsoOrNull(millis: Millis | null): string | null {
  return millis === null ? null : toIso(millis);
}

/** UTC milliseconds of an ISO 8601 time; throws RangeError on other text. */
export function fromIso(text: string): Millis {
  const millis = Date.parse(text);
  if (Number.isNaN(millis)) throw new RangeError("This isn't an ISO 8601 time.");
  return millis;
}
