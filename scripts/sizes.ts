import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";
import budgets from "../sdk/sizes.json";
import { brotliBytes, build } from "./build.ts";
import { main, print, ROOT, UserError } from "./terminal.ts";

interface Budget {
  /** Entries by name. Chunks by their name without the hash. */
  readonly files: readonly string[];
  /** Files that are already loaded and don't count. */
  readonly beyond?: readonly string[];
  /** Brotli at its best quality, as the server sends it. Only ever lower it. */
  readonly bytes_max: number;
  /** The check allows no noise: the limit is promised to customers. */
  readonly exact?: boolean;
  /** For browsers and proxies without Brotli. */
  readonly gzip_bytes_max?: number;
  /** Target size in Brotli, until it's reached. */
  readonly goal_bytes?: number;
}

/**
 * The shortened names of properties depend on how often the whole SDK uses them. So a change of one file moves the
 * compressed size of others, by this much at most.
 */
const NOISE_BYTES = 16;
const NOISE_SHARE = 0.005;

const DIST = join(ROOT, "sdk", "dist");

/** APIs that convert text to markup or script. The SDK must not use them in host pages. */
const SINKS =
  /\b(?:innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment|srcdoc|DOMParser|execScript)\b|\bdocument\.write|\beval\s*\(|\bFunction\s*\(/;
/** Zod's name appears in every bundle that contains it. */
const ZOD = /\b(?:_zod|ZodError|zod)\b/;

function filesOf(folder = ""): readonly string[] {
  return readdirSync(join(DIST, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesOf(path);
    return path.endsWith(".js") ? [path] : [];
  });
}

function find(files: readonly string[], name: string): string {
  // Hashes have seven characters: `confetti` must not match `confetti-player`.
  const hashed = `${name}-`.length + "1234567.js".length;
  const named = files.filter((file) => file === name || (file.startsWith(`${name}-`) && file.length === hashed));
  // A shared module may have the name of a part, too. It's the smaller one.
  const bytes = (file: string): number => statSync(join(DIST, file)).size;
  const [found] = named.toSorted((one, other) => bytes(other) - bytes(one));
  if (found === undefined) throw new UserError(`sdk/dist doesn't contain ${name}, which is listed in sdk/sizes.json.`);
  return found;
}

const transpiler = new Bun.Transpiler({ loader: "js" });

/** A file and its static imports. Dynamic imports are loaded on first use. */
function withImports(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const { path, kind } of transpiler.scanImports(readFileSync(join(DIST, file), "utf8"))) {
    if (kind === "import-statement") withImports(normalize(join(dirname(file), path)), seen);
  }
  return seen;
}

interface Size {
  readonly file: string;
  readonly bytes: number;
  readonly gzip_bytes: number;
}

/**
 * Imports of chunks by a hash of their name. With the hash of their content, a change of one chunk would change the
 * compressed size of all that import it by some bytes, up or down.
 */
function withStableNames(code: string): string {
  return code.replace(
    /([\w-]+)-[0-9a-f]{7}\.js/g,
    (_, name: string) => `${name}-${createHash("sha256").update(name).digest("hex").slice(0, 7)}.js`,
  );
}

async function sizeOf(file: string): Promise<Size> {
  const content = Buffer.from(withStableNames(readFileSync(join(DIST, file), "utf8")));
  return { file, bytes: (await brotliBytes(content)).length, gzip_bytes: gzipSync(content, { level: 9 }).length };
}

/** Prints the sizes of a budget. Returns what is over. */
function checkBudget(
  name: string,
  { bytes_max, gzip_bytes_max = Infinity, goal_bytes, exact = false }: Budget,
  sizes: readonly Size[],
) {
  const limit = exact ? bytes_max : Math.floor(bytes_max * (1 + NOISE_SHARE)) + NOISE_BYTES;
  const bytes = sizes.reduce((sum, each) => sum + each.bytes, 0);
  const gzip_bytes = sizes.reduce((sum, each) => sum + each.gzip_bytes, 0);
  const goal = goal_bytes === undefined ? "" : ` (goal: ${goal_bytes})`;
  const over = bytes > limit || gzip_bytes > gzip_bytes_max;
  print(`${over ? "OVER" : "ok  "} ${String(bytes).padStart(6)} of ${bytes_max} bytes${goal}: ${name}`);
  for (const each of sizes) print(`       ${String(each.bytes).padStart(6)} (gzip ${each.gzip_bytes}) ${each.file}`);
  const wrong: string[] = [];
  if (bytes > limit) wrong.push(`${name}: ${bytes - bytes_max} bytes (Brotli) over the budget in sdk/sizes.json.`);
  if (gzip_bytes > gzip_bytes_max) {
    wrong.push(`${name}: ${gzip_bytes - gzip_bytes_max} bytes (gzip) over the budget in sdk/sizes.json.`);
  }
  return wrong;
}

function loadedBy(files: readonly string[], names: readonly string[] = []): Set<string> {
  const loaded = new Set<string>();
  for (const name of names) withImports(find(files, name), loaded);
  return loaded;
}

/** Measures the SDK's download sizes and checks for forbidden code. */
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
    wrong.push(...checkBudget(name, budget, await Promise.all(loaded.map(sizeOf))));
  }
  for (const each of wrong) print(`\n${each}`);
  return wrong.length === 0 ? 0 : 1;
});
