import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Row } from "./accessibility/row.ts";
import { ROWS } from "./accessibility/rows.ts";
import { accessibilityIsFresh, missingTests, outcomesOf } from "./accessibility.ts";
import { ROOT } from "./terminal.ts";

test("keeps docs/ACCESSIBILITY.md in sync with the rows", () => {
  expect(accessibilityIsFresh()).toBe(true);
});

test("references only tests that exist", () => {
  for (const { rule, shown_by } of ROWS) expect(`${rule} ${shown_by.length > 0}`).toBe(`${rule} true`);
  const gone = ROWS.flatMap(({ shown_by }) => shown_by).filter(
    ({ file, title }) => !readFileSync(join(ROOT, file), "utf8").includes(`"${title}"`),
  );
  expect(gone).toEqual([]);
});

test("omits rules whose tests failed or didn't run", () => {
  const spec = (title: string, ok: boolean) => ({ title, ok, tests: [{ status: ok ? "expected" : "unexpected" }] });
  const browser = JSON.stringify({
    suites: [
      {
        ...{ title: "a.web.ts", file: "a.web.ts" },
        specs: [spec("holds", true)],
        suites: [{ title: "group", specs: [spec("one", true), spec("two", false)] }],
      },
    ],
  });
  const bun = `<?xml version="1.0"?><testsuites><testsuite><testcase name="it&apos;s so" file="b.test.ts" /><testcase name="no" file="b.test.ts"><failure /></testcase></testsuite></testsuites>`;
  const row = (file: string, title: string): Row => ({ part: "", rule: "", source: "", shown_by: [{ file, title }] });
  const rows = [
    row("a.web.ts", "holds"),
    row("a.web.ts", "group"),
    row("b.test.ts", "it's so"),
    row("b.test.ts", "no"),
    row("b.test.ts", "gone"),
  ];
  expect(missingTests(rows, outcomesOf([browser, bun]))).toEqual([
    "a.web.ts: “group” failed",
    "b.test.ts: “no” failed",
    "b.test.ts: “gone” didn't run",
  ]);
});
