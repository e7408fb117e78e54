import { expect, test } from "bun:test";
import { auditFilter, isFiltered, readAuditSearch } from "./search.ts";

test("reads valid parameters of the URL and ignores the others", () => {
  expect(readAuditSearch({ action: "content.publish", days: "7", entry: "aud_1", q: "x" })).toEqual({
    action: "content.publish",
    days: "7",
    entry: "aud_1",
  });
  expect(readAuditSearch({ days: "8", action: "x".repeat(61), member_id: { a: 1 } })).toEqual({});
});

test("converts days to a full minute and doesn't count the open entry as a filter", () => {
  const now_ms = Date.UTC(2026, 10, 21, 12, 30, 17);
  expect(auditFilter({ days: "1", action: "app.update", entry: "aud_2" }, now_ms)).toEqual({
    action: "app.update",
    since: "2026-11-20T12:30:00.000Z",
  });
  expect(isFiltered({ entry: "aud_2" })).toBe(false);
  expect(isFiltered({ days: "1" })).toBe(true);
});
