import type { MeasuredPair } from "@fanfare/contract/theme/palette-contrast";

/** Pairs by how close they are to what they need: those that fail most lead. */
export function worstFirst(pairs: readonly MeasuredPair[]): readonly MeasuredPair[] {
  return pairs.toSorted((one, other) => one.ratio / one.least - other.ratio / other.least);
}
