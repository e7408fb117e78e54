import { expect, test } from "bun:test";
import { jsonLog } from "../lib/log.ts";
import { capacityLimits } from "./capacity-limits.ts";

const CONFIG = { connections_max: undefined, connections_per_address_max: 5, accepts_per_second_max: 6 };

test("leaves file descriptors to HTTP, and warns about a limit that doesn't", () => {
  const lines: string[] = [];
  const log = jsonLog({ clock: { now: () => 0 }, level: "warn", write: (line) => lines.push(line) });
  expect(capacityLimits(CONFIG, log, 20_000)).toEqual({ ...CONFIG, connections_max: 18_976 });
  expect(capacityLimits(CONFIG, log, 1_000).connections_max).toBe(500);
  expect(lines).toEqual([]);
  expect(capacityLimits({ ...CONFIG, connections_max: 19_000 }, log, 20_000).connections_max).toBe(19_000);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("descriptors_low");
});
