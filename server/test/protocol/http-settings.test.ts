import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { AppId, AppKey } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { appSettings, type StoredAppSettings } from "@fanfare/contract/realtime/app-settings";
import { parseChannel } from "@fanfare/contract/realtime/channel";
import type { AppRecord } from "../../src/accounts/apps/app-directory.ts";
import { type RequestOverrides, signedRequest } from "./support/signed-request.ts";
import { startTestServer, TEST_APP, type TestServer } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(120_000);

const received: string[] = [];
const records: AppRecord[] = [TEST_APP];
let fixture: TestServer;

beforeAll(() => {
  fixture = startTestServer(records);
  const lane = {
    name: "test",
    encode: (_: string, message: object) => JSON.stringify(message),
    fanOut: (_: string, frame: unknown) => void received.push(String(frame)),
  };
  const channel = parseChannel("private-a");
  if (channel === undefined) throw new Error("private-a is a channel.");
  const subscriber = { socket_id: "1.1", lane, welcome: () => {}, join: () => {}, leave: () => {} };
  fixture.channels.subscribe(TEST_APP.id, channel, subscriber);
});
afterAll(() => fixture.stop());
beforeEach(() => {
  records[0] = TEST_APP;
  received.length = 0;
});

const decide = (stored: StoredAppSettings): void => {
  records[0] = { ...TEST_APP, settings: appSettings(stored) };
};
async function send(overrides: RequestOverrides): Promise<{ status: number; text: string }> {
  const response = await fetch(signedRequest(fixture.origin, overrides));
  return { status: response.status, text: await response.text() };
}
const eventBody = (data: string): string => JSON.stringify({ name: "ev", channels: ["private-a"], data });

test("an app that publishes too fast gets 429 with Retry-After, and other apps publish on", async () => {
  // Casts: made-up test IDs.
  const noisy: AppRecord = {
    ...{ ...TEST_APP, id: "77" as AppId, key: "noisy-key" as AppKey },
    settings: appSettings({ limits: { published_messages_per_second_max: 1 } }),
  };
  // On a clock that stands still, no token comes back.
  const clock = manualClock(Date.now());
  const server = startTestServer([TEST_APP, noisy], async () => undefined, undefined, 0, { clock });
  const body = JSON.stringify({ name: "ev", channels: ["a", "b"], data: "x" });
  const publish = (app: AppRecord) =>
    fetch(signedRequest(server.origin, { path: `/apps/${app.id}/events`, key: app.key, body }));
  // A burst of four seconds: two events on two channels.
  const answers = [await publish(noisy), await publish(noisy), await publish(noisy)];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect(Number(answers[2]?.headers.get("Retry-After"))).toBeGreaterThanOrEqual(1);
  expect(await answers[2]?.text()).toContain("published_messages_per_second_max");
  expect((await publish(TEST_APP)).status).toBe(200);
  await server.stop();
});

describe("app limits, named in rejections", () => {
  const event = { name: "ev", channel: "a", data: "x" };
  test.each<
    [name: keyof NonNullable<StoredAppSettings["limits"]>, limit: number, twist: RequestOverrides, status: number]
  >([
    ["event_name_chars_max", 1, { body: JSON.stringify(event) }, 400],
    ["event_data_bytes_max", 1, { body: JSON.stringify({ ...event, data: "xx" }) }, 413],
    ["channels_per_publish_max", 1, { body: JSON.stringify({ ...event, channels: ["a", "b"] }) }, 400],
    ["channel_name_chars_max", 1, { body: JSON.stringify({ ...event, channel: "ab" }) }, 400],
    ["events_per_batch_max", 1, { path: "/apps/3/batch_events", body: JSON.stringify({ batch: [event, event] }) }, 400],
    ["publish_body_bytes_max", 9, { body: JSON.stringify(event) }, 413],
    ["signed_query_parameters_max", 8, { query: { a: "1", b: "1", c: "1", d: "1" } }, 401],
    ["json_depth_max", 2, { body: '{"name":"ev","channel":"a","data":[[1]]}' }, 400],
    ["signature_age_s_max", 1, { query: { auth_timestamp: String(Math.floor(Date.now() / 1_000) - 60) } }, 401],
  ])("%s", async (name, limit, overrides, status) => {
    decide({ limits: { [name]: limit } });
    expect(await send(overrides)).toEqual({ status, text: expect.stringContaining(name) });
    decide({});
    expect((await send(overrides)).status).toBe(200);
  });

  test("accepts a full batch of full-size events by default", async () => {
    const full = { name: "ev", channel: "a", data: JSON.stringify("\\".repeat(limits.event_data_bytes_max / 2 - 1)) };
    const batch = Array.from({ length: limits.events_per_batch_max }, () => full);
    expect(Buffer.byteLength(full.data)).toBe(limits.event_data_bytes_max);
    const answer = await send({ path: "/apps/3/batch_events", body: JSON.stringify({ batch }) });
    expect(answer).toEqual({ status: 200, text: "{}" });
  });
});

test("responds with 403 when live updates are off, still 401 without a signature", async () => {
  decide({ live_updates: false });
  expect(await send({})).toEqual({ status: 403, text: expect.stringContaining("turned off") });
  expect((await send({ secret: "another" })).status).toBe(401);
});

test("responds with 403 over HTTP when only TLS is allowed, still 401 if unsigned", async () => {
  decide({ require_tls: true });
  const refused = await send({ body: eventBody("1") });
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("require_tls")]);
  expect((await send({ body: eventBody("1"), secret: "another" })).status).toBe(401);
  expect(received).toEqual([]);
});

describe("Idempotency-Key", () => {
  const publish = (key: string, data: string) => send({ body: eventBody(data), headers: { "Idempotency-Key": key } });

  test("publishes an event once for repeated calls", async () => {
    for (let call = 0; call < 3; call++) expect(await publish("order-1", "1")).toEqual({ status: 200, text: "{}" });
    expect(received).toHaveLength(1);
    await publish("order-2", "1");
    expect(received).toHaveLength(2);
  });

  test("is rejected with another body, and nothing is published", async () => {
    await publish("order-3", "1");
    expect(await publish("order-3", "2")).toEqual({ status: 422, text: expect.stringContaining("another body") });
    expect(received).toHaveLength(1);
  });

  test("works for a batch and returns the same response", async () => {
    const batch = [{ name: "ev", channel: "private-a", data: "1", info: "subscription_count" }];
    const call = { path: "/apps/3/batch_events", body: JSON.stringify({ batch }), headers: { "Idempotency-Key": "b" } };
    const first = await send(call);
    expect(first).toEqual({ status: 200, text: '{"batch":[{"subscription_count":1}]}' });
    expect(await send(call)).toEqual(first);
    expect(received).toHaveLength(1);
  });

  test("can be reused after a rejected call", async () => {
    expect((await send({ body: "{}", headers: { "Idempotency-Key": "free" } })).status).toBe(400);
    expect((await publish("free", "1")).status).toBe(200);
  });

  test("is rejected when too long", async () => {
    const { status, text } = await publish("x".repeat(limits.idempotency_key_chars_max + 1), "1");
    expect([status, text]).toEqual([400, expect.stringContaining("(idempotency_key_chars_max)")]);
  });
});

describe("calls deprecated by Pusher's documentation", () => {
  const path = "/apps/3/channels/private-a/events";
  test("publishes an event with a raw body and responds with an empty 202", async () => {
    expect(await send({ path, query: { name: "old" }, body: '{"not": parsed' })).toEqual({ status: 202, text: "" });
    expect(received.map((frame) => JSON.parse(frame))).toEqual([
      { kind: "event", event: "old", data: '{"not": parsed' },
    ]);
  });
  test("are validated like any other call", async () => {
    expect(await send({ path, body: "x" })).toEqual({ status: 400, text: expect.stringContaining("name is missing") });
    expect((await send({ path, query: { name: "old" }, body: "x", secret: "another" })).status).toBe(401);
    expect((await send({ path, query: { name: "pusher:error" }, body: "x" })).status).toBe(400);
  });
  test("return the counts of one channel", async () => {
    const stats = (channel: string) => send({ method: "GET", body: "", path: `/apps/3/channels/${channel}/stats` });
    expect(await stats("private-a")).toEqual({ status: 200, text: '{"occupied":true,"connection_count":1}' });
    const vacant = '{"occupied":false,"user_count":0,"connection_count":0}';
    expect(await stats("presence-a")).toEqual({ status: 200, text: vacant });
    expect((await stats("a%20b")).status).toBe(400);
  });
});
