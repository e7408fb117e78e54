import { expect, test } from "bun:test";
import { gunzipSync } from "node:zlib";
import { gzipWith, sharedText } from "./shared-text.ts";

test("joins a shared text and any rest to one gzip file", () => {
  const start = `{"decisions":[${'{"slug":"welcome","name":"Willkommen – مرحبا"},'.repeat(500)}],`;
  const shared = sharedText(start);
  for (const length of [0, 1, 700, 65_535, 65_536, 200_000]) {
    const rest = "é".repeat(length % 2) + "x".repeat(length);
    const file = gzipWith(shared, rest);
    expect(gunzipSync(file).toString()).toBe(start + rest);
  }
  expect(gzipWith(shared, "{}").length).toBeLessThan(start.length / 20);
});
