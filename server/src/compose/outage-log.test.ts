import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { jsonLog } from "../lib/log.ts";
import { StoreError } from "../store/store.ts";
import { createOutageLog } from "./outage-log.ts";

function outageLog() {
  const clock = manualClock(0);
  const lines: Record<string, unknown>[] = [];
  const inner = jsonLog({ clock, level: "info", write: (line) => void lines.push(JSON.parse(line)) });
  return { clock, lines, log: createOutageLog(inner, clock) };
}

const outage = new StoreError("unavailable", "Failed to connect (ERR_POSTGRES_CONNECTION_REFUSED)");
const shown = { name: "StoreError", message: outage.message };

test("logs the same work's failures in an outage once a minute, without a stack", () => {
  const { clock, lines, log } = outageLog();
  for (let second = 0; second <= 60; second++) {
    log.error("webhook_facts_failed", { error: outage });
    log.with({ app_id: "1001" }).warn("app_refresh_failed", { tries: second, error: outage });
    clock.advance(SECOND_MS);
  }
  const facts = lines.filter(({ event }) => event === "webhook_facts_failed");
  expect(facts).toEqual([
    { at: "1970-01-01T00:00:00.000Z", level: "error", event: "webhook_facts_failed", error: shown },
    {
      ...{ at: "1970-01-01T00:01:00.000Z", level: "error", event: "webhook_facts_failed", error: shown },
      repeated: 59,
    },
  ]);
  expect(lines.filter(({ event }) => event === "app_refresh_failed").map(({ tries }) => tries)).toEqual([0, 60]);
});

test("logs each failed request, each work, and every other error", () => {
  const { clock, lines, log } = outageLog();
  log.error("request_failed", { request_id: "req_1", error: outage });
  log.error("request_failed", { request_id: "req_1", error: outage });
  log.error("webhook_queue_failed", { webhook_id: "whk_1", error: outage });
  log.error("webhook_queue_failed", { webhook_id: "whk_2", error: outage });
  const unexpected = new TypeError("undefined is not a function");
  for (let time = 0; time < 2; time++) log.error("webhook_facts_failed", { error: unexpected });
  clock.advance(MINUTE_MS);
  expect(lines.map(({ event }) => event)).toEqual([
    ...["request_failed", "request_failed", "webhook_queue_failed", "webhook_queue_failed"],
    ...["webhook_facts_failed", "webhook_facts_failed"],
  ]);
  expect(lines[0]?.["error"]).toEqual(shown);
  expect(lines.at(-1)?.["error"]).toMatchObject({ stack: unexpected.stack });
});
