/**
 * Bun runs tests sequentially. Store tests mostly wait for disks, killed processes, and another server, so they run in
 * a separate process in parallel.
 */
export const LANES = ["stores", "others"] as const;
export type Lane = (typeof LANES)[number];

/** Bun's own test file pattern. */
export const TEST_FILES = "{bench,console,contract,demo,e2e,scripts,sdk,server}/**/*.test.{ts,tsx}";

/**
 * Bun's test files of each lane, in order.
 *
 * @example
 * lanesOf(["server/src/store/store.test.ts", "contract/src/lib/ids.test.ts", "e2e/tour.web.ts"]).stores; //
 * ["server/src/store/store.test.ts"]
 */
export function lanesOf(files: readonly string[]): Readonly<Record<Lane, string[]>> {
  const lanes: Readonly<Record<Lane, string[]>> = { stores: [], others: [] };
  for (const file of files.toSorted()) if (!file.endsWith(".web.ts")) lanes[laneOf(file)].push(file);
  return lanes;
}

function laneOf(file: string): Lane {
  return file.startsWith("server/src/store/") || /\.(pg|redis)\.test\./.test(file) ? "stores" : "others";
}

/** Tests that start a server or another process, need a service, or simulate a disk for long. */
const SLOW = [
  /^(?:server\/(?:test|src\/(?:http|mail|operations|alerts|compose))|sdk\/package|e2e|scripts)\//,
  /^server\/src\/(?:cli|commands\/(?:serve|content\/content))\.test\./,
  /^server\/src\/store\/(?:simulator\/|single-file-executable)/,
  /\.(?:pg|redis)\.test\./,
];

/** The tests of `npm run test:quick`: pure rules, and the store on a real SQLite file. */
export const quickOf = (files: readonly string[]): string[] =>
  files.filter((file) => !file.includes("node_modules/") && !SLOW.some((slow) => slow.test(file))).toSorted();
