/** Maximum edit distance of a useful suggestion, of which at least half is the same. */
const DISTANCE_MAX = 4;
const SAME_MIN = 0.5;

/**
 * Returns the candidate that was probably intended.
 *
 * @example
 * closestMatch("FANFARE_PROT", ["FANFARE_PORT", "FANFARE_HOST"]); // "FANFARE_PORT"
 */
export function closestMatch<Candidate extends string>(
  text: string,
  candidates: readonly Candidate[],
): Candidate | undefined {
  const [best] = candidates
    .map((candidate) => ({ candidate, distance: editDistance(text, candidate) }))
    .toSorted((left, right) => left.distance - right.distance);
  if (best === undefined || best.distance > DISTANCE_MAX) return undefined;
  return best.distance <= SAME_MIN * Math.max(text.length, best.candidate.length) ? best.candidate : undefined;
}

/** Levenshtein distance. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
