import type { TestTotals } from "./totals.ts";

/** More failed tests than this have a cause that running them again can't tell from chance. */
export const RERUN_TESTS_MAX = 3;

/** Files with a failed test in Bun's JUnit report, each once. */
export function failedFilesOfJunit(xml: string): readonly string[] {
  const cases = xml.matchAll(/<testcase\b[^>]*\bfile="([^"]+)"[^>]*[^/]>\s*<(?:failure|error)\b/g);
  return [...new Set([...cases].map(([, file = ""]) => file))];
}

interface Suite {
  readonly file?: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly { readonly ok: boolean }[];
}

/** Files with a failed test in Playwright's JSON report, each once. */
export function failedFilesOfPlaywright(json: string): readonly string[] {
  const filesOf = (suite: Suite): readonly string[] => [
    ...(suite.specs?.some(({ ok }) => !ok) ? [suite.file ?? ""] : []),
    ...(suite.suites ?? []).flatMap(filesOf),
  ];
  try {
    // Fields of Playwright's JSON reporter.
    return [...new Set(filesOf(JSON.parse(json) as Suite))];
  } catch {
    return [];
  }
}

/**
 * Whether the failed tests run again, alone. A run of everything keeps a small machine so busy that waits which are
 * generous otherwise may end too early. `files`: those with a failed test.
 */
export function shouldRerun({ failed }: TestTotals, files: readonly string[]): boolean {
  // Without files, a runner crashed, or a file didn't load.
  return failed > 0 && failed <= RERUN_TESTS_MAX && files.length > 0;
}

/** Totals with the results of the second run: either all failed tests passed, or all count. */
export function totalsAfterRerun(first: TestTotals, again: TestTotals): TestTotals {
  const all_passed = again.failed === 0 && again.passed > 0;
  return all_passed ? { ...first, passed: first.passed + first.failed, failed: 0 } : first;
}
