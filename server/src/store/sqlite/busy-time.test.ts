import { expect, test } from "bun:test";
import { busyMs } from "./busy-time.ts";

test.if(process.platform === "linux")(
  "a wait isn't busy time, and work is, also while others have the processor",
  () => {
    const [start_ms, busy_ms] = [performance.now(), busyMs()];
    Bun.sleepSync(50);
    expect(busyMs() - busy_ms).toBeLessThan((performance.now() - start_ms) / 2);
    const [work_ms, before_ms] = [performance.now(), busyMs()];
    while (performance.now() - work_ms < 50);
    expect(busyMs() - before_ms).toBeGreaterThan(45);
  },
);
