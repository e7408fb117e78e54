import { type Positions, parseChannelPositions } from "./channel-positions.ts";

/** A client's read position: the number of its last message within one lifetime of its session. */
export interface Cursor {
  readonly instance_id: string;
  readonly sequence: number;
  /** Last positions in channels with history, as `ChannelPositions.text`. */
  readonly positions: string;
}

const CURSOR = /^([0-9a-z]{1,16})-([0-9a-z]{1,11})((?:~[A-Za-z0-9_.-]{1,80})*)$/;
const RADIX = 36;

/**
 * Encodes a cursor, which the client sends back as `messageId`. Short and URL-safe. Not signed, because a forged cursor
 * affects only its own client.
 *
 * @example
 * encodeCursor({ life: "k3x", sequence: 1_000, positions: "" }); // "k3x-rs"
 */
export function encodeCursor({ instance_id, sequence, positions }: Cursor): string {
  return `${instance_id}-${sequence.toString(RADIX)}${positions}`;
}

/** Undefined for anything that {@link encodeCursor} doesn't write. */
export function parseCursor(text: string): (Omit<Cursor, "positions"> & { readonly positions: Positions }) | undefined {
  const [, instance_id, digits, positions_text] = CURSOR.exec(text) ?? [];
  if (instance_id === undefined || digits === undefined || positions_text === undefined) return undefined;
  const sequence = Number.parseInt(digits, RADIX);
  const positions = parseChannelPositions(positions_text);
  if (positions === undefined || !Number.isSafeInteger(sequence) || sequence.toString(RADIX) !== digits) {
    return undefined;
  }
  return { instance_id, sequence, positions };
}
