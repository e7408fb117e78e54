import { expect, test } from "bun:test";
import { busyMs } from "./busy-time.ts";

test.if(process.platform === "linux")(
  "a wait isn't busy time, and work is, also while others have the processor",
  () => {
    // After a wait, the process may have to wait for the processor, which counts as busy. It doesn't after each.
    const shares = Array.from({ length: 20 }, () => {
      const [start_ms, busy_ms] = [performance.now(), busyMs()];
      Bun.sleepSync(10);
      return (busyMs() - busy_ms) / (performance.now() - start_ms);
    });
    expect(Math.min(...shares)).toBeLessThan(0.5);
    const [work_ms, before_ms] = [performance.now(), busyMs()];
    while (performance.now() - work_ms < 50);
    expect(busyMs() - before_ms).toBeGreaterThan(45);
  },
);
