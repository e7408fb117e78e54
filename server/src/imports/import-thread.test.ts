import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { createImportThread } from "./import-thread.ts";

const TOUR = { name: "tour.js", text: `driver({ steps: [{ popover: { title: "A" } }] })` };
/** Takes seconds to parse. */
const LARGE = { name: "large.js", text: "()=>[{a:1}];".repeat(80_000) };
const request = (...files: readonly { readonly name: string; readonly text: string }[]) => ({ files, taken: [] });

test("stops a file that takes too long, and reads the next one", async () => {
  const clock = manualClock(0);
  const readFiles = createImportThread(clock);
  const slow = readFiles(request(LARGE));
  const next = readFiles(request(TOUR));
  await Promise.resolve();
  clock.advance(limits.content_import_ms_max);
  expect(await slow).toMatchObject({ kind: "failed", failure: "too_large" });
  expect(await next).toMatchObject({ kind: "read", files: [{ from: "driver.js" }] });
});

test("refuses imports while too many are waiting", async () => {
  const readFiles = createImportThread(manualClock(0));
  const all = Array.from({ length: limits.content_imports_waiting_max }, () => readFiles(request(TOUR)));
  await expect(readFiles(request(TOUR))).rejects.toMatchObject({ code: "rate_limited" });
  await Promise.all(all);
  expect((await readFiles(request(TOUR))).kind).toBe("read");
});
