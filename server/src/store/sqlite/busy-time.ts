import { readFileSync } from "node:fs";

/**
 * Milliseconds that this thread has run, or was ready to run while others had the processor. What is missing to the time
 * that passed, it waited, as for a disk. Always 0 where the system doesn't tell, as outside Linux.
 *
 * Source: /proc/{pid}/schedstat of Linux, whose first two fields are nanoseconds.
 */
export function busyMs(): number {
  try {
    const [ran_ns, ready_ns] = readFileSync("/proc/thread-self/schedstat", "utf8").split(" ");
    return (Number(ran_ns) + Number(ready_ns)) / 1e6;
  } catch {
    return 0;
  }
}
