import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { BenchTable } from "../bench/table.ts";
import { build } from "./build.ts";
import { type BenchResult, type BenchRun, type Machine, RESULTS } from "./docs/benchmarks-page.ts";
import { installed, main, print, ROOT, run, UserError } from "./terminal.ts";

const BYTES_PER_GIB = 1_073_741_824;

/**
 * Runs each `bench/*.bench.ts` sequentially in its own process, so that nothing else runs during measurements.
 *
 *   npm run bench                 all
 *   npm run bench boot            those whose name contains "boot"
 *   npm run bench -- --write      all, and stores their tables in bench/results.json for docs/benchmarks.md
 *   npm run bench -- --add herd   those with names, and stores their tables beside the others of the same machine
 */
await main(async () => {
  const { values, positionals: names } = parseArgs({
    options: { write: { type: "boolean", default: false }, add: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  const files = readdirSync(join(ROOT, "bench"))
    .filter((name) => name.endsWith(".bench.ts"))
    .filter((name) => names.length === 0 || names.some((part) => name.includes(part)))
    .sort();
  if (files.length === 0) throw new UserError(`No benchmark in bench/ matches ${names.join(" or ")}.`);
  if (values.write && names.length > 0) throw new UserError("--write takes no names: the page shows one complete run.");
  const machine = { cores: cpus().length, memory_gib: Math.round(totalmem() / BYTES_PER_GIB), bun: Bun.version };
  const stored = values.add ? storedRun(machine) : { results: [], failed: [] };
  await build();
  const results: BenchResult[] = [];
  const failed: string[] = [];
  for (const file of files) {
    print(`\n── ${file} ──`);
    const name = file.replace(".bench.ts", "");
    const tables = await tablesOf(file);
    if (tables === undefined) failed.push(name);
    else results.push({ name, tables });
  }
  if (values.write || (values.add && failed.length === 0)) {
    const isOther = (name: string): boolean => results.every((each) => each.name !== name);
    // In the order of a complete run.
    const all = [...stored.results.filter(({ name }) => isOther(name)), ...results].sort((one, other) =>
      `${one.name}.bench` < `${other.name}.bench` ? -1 : 1,
    );
    const complete: BenchRun = { machine, results: all, failed: [...stored.failed.filter(isOther), ...failed] };
    writeFileSync(RESULTS, `${JSON.stringify(complete, null, 2)}\n`);
    await run([installed("biome"), "format", "--write", RESULTS]);
    print(`Wrote ${RESULTS}. Run node_modules/.bin/bun scripts/docs.ts.`);
  }
  if (failed.length > 0) print(`Failed: ${failed.join(", ")}.`);
  return failed.length === 0 ? 0 : 1;
});

/** @throws UserError if they're from another machine: figures of two machines don't belong on one page. */
function storedRun(machine: Machine): BenchRun {
  // Safe cast: `npm run bench` wrote it.
  const stored = JSON.parse(readFileSync(RESULTS, "utf8")) as BenchRun;
  if (JSON.stringify(stored.machine) === JSON.stringify(machine)) return stored;
  throw new UserError(`${RESULTS} is from another machine: ${JSON.stringify(stored.machine)}. Run all with --write.`);
}

/** What a benchmark printed. Undefined if it failed. */
async function tablesOf(file: string): Promise<readonly BenchTable[] | undefined> {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-bench-"));
  const tables = join(directory, "tables.jsonl");
  try {
    writeFileSync(tables, "");
    if ((await run([process.execPath, `bench/${file}`], { BENCH_TABLES: tables })) !== 0) return undefined;
    const lines = readFileSync(tables, "utf8").split("\n").filter(Boolean);
    // Safe cast: `printTable` wrote the lines.
    return lines.map((line) => JSON.parse(line) as BenchTable);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
