import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.ts";
import { startPostgres } from "./services/postgres.ts";
import { ensureServices } from "./services/services.ts";
import { capture, installed, main, print, printError, ROOT, run } from "./terminal.ts";
import { failuresOfBun, failuresOfPlaywright } from "./test-run/failures.ts";
import { LANES, type Lane, lanesOf } from "./test-run/lanes.ts";
import { failedFilesOfJunit, failedFilesOfPlaywright, shouldRerun, totalsAfterRerun } from "./test-run/rerun.ts";
import { PARTS, partOf, selectFiles } from "./test-run/selection.ts";
import { bundleServer } from "./test-run/server-bundle.ts";
import { revision, testFiles } from "./test-run/test-files.ts";
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
  /** That of each failed test. */
  readonly files: readonly string[];
}
const NO_OUTCOME: Outcome = { totals: NO_TESTS, failures: [], files: [] };

const readText = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");

/** Printed in one piece at the end. Browser tests take longer and are printed as they run. */
async function unitTests(
  lane: Lane,
  files: readonly string[],
  environment: Readonly<Record<string, string>>,
  reports: string,
): Promise<Outcome> {
  if (files.length === 0) return NO_OUTCOME;
  const report = join(reports, `${lane}.xml`);
  const options = ["--reporter=junit", `--reporter-outfile=${report}`, `--timeout=${TEST_DEADLINE_MS}`];
  const command = [process.execPath, "test", ...options, ...files.map((file) => `./${file}`)];
  const { code, output } = await capture(command, environment);
  print(`\n── bun test: ${lane} ──\n${output}\n`);
  const totals = readTotals(`bun test (${lane})`, report, totalsFromJunit, code);
  return { totals, failures: failuresOfBun(output), files: failedFilesOfJunit(readText(report)) };
}

async function browserTests(
  files: readonly string[],
  chromium: string,
  server: string,
  reports: string,
  workers: number,
): Promise<Outcome> {
  if (files.length === 0) return NO_OUTCOME;
  print("\n── playwright ──");
  const report = join(reports, "playwright.json");
  const options = ["--reporter=list,json", `--workers=${workers}`, "--pass-with-no-tests"];
  const code = await run([installed("playwright"), "test", ...options, ...files], {
    CHROMIUM_PATH: chromium,
    TEST_SERVER: server,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const totals = readTotals("Playwright", report, totalsFromPlaywright, code);
  const json = readText(report);
  return { totals, failures: failuresOfPlaywright(json, readText), files: failedFilesOfPlaywright(json) };
}

function joined(outcomes: readonly Outcome[]): Outcome {
  return {
    totals: outcomes.map(({ totals }) => totals).reduce(addTotals, NO_TESTS),
    failures: outcomes.flatMap(({ failures }) => failures),
    files: outcomes.flatMap(({ files }) => files),
  };
}

/** Which test files run: those whose path contains one of the patterns, all, or a selection. */
async function filesToRun(patterns: readonly string[], everything: boolean): Promise<readonly string[]> {
  const all = testFiles();
  const paths = all.map(({ path }) => path);
  if (patterns.length > 0) return paths.filter((path) => patterns.some((pattern) => path.includes(pattern)));
  if (everything) return paths;
  const { commit, changed } = await revision();
  const part = partOf(commit);
  const selected = selectFiles(all, part, changed);
  print(
    `\n${selected.length} of ${paths.length} test files: those that run each time or changed, and part ${part + 1} of ${PARTS} of the others, which the commit chooses. All of them: npm run test:all`,
  );
  return selected;
}

export interface TestRun {
  /** Whether to run all files without patterns, instead of a selection. */
  readonly everything: boolean;
  /** Whether a few failed tests run again, alone. Those that pass then are listed as unstable. */
  readonly reruns: boolean;
}

/** A selection of the tests, all tests, or those whose path contains a pattern. The last line is `N passed, N failed`. */
export async function test(patterns: readonly string[], { everything, reruns }: TestRun): Promise<number> {
  const { chromium } = await ensureServices();
  await build();
  rmSync(REPORTS, { recursive: true, force: true });
  const again_reports = join(REPORTS, "again");
  mkdirSync(again_reports, { recursive: true });
  const files = await filesToRun(patterns, everything);
  const server = await bundleServer();
  const postgres = await startPostgres();
  const environment = { TEST_POSTGRES_URL: postgres.url, TEST_SERVER: server };
  const pagesOf = (of: readonly string[]): string[] => of.filter((file) => file.endsWith(".web.ts"));
  let first = NO_OUTCOME;
  let again = NO_OUTCOME;
  try {
    const lanes = lanesOf(files);
    // In parallel: one lane is CPU-bound on a single core, and the others wait for a browser or disk half of the time.
    const running = LANES.map((lane) => unitTests(lane, lanes[lane], environment, REPORTS));
    first = joined(await Promise.all([...running, browserTests(pagesOf(files), chromium, server, REPORTS, 3)]));
    if (reruns && shouldRerun(first.totals, first.files)) {
      const failed = [...new Set(first.files)];
      const failed_lanes = lanesOf(failed);
      const outcomes: Outcome[] = [];
      for (const lane of LANES) outcomes.push(await unitTests(lane, failed_lanes[lane], environment, again_reports));
      outcomes.push(await browserTests(pagesOf(failed), chromium, server, again_reports, 1));
      again = joined(outcomes);
    }
  } finally {
    await postgres.stop();
  }
  return printOutcome(first, again);
}

function printOutcome(first: Outcome, again: Outcome): number {
  const total = totalsAfterRerun(first.totals, again.totals);
  const unstable = total.failed < first.totals.failed;
  const title = unstable ? "unstable: failed, and passed when run again alone" : "failures";
  if (first.failures.length > 0) print(`\n── ${title} ──\n\n${first.failures.join("\n\n")}`);
  if (again.failures.length > 0) print(`\n── failures when run again alone ──\n\n${again.failures.join("\n\n")}`);
  if (total.skipped > 0) print(`\n${total.skipped} skipped`);
  if (total.passed + total.failed === 0) printError("No tests ran.");
  print(`\n${summaryLine(total)}`);
  return total.failed === 0 && total.passed > 0 ? 0 : 1;
}

if (import.meta.main)
  await main(() => {
    const args = process.argv.slice(2);
    const patterns = args.filter((argument) => argument !== "--all");
    return test(patterns, { everything: patterns.length < args.length, reruns: true });
  });
