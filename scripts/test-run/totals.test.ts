import { describe, expect, test } from "bun:test";
import { addTotals, summaryLine, totalsFromJunit, totalsFromPlaywright } from "./totals.ts";

describe("closing line", () => {
  test("adds the totals of both runners", () => {
    const bun = totalsFromJunit(
      '<?xml version="1.0"?>\n<testsuites name="bun test" tests="10" assertions="31" failures="1" skipped="2" time="1">',
    );
    const browser = totalsFromPlaywright('{"stats":{"expected":4,"unexpected":2,"skipped":0},"errors":[{}]}');
    if (bun === undefined || browser === undefined) throw new Error("not read");
    expect(summaryLine(addTotals(bun, browser))).toBe("11 passed, 4 failed");
  });

  test("ignores output that isn't a report", () => {
    expect(totalsFromJunit("Segmentation fault")).toBeUndefined();
    expect(totalsFromPlaywright("")).toBeUndefined();
    expect(totalsFromPlaywright("{}")).toBeUndefined();
  });
});
