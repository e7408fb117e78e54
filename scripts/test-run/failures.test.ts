import { describe, expect, test } from "bun:test";
import { failuresOfBun, failuresOfPlaywright } from "./failures.ts";

describe("failure summary", () => {
  test("collects Bun's output since the previous test", () => {
    const output = [
      "a.test.ts:",
      "(pass) one > works [1.00ms]",
      "12 | expect(1).toBe(2)",
      "error: expect(received).toBe(expected)",
      "(fail) one > adds [2.00ms]",
      "(pass) one > goes on [1.00ms]",
      "",
      "1 tests failed:",
      "(fail) one > adds [2.00ms]",
    ].join("\n");
    expect(failuresOfBun(output)).toEqual([
      "12 | expect(1).toBe(2)\nerror: expect(received).toBe(expected)\n(fail) one > adds [2.00ms]",
    ]);
  });

  test("collects unexpected results, their pages, and global errors from Playwright's report", () => {
    const attachments = [{ name: "error-context", path: "a.md" }, { name: "screenshot" }];
    const spec = (title: string, status: string, message: string) => ({
      title,
      tests: [{ status, results: [{ errors: [{ message }], attachments }] }],
    });
    const report = {
      suites: [
        {
          file: "a.web.ts",
          specs: [spec("is well", "expected", "never told")],
          suites: [{ file: "a.web.ts", specs: [spec("is not", "unexpected", "\u001b[31mError\u001b[39m: no")] }],
        },
      ],
      errors: [{ message: "b.web.ts does not load" }],
    };
    const page = '# Page snapshot\n\n```yaml\n- heading "Orders"\n```\n\n# Test source\n';
    const readText = (path: string) => (path === "a.md" ? page : "");
    expect(failuresOfPlaywright(JSON.stringify(report), readText)).toEqual([
      'a.web.ts › is not\nError: no\npage:\n- heading "Orders"',
      "b.web.ts does not load",
    ]);
    expect(failuresOfPlaywright("not a report", readText)).toEqual([]);
  });

  test("truncates the middle of long output", () => {
    const [failure = ""] = failuresOfBun(`begins ${"x".repeat(10_000)}\n(fail) long [1ms]`);
    expect(failure.length).toBeLessThan(4_100);
    expect(failure).toStartWith("begins");
    expect(failure).toEndWith("(fail) long [1ms]");
  });
});
