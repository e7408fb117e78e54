import { expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { EVENT_NAMES } from "@fanfare/contract/events/events";
import { ROOT } from "../terminal.ts";
import { helpOf } from "./command-line-page.ts";
import { COMMAND_OPTIONS } from "./command-options.ts";
import { INTERNAL_SECTIONS } from "./limits/internal-limits.ts";
import { LIMIT_SECTIONS } from "./limits/limit-sentences.ts";
import { LIMITS } from "./limits/limits-page.ts";
import { documentedNames, knownNames } from "./names.ts";
import { REMOVED } from "./removed.tsx";
import { sdkSymbols } from "./sdk-symbols.ts";
import { createSite } from "./site.tsx";

const COMMANDS = join(ROOT, "server/src/commands");
const OPTION = /["']?([a-z0-9-]+)["']?: \{ type: "(?:string|boolean)"/g;

/** Options that the files of each command read, without `--json`, which every command has. */
function readOptions(): Readonly<Record<string, readonly string[]>> {
  const found = readdirSync(COMMANDS).flatMap((entry): [string, readonly string[]][] => {
    const path = join(COMMANDS, entry);
    const files = statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path];
    const sources = files.filter((file) => !/\.test\.ts$|arguments\.ts$/.test(file));
    const options = sources.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(OPTION)].map(([, name]) => name ?? ""),
    );
    const own = [...new Set(options)].filter((name) => name !== "json").toSorted();
    return own.length === 0 ? [] : [[entry.replace(/\.ts$/, ""), own]];
  });
  return Object.fromEntries(found);
}

test("every option of every command has a sentence, and no other option has one", () => {
  const described = Object.entries(COMMAND_OPTIONS).map(([name, options]) => [name, Object.keys(options).toSorted()]);
  expect(Object.fromEntries(described)).toEqual(readOptions());
  const sentences = Object.values(COMMAND_OPTIONS).flatMap((options) => Object.values(options));
  expect(sentences.filter((sentence) => !/^[A-Z`].*\.$/.test(sentence))).toEqual([]);
});

test("the help of a command names each of its options", async () => {
  for (const [name, options] of Object.entries(COMMAND_OPTIONS)) {
    const help = await helpOf(name);
    const missing = Object.keys(options).filter((option) => !new RegExp(`--${option}(?![a-z-])`).test(help));
    expect([name, missing]).toEqual([name, []]);
  }
});

test("every call, option, and field of the SDK is in its reference", () => {
  const page = readFileSync(join(ROOT, "docs/SDK.md"), "utf8");
  const symbols = sdkSymbols();
  expect(symbols.length).toBeGreaterThan(60);
  expect(symbols.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
});

test("every event that the SDK sends is described", () => {
  const docs = ["*.md", "{start,guides,operations}/*.md"]
    .flatMap((glob) => [...new Bun.Glob(glob).scanSync({ cwd: join(ROOT, "docs") })])
    .filter((file) => file !== "specification.md")
    .map((file) => readFileSync(join(ROOT, "docs", file), "utf8"))
    .join("\n");
  expect(EVENT_NAMES.filter((name) => !docs.includes(`\`${name}\``))).toEqual([]);
});

test("every limit has one sentence of at most 25 words in the reference", () => {
  const described = [...LIMIT_SECTIONS, ...INTERNAL_SECTIONS].flatMap(({ limits }) => Object.entries(limits));
  expect(described.map(([name]) => name).toSorted()).toEqual([...LIMITS.keys()].toSorted());
  const wrong = described.filter(
    ([, sentence = ""]) =>
      !/^[A-Z`].*\.$/.test(sentence) || sentence.split(/(?<=\.) /).some((each) => each.split(" ").length > 25),
  );
  expect(wrong).toEqual([]);
});

test("what the documentation had by name is still there, or leads to what replaces it", () => {
  const now = new Set(documentedNames());
  const lost = knownNames().filter((name) => !now.has(name) && !Object.hasOwn(REMOVED, name));
  // Add the name to REMOVED with the place that replaces it.
  expect(lost).toEqual([]);
  expect(Object.keys(REMOVED).filter((name) => now.has(name) || !knownNames().includes(name))).toEqual([]);
});

test("a removed page and a removed name lead to what replaces them", async () => {
  const site = await createSite({
    "page tours": { to: "sdk.html#installation", sentence: "Part of the SDK reference." },
    "error order_gone": { to: "errors.html#not_found", sentence: "Replaced by not_found." },
  });
  expect(String(site.get("tours.html"))).toContain('http-equiv="refresh" content="0; url=sdk.html#installation"');
  expect(String(site.get("tours.md"))).toContain("(sdk.md#installation)");
  expect(String(site.get("errors.html"))).toContain(
    '<li id="order_gone"><code>order_gone</code>: Replaced by not_found. <a href="errors.html#not_found" data-successor',
  );
  const index = [...site].find(([name]) => name.startsWith("assets/search-"))?.[1];
  expect(String(index)).toContain('"url":"errors.html#order_gone"');
});
