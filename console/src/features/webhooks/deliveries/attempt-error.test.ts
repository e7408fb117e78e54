import { expect, test } from "bun:test";
import { attemptError } from "./attempt-error.ts";

test("describes known network errors in words, and keeps others as reported", () => {
  const refused = "connect ECONNREFUSED 127.0.0.1:9";
  expect(attemptError(refused, null)).toBe(`The receiver refused the connection. (${refused})`);
  expect(attemptError("unable to verify the first certificate", null)).toBe("unable to verify the first certificate");
  expect(attemptError(refused, 503)).toBe("The receiver returned 503.");
});
