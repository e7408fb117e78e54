import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import type { ChannelName } from "@fanfare/contract/realtime/channel";
import Pusher from "pusher";
import {
  APP_ID,
  answeredOutcome,
  createWebhookFixture,
  SIGNER,
  URL_OF_SHOP,
  until,
} from "../../test/support/webhook-fixture.ts";
import { archiveWebhook, updateWebhook } from "../store/statements/realtime/webhooks.ts";
import { purgeDeleted } from "../store/statements/soft-deletes.ts";

const WINDOW_MS = limits.webhook_batch_window_ms;
const channelsOf = (calls: readonly { readonly events: readonly { readonly channel: string }[] }[]) =>
  calls.map(({ events }) => events.map(({ channel }) => channel));

test("sends events of 100 ms in one call with a signature Pusher's library accepts", async () => {
  await using server = await createWebhookFixture();
  await server.addWebhook();
  server.signer = { ...SIGNER, secrets: [{ secret: "the-only-secret" }] };
  server.occupy("a", "b");
  server.clock.advance(WINDOW_MS - 1);
  expect(await server.rows()).toEqual([]);
  server.clock.advance(1);
  await until(() => server.calls.length === 1);
  const [call] = server.calls;
  expect(call).toMatchObject({
    url: URL_OF_SHOP,
    body: `{"time_ms":${server.clock.now()},"events":[{"name":"channel_occupied","channel":"a"},{"name":"channel_occupied","channel":"b"}]}`,
    headers: { "Content-Type": "application/json", "X-Pusher-Key": "shop-key" },
  });
  const headers = Object.fromEntries(
    Object.entries(call?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const believedBy = (secret: string): boolean =>
    new Pusher({ appId: APP_ID, key: "shop-key", secret, cluster: "x" })
      .webhook({ headers, rawBody: call?.body ?? "" })
      .isValid();
  expect([believedBy("the-only-secret"), believedBy("another-secret")]).toEqual([true, false]);
  await until(async () => (await server.rows())[0]?.state === "delivered");
  expect(server.clock.pending()).toBe(0);
});

test("signs with the older of two live secrets", async () => {
  await using server = await createWebhookFixture();
  await server.addWebhook();
  server.occupy("a");
  server.clock.advance(WINDOW_MS);
  await until(() => server.calls.length === 1);
  const { headers = {}, body = "" } = server.calls[0] ?? {};
  const signature = new Bun.CryptoHasher("sha256", "older-secret").update(body).digest("hex");
  expect(headers["X-Pusher-Signature"]).toBe(signature);
});

test("sends 50 events immediately and the rest with the next batch, in order", async () => {
  await using server = await createWebhookFixture();
  await server.addWebhook();
  const channels = Array.from({ length: 120 }, (_, index) => `c-${index}`);
  server.occupy(...channels);
  await until(() => server.calls.length === 3);
  expect(channelsOf(server.calls).flat()).toEqual(channels);
  expect(server.calls.map(({ events }) => events.length)).toEqual([50, 50, 20]);
  const ids = server.calls.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
  expect(ids[0]).toMatch(/^whd_/);
});

test("stores every call before making the call", async () => {
  await using server = await createWebhookFixture();
  await server.addWebhook();
  const stored: unknown[] = [];
  server.answer = async ({ body }) => {
    stored.push((await server.rows()).map((row) => [row.state, row.attempts, row.body === body]));
    return answeredOutcome(200);
  };
  server.occupy("a");
  server.clock.advance(WINDOW_MS);
  await until(() => stored.length === 1);
  expect(stored).toEqual([[["pending", 0, true]]]);
});

test("sends each webhook its own events, and a failing one delays no other", async () => {
  await using server = await createWebhookFixture();
  await server.addWebhook({ url: "https://all.example/" });
  await server.addWebhook({ url: "https://gone.example/", wanted: ["channel_vacated"] });
  await server.addWebhook({ url: "https://fails.example/" });
  await server.addWebhook({ url: "https://off.example/", enabled: false });
  server.answer = ({ url }) => answeredOutcome(url.includes("fails") ? 500 : 200);
  server.occupy("a");
  server.clock.advance(WINDOW_MS);
  await until(() => server.calls.length === 2);
  server.occupy("b");
  server.webhooks.observe(APP_ID, { kind: "vacated", channel: "a" as ChannelName });
  server.clock.advance(limits.webhook_absence_ms);
  const received = (url: string) => server.calls.filter((call) => call.url === url).flatMap(({ events }) => events);
  await until(() => {
    // The next batch collects while one is stored. Its window starts afterwards.
    server.clock.advance(WINDOW_MS);
    return received("https://gone.example/").length === 1 && received("https://all.example/").length === 3;
  });
  expect(received("https://all.example/").map(({ name, channel }) => [name, channel])).toEqual([
    ["channel_occupied", "a"],
    ["channel_occupied", "b"],
    ["channel_vacated", "a"],
  ]);
  expect(received("https://gone.example/")).toEqual([{ name: "channel_vacated", channel: "a" }]);
  expect(received("https://off.example/")).toEqual([]);
});

test("does no work for an app without active webhooks", async () => {
  await using server = await createWebhookFixture();
  await server.reopen();
  server.occupy("a");
  await server.addWebhook({ enabled: false });
  server.occupy("b");
  expect(server.clock.pending()).toBe(0);
  server.clock.advance(60_000);
  expect(await server.rows()).toEqual([]);
});

test("keeps waiting deliveries of a disabled webhook until turned on again", async () => {
  await using server = await createWebhookFixture();
  const id = await server.addWebhook();
  server.answer = () => answeredOutcome(500);
  server.occupy("a");
  server.clock.advance(WINDOW_MS);
  await until(() => server.clock.pending() === 1);
  const turn = async (enabled: 0 | 1): Promise<void> => {
    await server.store.write([
      { query: updateWebhook(server.store.db, { app_id: APP_ID, id }, { enabled }), expect: 1 },
    ]);
    await server.webhooks.refresh(APP_ID);
  };
  await turn(0);
  server.occupy("unheard");
  expect(server.clock.pending()).toBe(0);
  server.clock.advance(60_000);
  server.answer = () => answeredOutcome(200);
  expect(server.calls).toHaveLength(1);
  await turn(1);
  await until(async () => (await server.rows()).every(({ state }) => state === "delivered"));
  expect(channelsOf(server.calls)).toEqual([["a"], ["a"]]);
});

test("sends nothing to a deleted webhook and later removes its deliveries", async () => {
  await using server = await createWebhookFixture();
  const id = await server.addWebhook();
  server.answer = () => answeredOutcome(500);
  server.occupy("a");
  server.clock.advance(WINDOW_MS);
  await until(() => server.clock.pending() === 1);
  server.occupy("b");
  const { store, clock } = server;
  await store.write([{ query: archiveWebhook(store.db, { app_id: APP_ID, id }, clock.now()), expect: 1 }]);
  await server.webhooks.refresh(APP_ID);
  clock.advance(WINDOW_MS);
  clock.advance(10 * 60_000);
  expect(server.calls).toHaveLength(1);
  await until(() => clock.pending() === 0);
  expect(server.lines.filter((line) => line.includes("lost"))).toEqual([]);
  await store.write(purgeDeleted(store.db, clock.now() + 1).map((query) => ({ query })));
  expect(await server.rows()).toEqual([]);
});

test("sends a restored webhook its waiting events, but none from in between", async () => {
  await using server = await createWebhookFixture();
  const id = await server.addWebhook();
  const { store, clock } = server;
  const archive = async (at: number | null) => {
    await store.write([{ query: archiveWebhook(store.db, { app_id: APP_ID, id }, at), expect: 1 }]);
    await server.webhooks.refresh(APP_ID);
  };
  server.answer = () => answeredOutcome(500);
  server.occupy("a");
  clock.advance(WINDOW_MS);
  await until(() => clock.pending() === 1);
  await archive(clock.now());
  server.occupy("b");
  clock.advance(WINDOW_MS);
  server.answer = () => answeredOutcome(200);
  await archive(null);
  server.occupy("c");
  clock.advance(limits.webhook_retry_cap_ms);
  await until(async () => (await server.rows()).every(({ state }) => state === "delivered"));
  await until(async () => (await server.rows()).length === 2);
  await until(async () => (await server.rows()).every(({ state }) => state === "delivered"));
  expect(channelsOf(server.calls)).toEqual([["a"], ["a"], ["c"]]);
});

test("sends waiting events of a changed webhook to its new URL", async () => {
  await using server = await createWebhookFixture();
  const id = await server.addWebhook();
  server.answer = ({ url }) => answeredOutcome(url === URL_OF_SHOP ? 404 : 200);
  server.occupy("a");
  server.clock.advance(WINDOW_MS);
  await until(() => server.clock.pending() === 1);
  const change = { url: "https://moved.example/" };
  await server.store.write([{ query: updateWebhook(server.store.db, { app_id: APP_ID, id }, change), expect: 1 }]);
  await server.webhooks.refresh(APP_ID);
  server.clock.advance(limits.webhook_retry_cap_ms);
  await until(async () => (await server.rows())[0]?.state === "delivered");
  expect(server.calls.map(({ url }) => url)).toEqual([URL_OF_SHOP, "https://moved.example/"]);
});
