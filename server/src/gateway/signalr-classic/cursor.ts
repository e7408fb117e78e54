/** How far a client has read: the number of the last message it has, and of which life of its session. */
export interface Cursor {
  readonly life: string;
  readonly sequence: number;
}

const CURSOR = /^([0-9a-z]{1,16})-([0-9a-z]{1,11})$/;
const RADIX = 36;

/**
 * The text of a cursor, which the client sends back as `messageId`. It travels in addresses, so it is short and needs no
 * escaping.
 *
 * @example
 * encodeCursor({ life: "k3x", sequence: 1_000 }); // "k3x-rs"
 */
export function encodeCursor({ life, sequence }: Cursor): string {
  return `${life}-${sequence.toString(RADIX)}`;
}

/** Undefined for anything that {@link encodeCursor} does not write. */
export function parseCursor(text: string): Cursor | undefined {
  const [, life, digits] = CURSOR.exec(text) ?? [];
  if (life === undefined || digits === undefined) return undefined;
  const sequence = Number.parseInt(digits, RADIX);
  return Number.isSafeInteger(sequence) && sequence.toString(RADIX) === digits ? { life, sequence } : undefined;
}
