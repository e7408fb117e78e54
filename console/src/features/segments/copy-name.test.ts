import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { copyName } from "./copy-name.ts";

test("names a copy with the first free number, within the limit", () => {
  expect(copyName("Admins", ["Admins"])).toBe("Admins copy");
  expect(copyName("Admins", ["admins COPY", "Admins copy 2"])).toBe("Admins copy 3");
  expect(copyName("a".repeat(limits.segment_name_chars_max), []).length).toBeLessThanOrEqual(
    limits.segment_name_chars_max,
  );
});
