export interface TestTotals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const NO_TESTS: TestTotals = { passed: 0, failed: 0, skipped: 0 };

export function addTotals(one: TestTotals, other: TestTotals): TestTotals {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}

/** Last line of `npm test`. */
export function summaryLine({ passed, failed }: TestTotals): string {
  return `${passed} passed, ${failed} failed`;
}

/**
 * Reads totals from the root attributes of Bun's JUnit report.
 *
 * @returns undefined if the text isn't such a report.
 */
export function totalsFromJunit(xml: string): TestTotals | undefined {
  const root = /<testsuites\b([^>]*)>/.exec(xml)?.[1];
  if (root === undefined) return undefined;
  const number = (name: string): number => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(root)?.[1] ?? 0);
  const failed = number("failures") + number("errors");
  const skipped = number("skipped");
  return { passed: number("tests") - failed - skipped, failed, skipped };
}

/**
 * Reads totals from Playwright's JSON report. Errors outside of tests (such as a file that fails to load) count as one
 * each.
 *
 * @returns undefined if the text isn't such a report.
 */
export function totalsFromPlaywright(json: string): TestTotals | undefined {
  try {
    // Fields of Playwright's JSON reporter. Absent ones count as 0.
    const report = JSON.parse(json) as {
      readonly stats?: { expected?: number; unexpected?: number; skipped?: number };
      readonly errors?: readonly unknown[];
    };
    if (report.stats === undefined) return undefined;
    const { expected = 0, unexpected = 0, skipped = 0 } = report.stats;
    return { passed: expected, failed: unexpected + (report.errors?.length ?? 0), skipped };
  } catch {
    return undefined;
  }
}
