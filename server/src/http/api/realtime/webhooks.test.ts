import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import Pusher from "pusher";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, startTemporaryServer } from "../../../../test/support/temporary-server.ts";

const NEIGHBOR = "http://127.0.0.1:9/hook";
const app_id = APP.id;

const { server, owner } = await sharedServer();

const made = async (body: Record<string, unknown> = {}) => {
  const answer = await owner.call("POST", "/api/webhooks", { app_id, url: NEIGHBOR, ...body });
  expect(answer.status).toBe(201);
  return answer.json;
};
const listed = async () => (await owner.call("GET", `/api/webhooks?app_id=${app_id}`)).json.items;
const problem = async (method: string, path: string, body?: unknown) => {
  const { status, json } = await owner.call(method, path, body);
  return [status, json?.code];
};
const MISSING = "whk_019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a";

test("creates, changes, and deletes a webhook, audited without the URL", async () => {
  const webhook = await made({ url: `${NEIGHBOR}?key=secret-of-the-receiver`, events: ["channel_occupied"] });
  expect(webhook).toMatchObject({ events: ["channel_occupied"], enabled: true });
  expect(webhook.id).toMatch(/^whk_/);
  expect(await listed()).toEqual([webhook]);
  const changed = await owner.call("PATCH", `/api/webhooks/${webhook.id}?app_id=${app_id}`, {
    events: "all",
    enabled: false,
  });
  expect(changed.json).toEqual({ ...webhook, events: "all", enabled: false, etag: expect.any(String) });
  expect(await listed()).toEqual([changed.json]);
  expect((await owner.call("DELETE", `/api/webhooks/${webhook.id}?app_id=${app_id}`)).status).toBe(204);
  expect(await listed()).toEqual([]);
  const back = await owner.call("POST", `/api/webhooks/${webhook.id}/restore?app_id=${app_id}`);
  expect([back.status, back.json]).toEqual([200, changed.json]);
  expect(await listed()).toEqual([changed.json]);
  expect((await owner.call("DELETE", `/api/webhooks/${webhook.id}?app_id=${app_id}`)).status).toBe(204);
  const audited = await server.fanfare.store.db
    .selectFrom("audit_entries")
    .select(["action", "detail", "app_id"])
    .where("resource_id", "=", webhook.id)
    .orderBy("id")
    .execute();
  expect(audited.map(({ action }) => action)).toEqual(
    ["create", "update", "delete", "restore", "delete"].map((verb) => `webhook.${verb}`),
  );
  expect(JSON.stringify(audited)).not.toContain("secret-of-the-receiver");
});

test("rejects a change from an outdated state and returns the current one", async () => {
  const { id, etag } = await made();
  const change = (body: object, tag?: string) =>
    owner.call(
      "PATCH",
      `/api/webhooks/${id}?app_id=${app_id}`,
      body,
      tag === undefined ? {} : { "If-Match": `"${tag}"` },
    );
  const first = await change({ enabled: false }, etag);
  expect([first.status, first.headers.get("ETag")]).toEqual([200, `"${first.json.etag}"`]);
  const second = await change({ events: ["cache_miss"] }, etag);
  expect([second.status, second.json.code, second.json.current]).toEqual([
    ...[412, "revision_stale"],
    { etag: first.json.etag },
  ]);
  // Of several concurrent changes to the same state, one succeeds.
  const [one, other] = await Promise.all([
    change({ events: ["cache_miss"] }, first.json.etag),
    change({ events: ["client_event"] }, first.json.etag),
  ]);
  expect([one?.status, other?.status].toSorted()).toEqual([200, 412]);
  expect((await change({ enabled: true })).status).toBe(200);
  await owner.call("DELETE", `/api/webhooks/${id}?app_id=${app_id}`);
});

test.each([
  [{ url: "" }, 400, "body_invalid"],
  [{ url: 7 }, 400, "body_invalid"],
  [{ url: `https://example.com/${"x".repeat(limits.webhook_url_chars_max)}` }, 400, "body_invalid"],
  [{ events: [] }, 400, "body_invalid"],
  [{ events: ["channel_exploded"] }, 400, "body_invalid"],
  [{ enabled: "yes" }, 400, "body_invalid"],
  [{ secret: "mine" }, 400, "body_invalid"],
  [{ url: "example.com" }, 422, "webhook_url_refused"],
  [{ url: "ftp://example.com/" }, 422, "webhook_url_refused"],
  [{ url: "https://user:password@127.0.0.1/" }, 422, "webhook_url_refused"],
  [{ url: "http://169.254.169.254/latest/meta-data/" }, 422, "webhook_url_refused"],
  [{ url: "https://nowhere.invalid/" }, 422, "webhook_url_refused"],
  [{ app_id: "42" }, 404, "app_not_found"],
])("rejects a webhook with %j with %i %s", async (fields, status, code) => {
  expect(await problem("POST", "/api/webhooks", { app_id, url: NEIGHBOR, ...fields })).toEqual([status, code]);
  expect(await listed()).toEqual([]);
});

test("validates a change like a new webhook", async () => {
  const { id } = await made();
  const path = `/api/webhooks/${id}?app_id=${app_id}`;
  expect(await problem("PATCH", path, { url: "http://[fe80::1]/" })).toEqual([422, "webhook_url_refused"]);
  expect((await listed())[0].url).toBe(NEIGHBOR);
  await owner.call("DELETE", path);
});

test("returns not found for an unknown webhook", async () => {
  const { id } = await made();
  const system = server.fanfare.apps.all().find((app) => app.system);
  for (const missing of ["nonsense", MISSING]) {
    const path = `/api/webhooks/${missing}?app_id=${app_id}`;
    expect(await problem("PATCH", path, {})).toEqual([404, "webhook_not_found"]);
    expect(await problem("DELETE", path)).toEqual([404, "webhook_not_found"]);
    expect(await problem("POST", `/api/webhooks/${missing}/test?app_id=${app_id}`)).toEqual([404, "webhook_not_found"]);
    const replay = `/api/webhook-deliveries/${missing}/replay`;
    expect(await problem("POST", replay, { app_id })).toEqual([404, "webhook_delivery_not_found"]);
    const attempts = `/api/webhook-deliveries/${missing}/attempts?app_id=${app_id}`;
    expect(await problem("GET", attempts)).toEqual([404, "webhook_delivery_not_found"]);
  }
  expect(await problem("DELETE", `/api/webhooks/${id}?app_id=${system?.id}`)).toEqual([404, "app_not_found"]);
  await owner.call("DELETE", `/api/webhooks/${id}?app_id=${app_id}`);
});

test("shows each attempt of a delivery and exports deliveries by state", async () => {
  const answers = [new Response("busy, come back", { status: 503 }), new Response("thank you")];
  await using receiver = Bun.serve({
    ...{ port: 0, hostname: "127.0.0.1" },
    fetch: () => answers.shift() ?? new Response("thank you"),
  });
  const { id } = await made({ url: `http://127.0.0.1:${receiver.port}/` });
  const socket = new WebSocket(`${server.origin.replace("http", "ws")}/app/${APP.key}?protocol=7`);
  const subscribe = { event: "pusher:subscribe", data: { channel: "orders" } };
  socket.addEventListener("message", () => socket.send(JSON.stringify(subscribe)), { once: true });
  const deliveries = async (more = "") =>
    (await owner.call("GET", `/api/webhook-deliveries?app_id=${app_id}&webhook_id=${id}${more}`)).json.items;
  while ((await deliveries("&state=delivered")).length === 0) await Bun.sleep(50);
  const [delivery] = await deliveries();
  expect(delivery).toMatchObject({ attempts: 2, last_status: 200, next_attempt_at: null });
  const { json } = await owner.call("GET", `/api/webhook-deliveries/${delivery.id}/attempts?app_id=${app_id}`);
  expect(json.items).toMatchObject([
    { status: 200, error: null, answer: "thank you" },
    { status: 503, error: null, answer: "busy, come back" },
  ]);
  const file = async (state: string) => {
    const url = `/api/exports?app_id=${app_id}&table=webhook_deliveries&format=ndjson&state=${state}`;
    return (await owner.call("GET", url)).text;
  };
  expect(JSON.parse(await file("delivered"))).toMatchObject({ id: delivery.id, attempts: 2 });
  expect(await file("dead")).toBe("");
  // As the list is searched and filtered.
  expect(JSON.parse(await file(`delivered&webhook_id=${id}&q=channel_OCCUPIED`))).toMatchObject({ id: delivery.id });
  expect(await file("delivered&q=nowhere")).toBe("");
  expect(await file("delivered&webhook_id=whk_other")).toBe("");
  socket.close();
  await owner.call("DELETE", `/api/webhooks/${id}?app_id=${app_id}`);
});

test("sends a test that Pusher's library verifies, once and without a delivery, even if the webhook is off", async () => {
  const received: { headers: Record<string, string>; rawBody: string }[] = [];
  await using receiver = Bun.serve({
    ...{ port: 0, hostname: "127.0.0.1" },
    async fetch(request) {
      received.push({ headers: Object.fromEntries(request.headers), rawBody: await request.text() });
      return new Response("out of order", { status: 500 });
    },
  });
  const { id } = await made({ url: `http://127.0.0.1:${receiver.port}/`, enabled: false, events: ["cache_miss"] });
  const { status, json } = await owner.call("POST", `/api/webhooks/${id}/test?app_id=${app_id}`);
  expect([status, json]).toEqual([
    200,
    {
      request: { method: "POST", url: receiver.url.href, headers: expect.any(Object), body: received[0]?.rawBody },
      ...{ status: 500, error: "The receiver returned 500.", answer: "out of order" },
    },
  ]);
  const [sent] = received;
  if (sent === undefined) throw new Error("Nothing was received.");
  const { id: appId, key, secret } = APP;
  const webhook = new Pusher({ appId, key, secret, host: "127.0.0.1" }).webhook(sent);
  expect(webhook.isValid()).toBe(true);
  expect(webhook.getData().events).toMatchObject([{ name: "channel_occupied", channel: "fanfare-test" }]);
  expect((await owner.call("GET", `/api/webhook-deliveries?app_id=${app_id}&webhook_id=${id}`)).json.items).toEqual([]);
  const audited = await server.fanfare.store.db
    .selectFrom("audit_entries")
    .select("detail")
    .where("resource_id", "=", id)
    .where("action", "=", "webhook.test")
    .execute();
  expect(audited.map(({ detail }) => JSON.parse(String(detail)))).toEqual([
    { status: 500, error: "The receiver returned 500." },
  ]);
  expect(received).toHaveLength(1);
  await owner.call("DELETE", `/api/webhooks/${id}?app_id=${app_id}`);
});

test("limits the number of webhooks per app", async () => {
  const ids: string[] = [];
  for (let count = 0; count < limits.webhooks_per_app_max; count++) ids.push((await made()).id);
  const crowd = await Promise.all([1, 2, 3].map(() => problem("POST", "/api/webhooks", { app_id, url: NEIGHBOR })));
  expect(crowd).toEqual([1, 2, 3].map(() => [409, "webhooks_full"]));
  for (const id of ids) await owner.call("DELETE", `/api/webhooks/${id}?app_id=${app_id}`);
});

describe("server with a public URL", () => {
  test("rejects new webhooks to its own network and doesn't call saved ones", async () => {
    let calls = 0;
    await using canary = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(`${++calls}`) });
    const url = `http://127.0.0.1:${canary.port}/`;
    await using reachable = await startTemporaryServer({
      environment: { FANFARE_PUBLIC_URL: "https://fanfare.example" },
    });
    const page = reachable.browser();
    const origin = { Origin: "https://fanfare.example" };
    const { status } = await page.call(
      ...(["POST", "/api/sign-in"] as const),
      { email: "owner@example.com", password: "a long pass phrase" },
      origin,
    );
    expect(status).toBe(200);
    const refused = await page.call("POST", "/api/webhooks", { app_id, url: "http://127.0.0.1/" }, origin);
    expect([refused.status, refused.json.code]).toEqual([422, "webhook_url_refused"]);
    expect(refused.json.detail).toContain("isn't on the public internet");
    expect(calls).toBe(0);
    expect(url).toContain("127.0.0.1");
  });
});
