/**
 * Bun runs one test after the other. Those of the stores wait for disks, killed processes and another server most of their
 * time, so they run in a process of their own, beside all others.
 */
export const LANES = ["stores", "others"] as const;
export type Lane = (typeof LANES)[number];

/** What Bun itself takes for tests. */
export const TEST_FILES = "{bench,console,contract,demo,e2e,scripts,sdk,server}/**/*.test.{ts,tsx}";

/**
 * The files of each lane, in order, narrowed to those whose path holds one of the patterns; no pattern means all.
 *
 * @example
 * lanesOf(["server/src/store/store.test.ts", "contract/src/lib/ids.test.ts"], []).stores; // ["server/src/store/store.test.ts"]
 */
export function lanesOf(files: readonly string[], patterns: readonly string[]): Readonly<Record<Lane, string[]>> {
  const lanes: Readonly<Record<Lane, string[]>> = { stores: [], others: [] };
  for (const file of files.toSorted()) {
    if (file.includes("node_modules/")) continue;
    if (patterns.length > 0 && !patterns.some((pattern) => file.includes(pattern))) continue;
    lanes[laneOf(file)].push(file);
  }
  return lanes;
}

function laneOf(file: string): Lane {
  return file.startsWith("server/src/store/") || file.includes(".pg.test.") ? "stores" : "others";
}
