import { expect, test } from "bun:test";
import {
  failedFilesOfJunit,
  failedFilesOfPlaywright,
  RERUN_TESTS_MAX,
  shouldRerun,
  totalsAfterRerun,
} from "./rerun.ts";

test("finds the file of each failed test in both reports", () => {
  const xml = `<testsuites name="bun test" tests="4" failures="2"><testsuite>
    <testcase name="a" file="sdk/a.test.ts" line="1" assertions="2" />
    <testcase name="b" file="sdk/b.test.ts" line="2" assertions="2">
      <failure type="TimeoutError" message="test timed out" />
    </testcase>
    <testcase name="c" file="sdk/b.test.ts" line="3" assertions="0">
      <failure type="AssertionError" />
    </testcase>
    <testcase name="d" file="sdk/d.test.ts" line="4" assertions="0">
      <skipped />
    </testcase>
  </testsuite></testsuites>`;
  expect(failedFilesOfJunit(xml)).toEqual(["sdk/b.test.ts", "sdk/b.test.ts"]);
  const spec = (ok: boolean) => ({ title: "t", ok, tests: [] });
  const suites = [
    { file: "e2e/a.web.ts", specs: [spec(true)] },
    { file: "e2e/b.web.ts", specs: [], suites: [{ file: "e2e/b.web.ts", specs: [spec(false), spec(false)] }] },
  ];
  expect(failedFilesOfPlaywright(JSON.stringify({ suites }))).toEqual(["e2e/b.web.ts", "e2e/b.web.ts"]);
  expect(failedFilesOfPlaywright("Segmentation fault")).toEqual([]);
});

test("runs a few failed tests again, and neither many nor what failed beside a crash", () => {
  const failed = (count: number) => ({ passed: 10, failed: count, skipped: 0 });
  const files = (count: number) => Array.from({ length: count }, () => "a.test.ts");
  expect(shouldRerun(failed(0), [])).toBe(false);
  expect(shouldRerun(failed(1), files(1))).toBe(true);
  expect(shouldRerun(failed(RERUN_TESTS_MAX), files(RERUN_TESTS_MAX))).toBe(true);
  expect(shouldRerun(failed(RERUN_TESTS_MAX + 1), files(RERUN_TESTS_MAX + 1))).toBe(false);
  expect(shouldRerun(failed(1), [])).toBe(false);
  // One test, and a runner that crashed or a file that didn't load.
  expect(shouldRerun(failed(2), files(1))).toBe(false);
});

test("counts failed tests as passed only if every one passed alone", () => {
  const first = { passed: 10, failed: 2, skipped: 1 };
  expect(totalsAfterRerun(first, { passed: 5, failed: 0, skipped: 0 })).toEqual({ passed: 12, failed: 0, skipped: 1 });
  expect(totalsAfterRerun(first, { passed: 4, failed: 1, skipped: 0 })).toEqual(first);
  expect(totalsAfterRerun(first, { passed: 0, failed: 0, skipped: 0 })).toEqual(first);
});
