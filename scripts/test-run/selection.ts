import { quickOf } from "./lanes.ts";

/** The other test files are dealt into this many parts. A run includes one. */
export const PARTS = 10;

/** Files that run each time, besides the quick ones. */
export const EVERY_TIME = [
  // What people come for, on a page of their own.
  /^e2e\/(?:first-run|getting-started|hubs|hubs-core|http-fallbacks|install|publish|signalr-core|suppression|survey|tour)\.web\.ts$/,
  /^sdk\/test\/(?:announcement|builder|celebration|checklist|core|feed|player|player-flow|player-focus|resource-center|survey)\.web\.ts$/,
  /^(?:console\/test\/(?:auth|overview)|e2e\/day-in-the-life)\.web\.ts$/,
  // Who may do what, the API's shapes, and the protocols with their official clients.
  /^server\/src\/http\/(?:api\/guards\/access|openapi\/(?:openapi|route-responses)|v1\/v1)\.test\.ts$/,
  /^server\/test\/protocol\/(?:authorization|http-api|laravel-echo|signalr-classic|signalr-core|sockets)\.test\.ts$/,
  // The contracts on PostgreSQL and Redis.
  /^server\/src\/(?:channels\/channels-shared\.redis|compose\/cluster\.redis|store\/store\.pg)\.test\.ts$/,
  // The documentation and the project's own rules.
  /^scripts\/(?!release\/|docs\/import-guides)/,
];

export interface TestFile {
  readonly path: string;
  readonly size_bytes: number;
}

/**
 * Which part of the other files a commit's run includes: the same one for each run of that commit.
 *
 * @example
 * partOf("0000000b"); // 1
 */
export const partOf = (commit: string): number => Number.parseInt(commit.slice(0, 8), 16) % PARTS || 0;

/** Dealt from the largest to the smallest, back and forth, so that the parts take about as long. */
export function dealt(files: readonly TestFile[], part: number): readonly string[] {
  const sorted = files.toSorted((a, b) => b.size_bytes - a.size_bytes || a.path.localeCompare(b.path));
  const mine = sorted.filter((_, index) => {
    const seat = index % PARTS;
    return (Math.floor(index / PARTS) % 2 === 0 ? seat : PARTS - 1 - seat) === part;
  });
  return mine.map(({ path }) => path);
}

/**
 * The files of `npm test`: the quick ones, those that run each time, those that changed, and one part of the others.
 * Each file is in exactly one part, so all parts together are all files.
 *
 * @example
 * selectFiles(files, 3, ["e2e/tour.web.ts"]); // ["contract/src/lib/ids.test.ts", …]
 */
export function selectFiles(files: readonly TestFile[], part: number, changed: readonly string[]): readonly string[] {
  const quick = new Set(quickOf(files.map(({ path }) => path).filter((path) => !path.endsWith(".web.ts"))));
  const always = (path: string): boolean =>
    quick.has(path) || changed.includes(path) || EVERY_TIME.some((pattern) => pattern.test(path));
  const others = files.filter(({ path }) => !always(path));
  // Apart, because they run at the same time.
  const browser = others.filter(({ path }) => path.endsWith(".web.ts"));
  const bun = others.filter(({ path }) => !path.endsWith(".web.ts"));
  const chosen = new Set([...dealt(browser, part), ...dealt(bun, part)]);
  return files.map(({ path }) => path).filter((path) => always(path) || chosen.has(path));
}
