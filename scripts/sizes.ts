import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";
import budgets from "../sdk/sizes.json";
import { build } from "./build.ts";
import { main, print, ROOT, UserError } from "./terminal.ts";

interface Budget {
  /** Entries by name, chunks by the part of their name that comes before the hash. */
  readonly files: readonly string[];
  /** What is there already and does not count. */
  readonly beyond?: readonly string[];
  /** More than this fails. It only ever goes down. */
  readonly gzip_bytes_max: number;
  /** Where it is to go, while it is not there yet. */
  readonly goal_bytes?: number;
}

const DIST = join(ROOT, "sdk", "dist");

/** Ways to turn text into markup or script. A guest in other people's pages has no use for any of them. */
const SINKS =
  /\b(?:innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment|srcdoc|DOMParser|execScript)\b|\bdocument\.write|\beval\s*\(|\bFunction\s*\(/;
/** Zod leaves its name in everything that it builds. */
const ZOD = /\b(?:_zod|ZodError|zod)\b/;

function filesOf(folder = ""): readonly string[] {
  return readdirSync(join(DIST, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesOf(path) : [path];
  });
}

function find(files: readonly string[], name: string): string {
  // A hash has eight characters: `confetti` is not `confetti-player`.
  const hashed = `${name}-`.length + "12345678.js".length;
  const found = files.find((file) => file === name || (file.startsWith(`${name}-`) && file.length === hashed));
  if (found === undefined) throw new UserError(`sdk/dist doesn't contain ${name}, which is listed in sdk/sizes.json.`);
  return found;
}

const transpiler = new Bun.Transpiler({ loader: "js" });

/** A file and all that it imports before it runs. What it imports later is loaded on first use. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { path, kind } of transpiler.scanImports(readFileSync(join(DIST, file), "utf8"))) {
    if (kind === "import-statement") withImports(normalize(join(dirname(file), path)), seen);
  }
  return seen;
}

function gzipBytes(file: string): number {
  return gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;
}

function loadedBy(files: readonly string[], names: readonly string[] = []): Set<string> {
  const loaded = new Set<string>();
  for (const name of names) withImports(find(files, name), loaded);
  return loaded;
}

/** Measures what the SDK makes pages load, and looks for what must not be in it. */
await main(async () => {
  if (!existsSync(join(DIST, "fanfare.js"))) await build(["sdk"]);
  const files = filesOf();
  const wrong: string[] = [];
  for (const file of files) {
    const text = readFileSync(join(DIST, file), "utf8");
    const sink = SINKS.exec(text)?.[0];
    if (sink !== undefined) wrong.push(`${file} contains ${sink}. Create elements instead of markup.`);
    if (ZOD.test(text)) wrong.push(`${file} contains zod. Import only types from contract/schema in the SDK.`);
  }
  const table: Readonly<Record<string, Budget>> = budgets;
  for (const [name, budget] of Object.entries(table)) {
    const present = loadedBy(files, budget.beyond);
    const loaded = [...loadedBy(files, budget.files)].filter((file) => !present.has(file));
    const bytes = loaded.reduce((sum, file) => sum + gzipBytes(file), 0);
    const over = bytes > budget.gzip_bytes_max;
    const goal = budget.goal_bytes === undefined ? "" : ` (goal: ${budget.goal_bytes})`;
    print(`${over ? "OVER" : "ok  "} ${String(bytes).padStart(6)} of ${budget.gzip_bytes_max} bytes${goal}: ${name}`);
    for (const file of loaded) print(`       ${String(gzipBytes(file)).padStart(6)} ${file}`);
    if (over) wrong.push(`${name}: ${bytes - budget.gzip_bytes_max} bytes (gzip) over the budget in sdk/sizes.json.`);
  }
  for (const each of wrong) print(`\n${each}`);
  return wrong.length === 0 ? 0 : 1;
});
