import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { sharedServer } from "../../../test/support/shared-server.ts";
import { APP } from "../../../test/support/temporary-server.ts";

// A stopped clock refills no bucket.
const clock = manualClock(Date.parse("2026-11-23T12:00:00Z"));
const { server, owner } = await sharedServer({ clock });

/** Calls without a type are rejected one by one, which is fast. */
async function sendBatch(writeKey: string, calls: number, address: string) {
  const response = await fetch(`${server.origin}/segment/v1/batch`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": address },
    body: JSON.stringify({ writeKey, batch: Array.from({ length: calls }, () => ({})) }),
  });
  const { code, success } = Object(await response.json());
  return { status: response.status, code, success, retry_after: response.headers.get("Retry-After") };
}

test("limits pages by the calls of their batches, not by requests", async () => {
  const send = (calls: number, address = "203.0.113.7") => sendBatch(APP.key, calls, address);
  const of_largest = limits.segment_batch_calls_max / limits.segment_page_calls_per_request;
  const batches = Math.floor(limits.v1_requests_burst_max / of_largest);
  for (let count = 0; count < batches; count++) {
    expect(await send(limits.segment_batch_calls_max)).toMatchObject({ status: 200, success: false });
  }
  expect(await send(limits.segment_batch_calls_max)).toMatchObject({
    ...{ status: 429, code: "rate_limited" },
    retry_after: String(Math.ceil(of_largest / limits.v1_requests_per_second_max)),
  });
  expect((await send(limits.segment_batch_calls_max, "203.0.113.8")).status).toBe(200);
  clock.advance((of_largest / limits.v1_requests_per_second_max) * SECOND_MS);
  expect((await send(limits.segment_batch_calls_max)).status).toBe(200);
});

test("refuses a batch above the backend's limit as a whole, and accepts the rest of the limit", async () => {
  const { json } = await owner.call("POST", "/api/tokens", {
    name: "CDP",
    scopes: ["event.write"],
    expires_in_days: 1,
  });
  const send = (calls: number) => sendBatch(`${APP.key}:${json.token}`, calls, "203.0.113.9");
  const burst = limits.back_end_calls_per_second_max * limits.back_end_burst_s;
  const rest = 10;
  for (let left = burst - rest; left > 0; left -= limits.segment_batch_calls_max) {
    expect((await send(Math.min(left, limits.segment_batch_calls_max))).status).toBe(200);
  }
  expect(await send(rest + 1)).toMatchObject({ status: 429, code: "rate_limited", retry_after: "1" });
  expect((await send(rest)).status).toBe(200);
  expect((await send(1)).status).toBe(429);
});
