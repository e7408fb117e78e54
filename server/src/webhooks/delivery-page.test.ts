import { expect, test } from "bun:test";
import { manualClock, systemClock } from "@fanfare/contract/lib/clock";
import { type AppId, newId, type WebhookId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { HOUR_MS, limits } from "@fanfare/contract/limits";
import { sampleRows } from "../../test/support/sample-rows.ts";
import { sharedServer } from "../../test/support/shared-server.ts";
import { APP } from "../../test/support/temporary-server.ts";
import { type DeliveryRow, insertDeliveries } from "../store/statements/realtime/webhook-deliveries.ts";

const app_id = APP.id as AppId; // Cast: the test server's app.
const { server, owner } = await sharedServer();
const { store } = server.fanfare;

async function webhook(): Promise<WebhookId> {
  const settings = { url: "http://127.0.0.1:9/hook", enabled: false };
  return (await owner.call("POST", `/api/webhooks?app_id=${app_id}`, settings)).json.id;
}

/** Failed deliveries, the first one oldest. */
async function insert(webhook_id: WebhookId, parts: readonly Partial<DeliveryRow>[]): Promise<readonly DeliveryRow[]> {
  const row = {
    ...sampleRows("pages").webhook_deliveries,
    app_id,
    webhook_id,
    state: "dead",
    message_id: null,
  } as const;
  const since_ms = systemClock.now() - HOUR_MS;
  const rows = parts.map((part, index) => {
    const created_at = since_ms + index;
    return { ...row, id: newId("whd", manualClock(created_at), systemRng), created_at, ...part };
  });
  for (let from = 0; from < rows.length; from += 500) {
    await store.write([{ query: insertDeliveries(store.db, rows.slice(from, from + 500)) }]);
  }
  return rows;
}

const list = async (webhook_id: WebhookId, more = "") =>
  (await owner.call("GET", `/api/webhook-deliveries?app_id=${app_id}&webhook_id=${webhook_id}${more}`)).json;
const idsOf = ({ items }: { readonly items: readonly { readonly id: string }[] }) => items.map(({ id }) => id);

test("finds deliveries by a text of the request or the error, a status code, or their ID", async () => {
  const id = await webhook();
  const rows = await insert(id, [
    { body: JSON.stringify({ events: [{ name: "order_placed", title: 'The "big" one' }] }), last_status: 503 },
    { body: JSON.stringify({ events: [{ name: "Ädler_100%" }] }), last_error: "Connection refused", last_status: null },
  ]);
  const [order, other] = rows.map((row) => row.id);
  const find = async (q: string) => idsOf(await list(id, `&q=${encodeURIComponent(q)}`));
  for (const q of ["ORDER_placed", ' "big" ', "503", rows[0]?.id ?? ""])
    expect([q, ...(await find(q))]).toEqual([q, order ?? ""]);
  for (const q of ["_100%", "connection"]) expect([q, ...(await find(q))]).toEqual([q, other ?? ""]);
  for (const q of ["order%placed", "50", "gone"]) expect([q, await find(q)]).toEqual([q, []]);
  expect(await list(id, "&q=order")).toMatchObject({ total: 1, exact: true, next: null });
  await owner.call("DELETE", `/api/webhooks/${id}?app_id=${app_id}`);
});

test("counts deliveries exactly up to a limit, and searches beyond it by page", async () => {
  const id = await webhook();
  const last = limits.deliveries_counted_max;
  const parts = Array.from({ length: last + 20 }, (_, index) => (index < 2 ? { body: '"oldest"' } : { body: '"new"' }));
  const rows = await insert(id, parts.slice(0, 60));
  expect(await list(id, "&limit=50")).toMatchObject({ total: 60, exact: true, next: rows[10]?.id ?? "" });
  await insert(id, parts.slice(60));
  expect(await list(id)).toMatchObject({ total: last, exact: false });
  const first = await list(id, "&q=oldest");
  expect(first).toMatchObject({ items: [], total: 0, exact: false });
  const second = await list(id, `&q=oldest&after=${first.next}`);
  expect(idsOf(second)).toEqual([rows[1]?.id ?? "", rows[0]?.id ?? ""]);
  expect(second.next).toBeNull();
  await owner.call("DELETE", `/api/webhooks/${id}?app_id=${app_id}`);
});
