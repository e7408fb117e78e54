import { describe, expect, test } from "bun:test";
import { readAdvisories } from "./advisories.ts";

describe("advisories", () => {
  test("are named with severity and range", () => {
    const report = {
      auditReportVersion: 2,
      vulnerabilities: { "left-pad": { severity: "high", range: "<1.3.0" } },
    };
    expect(readAdvisories(JSON.stringify(report))).toEqual({ kind: "checked", findings: ["high: left-pad <1.3.0"] });
  });

  test("are never none when the registry answers with an error or nothing", () => {
    const error = { message: "405 Method Not Allowed", statusCode: 405 };
    expect(readAdvisories(JSON.stringify(error))).toEqual({ kind: "unavailable", reason: "405 Method Not Allowed" });
    expect(readAdvisories("").kind).toBe("unavailable");
  });
});
