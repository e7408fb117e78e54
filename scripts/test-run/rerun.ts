import type { TestTotals } from "./totals.ts";

/** More failed tests than this have a cause that running them again can't tell from chance. */
export const RERUN_TESTS_MAX = 3;

/** The file of each failed test in Bun's JUnit report. */
export function failedFilesOfJunit(xml: string): readonly string[] {
  const cases = xml.matchAll(/<testcase\b[^>]*\bfile="([^"]+)"[^>]*[^/]>\s*<(?:failure|error)\b/g);
  return [...cases].map(([, file = ""]) => file);
}

interface Suite {
  readonly file?: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly { readonly ok: boolean }[];
}

/** The file of each failed test in Playwright's JSON report. */
export function failedFilesOfPlaywright(json: string): readonly string[] {
  const filesOf = (suite: Suite): readonly string[] => [
    ...(suite.specs ?? []).flatMap(({ ok }) => (ok ? [] : [suite.file ?? ""])),
    ...(suite.suites ?? []).flatMap(filesOf),
  ];
  try {
    // Fields of Playwright's JSON reporter.
    return filesOf(JSON.parse(json) as Suite);
  } catch {
    return [];
  }
}

/**
 * Whether the failed tests run again, alone. A run of everything keeps a small machine so busy that waits which are
 * generous otherwise may end too early. `files`: that of each failed test. A failure without one is a runner that
 * crashed, or a file that didn't load, which no second run makes good.
 */
export function shouldRerun({ failed }: TestTotals, files: readonly string[]): boolean {
  return failed > 0 && failed <= RERUN_TESTS_MAX && files.length === failed;
}

/** Totals with the results of the second run: either all failed tests passed, or all count. */
export function totalsAfterRerun(first: TestTotals, again: TestTotals): TestTotals {
  const all_passed = again.failed === 0 && again.passed > 0;
  return all_passed ? { ...first, passed: first.passed + first.failed, failed: 0 } : first;
}
