/** How the tests of one runner ended. */
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

/** The last line of `npm test`. */
export function summaryLine({ passed, failed }: TestTotals): string {
  return `${passed} passed, ${failed} failed`;
}

/**
 * Counts Bun's JUnit report: the attributes of its root.
 *
 * @returns undefined for a text that is no such report.
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
 * Counts Playwright's JSON report. A test that passed only when tried again counts as failed: nothing here is flaky on
 * purpose. Errors outside of tests (a file that does not load) count one each.
 *
 * @returns undefined for a text that is no such report.
 */
export function totalsFromPlaywright(json: string): TestTotals | undefined {
  try {
    // The fields of Playwright's JSON reporter; absent ones count as nothing.
    const report = JSON.parse(json) as {
      readonly stats?: { expected?: number; unexpected?: number; flaky?: number; skipped?: number };
      readonly errors?: readonly unknown[];
    };
    if (report.stats === undefined) return undefined;
    const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report.stats;
    return { passed: expected, failed: unexpected + flaky + (report.errors?.length ?? 0), skipped };
  } catch {
    return undefined;
  }
}
