import { join } from "node:path";
import { capture, installed, main, print, ROOT, seconds } from "./terminal.ts";
import { failuresOfBun } from "./test-run/failures.ts";
import { quickOf, TEST_FILES } from "./test-run/lanes.ts";
import { summaryLine, totalsFromJunit } from "./test-run/totals.ts";

const REPORT = join(ROOT, ".cache", "quick.xml");
const TEST_DEADLINE_MS = 20_000;

async function check(name: string, command: readonly string[]): Promise<boolean> {
  const started_ms = performance.now();
  const { code, output } = await capture(command);
  print(`${code === 0 ? "ok    " : "WRONG "} ${name} (${seconds(started_ms)})${code === 0 ? "" : `\n${output}\n`}`);
  return code === 0;
}

async function tests(): Promise<boolean> {
  const started_ms = performance.now();
  const files = quickOf([...new Bun.Glob(TEST_FILES).scanSync({ cwd: ROOT })]);
  // A process for each core, which runs many files in one global scope: a scope for each file would cost as much again.
  const parallel = ["--parallel", "--no-isolate"];
  const options = [...parallel, "--reporter=junit", `--reporter-outfile=${REPORT}`, `--timeout=${TEST_DEADLINE_MS}`];
  const { code, output } = await capture([process.execPath, "test", ...options, ...files.map((file) => `./${file}`)]);
  const totals = totalsFromJunit(await Bun.file(REPORT).text());
  if (code !== 0) print(`\n${failuresOfBun(output).join("\n\n") || output}`);
  print(`${code === 0 ? "ok    " : "WRONG "} tests (${seconds(started_ms)})`);
  if (totals !== undefined) print(`\n${summaryLine(totals)}`);
  return code === 0 && totals !== undefined;
}

/** What to run while working: types, lint, and the tests that need no service. `npm run test:all` runs everything. */
await main(async () => {
  const lint = check("format, lint, import rules", [installed("biome"), "check", "--error-on-warnings", "."]);
  const types = check("types", [installed("tsc"), "-p", "."]);
  const passed = await Promise.all([lint, types, tests()]);
  return passed.every(Boolean) ? 0 : 1;
});
