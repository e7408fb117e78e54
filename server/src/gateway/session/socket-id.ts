import type { Rng } from "@fanfare/contract/lib/rng";

/**
 * Returns a new `digits.digits`, the only format that Pusher's server libraries sign: two numbers of 53 random bits.
 * Not secret, but signed, so it must not be guessable.
 */
export function newSocketId(rng: Pick<Rng, "bytes">): string {
  const octets = rng.bytes(14);
  return `${number53(octets, 0)}.${number53(octets, 7)}`;
}

function number53(octets: Uint8Array, offset: number): number {
  let value = (octets[offset] ?? 0) & 0x1f;
  for (let index = 1; index < 7; index++) value = value * 256 + (octets[offset + index] ?? 0);
  return value;
}
