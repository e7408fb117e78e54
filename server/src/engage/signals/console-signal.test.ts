import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { CONSOLE_APP_KEY } from "@fanfare/contract/schema/accounts/new-app";
import { appRecord } from "../../../test/support/v1-server.ts";
import { createAppDirectory } from "../../accounts/apps/app-directory.ts";
import { notifyConsolesSoon } from "./console-signal.ts";

test("signals open consoles once per interval after the last change", () => {
  const clock = manualClock(0);
  const signals: number[] = [];
  const own = appRecord({ key: CONSOLE_APP_KEY as ReturnType<typeof appRecord>["key"] });
  const notifySoon = notifyConsolesSoon({
    clock,
    apps: createAppDirectory([own]),
    publish: () => void signals.push(clock.now()),
  });
  notifySoon();
  clock.advance(limits.live_update_counts_interval_ms - 1);
  notifySoon();
  expect(signals).toEqual([]);
  clock.advance(1);
  expect(signals).toEqual([limits.live_update_counts_interval_ms]);
  clock.advance(limits.live_update_counts_interval_ms);
  notifySoon();
  clock.advance(limits.live_update_counts_interval_ms);
  expect(signals).toHaveLength(2);
  expect(clock.pending()).toBe(0);
});
