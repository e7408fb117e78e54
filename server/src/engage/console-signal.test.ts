import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/clock";
import { limits } from "@fanfare/contract/limits";
import { CONSOLE_APP_KEY } from "@fanfare/contract/schema/new-app";
import { appDirectoryOf } from "../accounts/app-directory.ts";
import { appRecord } from "../http/v1-testing.ts";
import { consolesSoon } from "./console-signal.ts";

test("what a crowd does is told to open consoles once an interval, after the last of it", () => {
  const clock = manualClock(0);
  const told: number[] = [];
  const own = appRecord({ key: CONSOLE_APP_KEY as ReturnType<typeof appRecord>["key"] });
  const tellSoon = consolesSoon({ clock, apps: appDirectoryOf([own]), publish: () => void told.push(clock.now()) });
  tellSoon();
  clock.advance(limits.live_update_counts_interval_ms - 1);
  tellSoon();
  expect(told).toEqual([]);
  clock.advance(1);
  expect(told).toEqual([limits.live_update_counts_interval_ms]);
  clock.advance(limits.live_update_counts_interval_ms);
  tellSoon();
  clock.advance(limits.live_update_counts_interval_ms);
  expect(told).toHaveLength(2);
  expect(clock.pending()).toBe(0);
});
