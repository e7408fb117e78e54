import { type Positions, parseSeen } from "./seen.ts";

/** How far a client has read: the number of the last message it has, and of which life of its session. */
export interface Cursor {
  readonly life: string;
  readonly sequence: number;
  /** Up to where it has heard its channels with history, as {@link Seen} writes it. */
  readonly seen: string;
}

const CURSOR = /^([0-9a-z]{1,16})-([0-9a-z]{1,11})((?:~[A-Za-z0-9_.-]{1,80})*)$/;
const RADIX = 36;

/**
 * The text of a cursor, which the client sends back as `messageId`. It travels in addresses, so it is short and needs no
 * escaping. It is not signed: who invents one is told by it what they have invented.
 *
 * @example
 * encodeCursor({ life: "k3x", sequence: 1_000, seen: "" }); // "k3x-rs"
 */
export function encodeCursor({ life, sequence, seen }: Cursor): string {
  return `${life}-${sequence.toString(RADIX)}${seen}`;
}

/** Undefined for anything that {@link encodeCursor} does not write. */
export function parseCursor(text: string): (Omit<Cursor, "seen"> & { readonly positions: Positions }) | undefined {
  const [, life, digits, seen] = CURSOR.exec(text) ?? [];
  if (life === undefined || digits === undefined || seen === undefined) return undefined;
  const sequence = Number.parseInt(digits, RADIX);
  const positions = parseSeen(seen);
  if (positions === undefined || !Number.isSafeInteger(sequence) || sequence.toString(RADIX) !== digits) {
    return undefined;
  }
  return { life, sequence, positions };
}
