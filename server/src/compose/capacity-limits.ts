import { readFileSync } from "node:fs";
import { limits } from "@fanfare/contract/limits";
import type { Config } from "../config/config.ts";
import type { CapacityLimits } from "../gateway/session/capacity.ts";
import type { Log } from "../lib/log.ts";

/**
 * Limits of the configuration. Without one for connections, all file descriptors that this process may open, except a
 * reserve for HTTP requests, the database, and webhooks.
 */
export function capacityLimits(
  config: Pick<Config, "connections_max" | "connections_per_address_max" | "accepts_per_second_max">,
  log: Log,
  descriptors = openFilesMax(),
): CapacityLimits {
  const reserve = Math.min(limits.descriptors_reserved, Math.floor(descriptors / 2));
  const affordable = descriptors - reserve;
  const connections_max = config.connections_max ?? affordable;
  if (connections_max === 0 || connections_max > affordable) {
    log.warn("descriptors_low", { connections_max, descriptors, reserve, remedy: "Raise the open files limit." });
  }
  return { ...config, connections_max };
}

/** `ulimit -n` of this process, which Bun raises to its hard limit. Other systems than Linux don't tell. */
function openFilesMax(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? limits.descriptors_assumed : Number(soft);
  } catch {
    return limits.descriptors_assumed;
  }
}
