import { readdir, readFile } from "node:fs/promises";
import { SECOND_MS } from "@fanfare/contract/limits";
import { family } from "./prometheus-text.ts";

const MICROS_PER_SECOND = 1_000_000;

/** What Prometheus expects of any process. File descriptors are known on Linux only. */
export async function processMetrics(): Promise<string> {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const [open_fds, limits] = await Promise.all([
    readdir("/proc/self/fd").catch(() => undefined),
    readFile("/proc/self/limits", "utf8").catch(() => ""),
  ]);
  const max_fds = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  return [
    family("process_resident_memory_bytes", "gauge", "Process memory.", rss),
    family("process_heap_bytes", "gauge", "Memory in use by JavaScript objects.", heapUsed),
    family("process_cpu_seconds_total", "counter", "CPU time.", (user + system) / MICROS_PER_SECOND),
    family(
      "process_start_time_seconds",
      "gauge",
      "Start time of the process.",
      Math.round(performance.timeOrigin / SECOND_MS),
    ),
    family("process_open_fds", "gauge", "Open file descriptors.", open_fds === undefined ? [] : open_fds.length),
    family("process_max_fds", "gauge", "Maximum file descriptors.", max_fds === undefined ? [] : Number(max_fds)),
  ].join("");
}
