import { expect, test } from "bun:test";
import { manualClock, systemClock } from "@fanfare/contract/lib/clock";
import { type AppId, newId, type WebhookId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, HOUR_MS, limits } from "@fanfare/contract/limits";
import { sampleRows } from "../../test/support/sample-rows.ts";
import { sharedServer } from "../../test/support/shared-server.ts";
import { APP } from "../../test/support/temporary-server.ts";
import { insertDeliveries } from "../store/statements/realtime/webhook-deliveries.ts";
import { deliveryRates } from "./delivery-rates.ts";

const app_id = APP.id as AppId; // Cast: the test server's app.
const { server, owner } = await sharedServer();
const { store } = server.fanfare;

async function webhook(): Promise<WebhookId> {
  const settings = { url: "http://127.0.0.1:9/hook", enabled: false };
  return (await owner.call("POST", `/api/webhooks?app_id=${app_id}`, settings)).json.id;
}

/** Deliveries that were created at this time, and the following ones a millisecond later each. */
async function settle(webhook_id: WebhookId, state: "delivered" | "dead", count: number, at_ms: number): Promise<void> {
  const row = { ...sampleRows("rates").webhook_deliveries, app_id, webhook_id, state, message_id: null };
  const rows = Array.from({ length: count }, (_, index) => {
    const created_at = at_ms + index;
    return { ...row, id: newId("whd", manualClock(created_at), systemRng), created_at };
  });
  for (let from = 0; from < count; from += 500) {
    await store.write([{ query: insertDeliveries(store.db, rows.slice(from, from + 500)) }]);
  }
}

test("counts deliveries of the last 24 hours per webhook, without older and pending ones", async () => {
  const now_ms = systemClock.now();
  const [one, other] = [await webhook(), await webhook()];
  await settle(one, "delivered", 3, now_ms - HOUR_MS);
  await settle(one, "dead", 1, now_ms - HOUR_MS);
  await settle(one, "dead", 2, now_ms - DAY_MS - HOUR_MS);
  await settle(other, "dead", 2, now_ms - HOUR_MS);
  const { json } = await owner.call("GET", `/api/delivery-rates?app_id=${app_id}`);
  const rateOf = (id: string) => json.items.find(({ receiver_id }: { receiver_id: string }) => receiver_id === id);
  expect(rateOf(one)).toMatchObject({ delivered: 3, dead: 1 });
  expect(rateOf(other)).toMatchObject({ delivered: 0, dead: 2 });
  for (const id of [one, other]) await owner.call("DELETE", `/api/webhooks/${id}?app_id=${app_id}`);
  expect(await deliveryRates(store, app_id, now_ms)).toEqual([]);
});

test("counts failures only since the oldest delivery that is kept", async () => {
  const now_ms = systemClock.now();
  const id = await webhook();
  await settle(id, "dead", 5, now_ms - 3 * HOUR_MS);
  const oldest_ms = now_ms - 2 * HOUR_MS;
  await settle(id, "delivered", limits.webhook_delivered_kept_max, oldest_ms);
  await settle(id, "dead", 1, now_ms - HOUR_MS);
  expect(await deliveryRates(store, app_id, now_ms)).toEqual([
    {
      ...{ receiver_id: id, delivered: limits.webhook_delivered_kept_max, dead: 1 },
      since: new Date(oldest_ms).toISOString(),
    },
  ]);
  await owner.call("DELETE", `/api/webhooks/${id}?app_id=${app_id}`);
});
