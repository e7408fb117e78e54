import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { silentLog } from "../lib/log.ts";
import { VersionPoll } from "./version-poll.ts";

// Cast: any text is an ID here.
const APP = "7" as AppId;

function setUp() {
  const clock = manualClock(0);
  const stored = { config_version: 1 };
  let app = { id: APP, ...stored };
  let is_down = false;
  const signaled: number[] = [];
  const refresh = (): void => {
    app = { id: APP, ...stored };
  };
  const poll = new VersionPoll({
    ...{ clock, log: silentLog },
    apps: {
      all: () => [app],
      async refreshChanged() {
        const { config_version } = stored;
        await Promise.resolve();
        if (is_down) throw new Error("The database doesn't respond.");
        app = { id: APP, config_version };
      },
    },
    signal: (_, version) => void signaled.push(version),
  });
  const advance = async (duration_ms: number): Promise<void> => {
    clock.advance(duration_ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, stored, signaled, poll, refresh, advance, setDown: (down: boolean) => (is_down = down) };
}

test("signals each version once, also if a command loaded it and its signal was lost", async () => {
  const { stored, signaled, poll, refresh, advance } = setUp();
  await advance(limits.apps_poll_ms);
  expect(signaled).toEqual([]);
  stored.config_version = 2;
  refresh();
  for (let polls = 0; polls < 3; polls++) await advance(limits.apps_poll_ms);
  expect(signaled).toEqual([2]);
  await poll.stop();
});

test("catches up with what was committed before the call, also during a read, and goes on after failures", async () => {
  const { clock, stored, signaled, poll, setDown } = setUp();
  const first = poll.catchUp();
  stored.config_version = 2;
  const [second, third] = [poll.catchUp(), poll.catchUp()];
  expect(third).toBe(second);
  await second;
  expect(signaled).toEqual([2]);
  await first;
  setDown(true);
  await expect(poll.catchUp()).rejects.toThrow("doesn't respond");
  setDown(false);
  stored.config_version = 3;
  await poll.catchUp();
  expect(signaled).toEqual([2, 3]);
  await poll.stop();
  expect(clock.pending()).toBe(0);
});
