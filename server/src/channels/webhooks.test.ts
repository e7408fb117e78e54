import { expect, test } from "bun:test";
import type { ChannelName } from "@fanfare/contract/channel";
import { limits } from "@fanfare/contract/limits";
import Pusher from "pusher";
import { forgetDeleted } from "../store/deleted-things.ts";
import { archiveWebhook, updateWebhook } from "../store/webhooks.ts";
import { APP_ID, answered, SIGNER, URL_OF_SHOP, until, webhookHouse } from "./webhook-testing.ts";

const WINDOW_MS = limits.webhook_batch_window_ms;
const channelsOf = (calls: readonly { readonly events: readonly { readonly channel: string }[] }[]) =>
  calls.map(({ events }) => events.map(({ channel }) => channel));

test("what happens within a tenth of a second goes out in one call, signed so that Pusher's own library believes it", async () => {
  await using house = await webhookHouse();
  await house.addWebhook();
  house.signer = { ...SIGNER, secrets: [{ secret: "the-only-secret" }] };
  house.occupy("a", "b");
  house.clock.advance(WINDOW_MS - 1);
  expect(await house.rows()).toEqual([]);
  house.clock.advance(1);
  await until(() => house.calls.length === 1);
  const [call] = house.calls;
  expect(call).toMatchObject({
    url: URL_OF_SHOP,
    body: `{"time_ms":${house.clock.now()},"events":[{"name":"channel_occupied","channel":"a"},{"name":"channel_occupied","channel":"b"}]}`,
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
  await until(async () => (await house.rows())[0]?.state === "delivered");
  expect(house.clock.pending()).toBe(0);
});

test("of two live secrets the older one signs", async () => {
  await using house = await webhookHouse();
  await house.addWebhook();
  house.occupy("a");
  house.clock.advance(WINDOW_MS);
  await until(() => house.calls.length === 1);
  const { headers = {}, body = "" } = house.calls[0] ?? {};
  const signature = new Bun.CryptoHasher("sha256", "older-secret").update(body).digest("hex");
  expect(headers["X-Pusher-Signature"]).toBe(signature);
});

test("fifty events go out without waiting, and the rest with the next batch, in order", async () => {
  await using house = await webhookHouse();
  await house.addWebhook();
  const channels = Array.from({ length: 120 }, (_, index) => `c-${index}`);
  house.occupy(...channels);
  await until(() => house.calls.length === 3);
  expect(channelsOf(house.calls).flat()).toEqual(channels);
  expect(house.calls.map(({ events }) => events.length)).toEqual([50, 50, 20]);
  const ids = house.calls.map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted());
  expect(ids[0]).toMatch(/^whd_/);
});

test("every call is in the database before it is made", async () => {
  await using house = await webhookHouse();
  await house.addWebhook();
  const stored: unknown[] = [];
  house.answer = async ({ body }) => {
    stored.push((await house.rows()).map((row) => [row.state, row.attempts, row.body === body]));
    return answered(200);
  };
  house.occupy("a");
  house.clock.advance(WINDOW_MS);
  await until(() => stored.length === 1);
  expect(stored).toEqual([[["pending", 0, true]]]);
});

test("each webhook hears what it wants, and one that fails holds up no other", async () => {
  await using house = await webhookHouse();
  await house.addWebhook({ url: "https://all.example/" });
  await house.addWebhook({ url: "https://gone.example/", wanted: ["channel_vacated"] });
  await house.addWebhook({ url: "https://fails.example/" });
  await house.addWebhook({ url: "https://off.example/", enabled: false });
  house.answer = ({ url }) => answered(url.includes("fails") ? 500 : 200);
  house.occupy("a");
  house.clock.advance(WINDOW_MS);
  await until(() => house.calls.length === 2);
  house.occupy("b");
  house.webhooks.observe(APP_ID, { kind: "vacated", channel: "a" as ChannelName });
  house.clock.advance(limits.webhook_absence_ms);
  const heard = (url: string) => house.calls.filter((call) => call.url === url).flatMap(({ events }) => events);
  await until(() => {
    // While one batch is written the next one gathers: its window begins when that is done.
    house.clock.advance(WINDOW_MS);
    return heard("https://gone.example/").length === 1 && heard("https://all.example/").length === 3;
  });
  expect(heard("https://all.example/").map(({ name, channel }) => [name, channel])).toEqual([
    ["channel_occupied", "a"],
    ["channel_occupied", "b"],
    ["channel_vacated", "a"],
  ]);
  expect(heard("https://gone.example/")).toEqual([{ name: "channel_vacated", channel: "a" }]);
  expect(heard("https://off.example/")).toEqual([]);
});

test("an app without webhooks, or with none that is on, costs nothing", async () => {
  await using house = await webhookHouse();
  await house.reopen();
  house.occupy("a");
  await house.addWebhook({ enabled: false });
  house.occupy("b");
  expect(house.clock.pending()).toBe(0);
  house.clock.advance(60_000);
  expect(await house.rows()).toEqual([]);
});

test("a webhook that is switched off keeps what waits, and goes on when it is switched on", async () => {
  await using house = await webhookHouse();
  const id = await house.addWebhook();
  house.answer = () => answered(500);
  house.occupy("a");
  house.clock.advance(WINDOW_MS);
  await until(() => house.clock.pending() === 1);
  const turn = async (enabled: 0 | 1): Promise<void> => {
    await house.store.write([{ query: updateWebhook(house.store.db, { app_id: APP_ID, id }, { enabled }), expect: 1 }]);
    await house.webhooks.refresh(APP_ID);
  };
  await turn(0);
  house.occupy("unheard");
  expect(house.clock.pending()).toBe(0);
  house.clock.advance(60_000);
  house.answer = () => answered(200);
  expect(house.calls).toHaveLength(1);
  await turn(1);
  await until(async () => (await house.rows()).every(({ state }) => state === "delivered"));
  expect(channelsOf(house.calls)).toEqual([["a"], ["a"]]);
});

test("a webhook that is deleted hears nothing more, and its deliveries go when it is forgotten", async () => {
  await using house = await webhookHouse();
  const id = await house.addWebhook();
  house.answer = () => answered(500);
  house.occupy("a");
  house.clock.advance(WINDOW_MS);
  await until(() => house.clock.pending() === 1);
  house.occupy("b");
  const { store, clock } = house;
  await store.write([{ query: archiveWebhook(store.db, { app_id: APP_ID, id }, clock.now()), expect: 1 }]);
  await house.webhooks.refresh(APP_ID);
  clock.advance(WINDOW_MS);
  clock.advance(10 * 60_000);
  expect(house.calls).toHaveLength(1);
  await until(() => clock.pending() === 0);
  expect(house.lines.filter((line) => line.includes("lost"))).toEqual([]);
  await store.write(forgetDeleted(store.db, clock.now() + 1).map((query) => ({ query })));
  expect(await house.rows()).toEqual([]);
});

test("a webhook that is brought back is told what waited, once and in order, and nothing of the time between", async () => {
  await using house = await webhookHouse();
  const id = await house.addWebhook();
  const { store, clock } = house;
  const archive = async (at: number | null) => {
    await store.write([{ query: archiveWebhook(store.db, { app_id: APP_ID, id }, at), expect: 1 }]);
    await house.webhooks.refresh(APP_ID);
  };
  house.answer = () => answered(500);
  house.occupy("a");
  clock.advance(WINDOW_MS);
  await until(() => clock.pending() === 1);
  await archive(clock.now());
  house.occupy("b");
  clock.advance(WINDOW_MS);
  house.answer = () => answered(200);
  await archive(null);
  house.occupy("c");
  clock.advance(limits.webhook_retry_cap_ms);
  await until(async () => (await house.rows()).every(({ state }) => state === "delivered"));
  await until(async () => (await house.rows()).length === 2);
  await until(async () => (await house.rows()).every(({ state }) => state === "delivered"));
  expect(channelsOf(house.calls)).toEqual([["a"], ["a"], ["c"]]);
});

test("a webhook that was changed is called at its new URL, with what waited", async () => {
  await using house = await webhookHouse();
  const id = await house.addWebhook();
  house.answer = ({ url }) => answered(url === URL_OF_SHOP ? 404 : 200);
  house.occupy("a");
  house.clock.advance(WINDOW_MS);
  await until(() => house.clock.pending() === 1);
  const change = { url: "https://moved.example/" };
  await house.store.write([{ query: updateWebhook(house.store.db, { app_id: APP_ID, id }, change), expect: 1 }]);
  await house.webhooks.refresh(APP_ID);
  house.clock.advance(limits.webhook_retry_cap_ms);
  await until(async () => (await house.rows())[0]?.state === "delivered");
  expect(house.calls.map(({ url }) => url)).toEqual([URL_OF_SHOP, "https://moved.example/"]);
});
