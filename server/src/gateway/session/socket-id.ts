import type { Rng } from "@fanfare/contract/lib/rng";

/**
 * Returns a new `digits.digits`, the only format that Pusher's server libraries sign: two numbers of 53 random bits.
 * Not secret, but signed, so it must not be guessable.
 */
export function newSocketId(rng: Pick<Rng, "bytes">): string {
  const [a = 0, b = 0, c = 0, d = 0] = new Uint32Array(rng.bytes(16).buffer);
  return `${number53(a, b)}.${number53(c, d)}`;
}

/** The lower 21 bits of one number, and all 32 of the other. */
function number53(high: number, low: number): number {
  return (high & 0x1f_ffff) * 2 ** 32 + low;
}
