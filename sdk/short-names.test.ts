import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SHORT_EXPORTS, SHORT_NAMES, SHORTENED } from "./short-names.ts";

const ROOT = join(import.meta.dir, "..");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const filesIn = (folder: string, pattern: RegExp): readonly string[] =>
  readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => `${folder}/${name}`)
    .filter((path) => pattern.test(path) && !/\.(?:test|web|contract)\.tsx?$/.test(path));

/** Strips comments, file names, and user-facing sentences. */
const bare = (code: string): string =>
  code
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*/gm, "")
    .replace(/ from "[^"\n]*"/g, "")
    .replace(/(["`])(?:(?!\1).)* (?:(?!\1).)*\.\1/g, "");
const wordsOf = (paths: readonly string[]): ReadonlySet<string> =>
  new Set(paths.flatMap((path) => bare(read(path)).match(/[A-Za-z_$][\w$]*/g) ?? []));

/** Code whose names cross the network, or reach a page or a worker of another version. */
const OUTSIDE = wordsOf([
  ...filesIn("contract/src", /\.ts$/),
  ...filesIn("sdk/react", /\.tsx?$/),
  ...filesIn(
    "sdk/src",
    /\/(?:api\/fanfare|index|iife|ui\/types|ui\/tour\/step-view|confetti-worker|ui\/confetti\/(?:confetti-params|confetti-in-worker))\.ts$/,
  ),
]);
/** Code whose names are stored in the browser, posted to other tabs, or sent unchanged. */
const KEPT = wordsOf(
  filesIn(
    "sdk/src/engage",
    /\/(?:suppressions|cached-response|outbox-store|database|player-events|shown-messages)\.ts$/,
  ),
);
const SOURCES = filesIn("sdk/src", /\.ts$/);
const SCRIPTS = SOURCES.map((path) => new Bun.Transpiler({ loader: "ts" }).transformSync(read(path)));

function platformNames(): ReadonlySet<string> {
  const folder = "node_modules/@typescript";
  const libraries = filesIn(folder, /\/lib\/lib\.(?:dom|es)[\w.]*\.d\.ts$/);
  const member = /^\s*(?:readonly |get |set |static |declare (?:var|function|const) )*["']?([\w$]+)["']?\??\s*[:(<]/gm;
  return new Set(libraries.flatMap((path) => [...read(path).matchAll(member)].map(([, name = ""]) => name)));
}

test("shortens no name that exists outside the SDK", () => {
  const platform = platformNames();
  expect(platform.has("addEventListener")).toBe(true);
  const taken = [...SHORTENED.keys()].filter((name) => OUTSIDE.has(name) || KEPT.has(name) || platform.has(name));
  expect(taken).toEqual([]);
});

test("shortens no name that is looked up by text or exported to later scripts", () => {
  for (const name of SHORT_NAMES) {
    // `"since_ms" in state` is shortened along with the property.
    const text = new RegExp(`["'\`]${name}["'\`](?! in )|export (?:async )?(?:function|const|let|class) ${name}\\b`);
    expect([name, SCRIPTS.filter((script) => text.test(script)).length]).toEqual([name, 0]);
  }
});

test("shortens only exports that are unique and never looked up by text", () => {
  for (const name of SHORT_EXPORTS) {
    const exported = new RegExp(`export (?:async )?(?:function|const|let|class) ${name}\\b`);
    const text = new RegExp(`["'\`]${name}["'\`]`);
    expect([name, SCRIPTS.filter((script) => exported.test(script)).length]).toEqual([name, 1]);
    expect([name, SCRIPTS.filter((script) => text.test(script)).length]).toEqual([name, 0]);
  }
});

test("uses every shortened name, and no short name is already taken", () => {
  const words = wordsOf(SOURCES);
  const names = [...SHORT_NAMES, ...SHORT_EXPORTS];
  expect(names.filter((name) => !words.has(name))).toEqual([]);
  expect(new Set(SHORTENED.values()).size).toBe(names.length);
  const shorter = [...SHORTENED.values()].join("|");
  const member = new RegExp(`\\.(?:${shorter})\\b(?!["'\`])|[{,]\\s*(?:${shorter})\\s*:`);
  // The matched members belong to a DOMMatrix, not to an SDK object.
  const own = SOURCES.filter((path) => !path.endsWith("/confetti-more.ts"));
  expect(own.filter((path) => member.test(bare(read(path)).replace(/"[^"\n]*"|`[^`]*`/g, '""')))).toEqual([]);
});
