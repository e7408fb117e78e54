import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.ts";
import { startPostgres } from "./services/postgres.ts";
import { ensureServices } from "./services/services.ts";
import { capture, installed, main, print, printError, ROOT, run } from "./terminal.ts";
import { failuresOfBun, failuresOfPlaywright } from "./test-run/failures.ts";
import { LANES, type Lane, lanesOf, TEST_FILES } from "./test-run/lanes.ts";
import { bundleServer } from "./test-run/server-bundle.ts";
import {
  addTotals,
  NO_TESTS,
  summaryLine,
  type TestTotals,
  totalsFromJunit,
  totalsFromPlaywright,
} from "./test-run/totals.ts";

const REPORTS = join(ROOT, ".cache", "tests");
const TEST_DEADLINE_MS = 60_000;

/** One failure, for a runner that crashed without naming a test. */
const CRASHED: TestTotals = { ...NO_TESTS, failed: 1 };

function readTotals(
  name: string,
  report: string,
  read: (text: string) => TestTotals | undefined,
  code: number,
): TestTotals {
  const tally = existsSync(report) ? read(readFileSync(report, "utf8")) : undefined;
  if (tally === undefined) {
    printError(`${name} didn't write a report (exit code ${code}).`);
    return code === 0 ? NO_TESTS : CRASHED;
  }
  if (code === 0 || tally.failed > 0) return tally;
  printError(`${name} exited with code ${code}, but no test failed.`);
  return addTotals(tally, CRASHED);
}

interface Outcome {
  readonly totals: TestTotals;
  readonly failures: readonly string[];
}
const NO_OUTCOME: Outcome = { totals: NO_TESTS, failures: [] };

/** Printed in one piece at the end. Browser tests take longer and are printed as they run. */
async function unitTests(
  lane: Lane,
  files: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Outcome> {
  if (files.length === 0) return NO_OUTCOME;
  const report = join(REPORTS, `${lane}.xml`);
  const options = ["--reporter=junit", `--reporter-outfile=${report}`, `--timeout=${TEST_DEADLINE_MS}`];
  const command = [process.execPath, "test", ...options, ...files.map((file) => `./${file}`)];
  const { code, output } = await capture(command, environment);
  print(`\n── bun test: ${lane} ──\n${output}\n`);
  return { totals: readTotals(`bun test (${lane})`, report, totalsFromJunit, code), failures: failuresOfBun(output) };
}

async function browserTests(patterns: readonly string[], chromium: string, server: string): Promise<Outcome> {
  print("\n── playwright ──");
  const report = join(REPORTS, "playwright.json");
  const options = ["--reporter=list,json", "--workers=3", "--pass-with-no-tests"];
  const code = await run([installed("playwright"), "test", ...options, ...patterns], {
    CHROMIUM_PATH: chromium,
    TEST_SERVER: server,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const tally = readTotals("Playwright", report, totalsFromPlaywright, code);
  const readText = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");
  return { totals: tally, failures: failuresOfPlaywright(readText(report), readText) };
}

/**
 * Every test, or those whose file matches one of the arguments. The last line is `N passed, N failed`.
 */
export async function test(patterns: readonly string[]): Promise<number> {
  const { chromium } = await ensureServices();
  await build();
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const lanes = lanesOf([...new Bun.Glob(TEST_FILES).scanSync({ cwd: ROOT })], patterns);
  const server = await bundleServer();
  const postgres = await startPostgres();
  let outcomes: readonly Outcome[] = [];
  try {
    // In parallel: one lane is CPU-bound on a single core, and the others wait for a browser or disk half of the time.
    outcomes = await Promise.all([
      ...LANES.map((lane) => unitTests(lane, lanes[lane], { TEST_POSTGRES_URL: postgres.url, TEST_SERVER: server })),
      browserTests(patterns, chromium, server),
    ]);
  } finally {
    await postgres.stop();
  }
  const total = outcomes.map(({ totals: tally }) => tally).reduce(addTotals, NO_TESTS);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  if (failures.length > 0) print(`\n── failures ──\n\n${failures.join("\n\n")}`);
  if (total.skipped > 0) print(`\n${total.skipped} skipped`);
  if (total.passed + total.failed === 0) printError("No tests ran.");
  print(`\n${summaryLine(total)}`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

if (import.meta.main) await main(() => test(process.argv.slice(2)));
