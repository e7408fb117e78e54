import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { hmacHex } from "../../src/lib/signing.ts";
import { EVENT_BODY, type RequestOverrides, signedRequest } from "./support/signed-request.ts";
import { startTestServer, TEST_APP, type TestServer } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(120_000);

let fixture: TestServer;
beforeAll(() => {
  fixture = startTestServer([
    TEST_APP,
    { ...TEST_APP, id: "4" as typeof TEST_APP.id, key: "key-4" as typeof TEST_APP.key },
  ]); // Casts: made-up test IDs.
});
afterAll(() => fixture.stop());

async function answerTo(overrides: RequestOverrides): Promise<{ status: number; text: string }> {
  const response = await fetch(signedRequest(fixture.origin, overrides));
  return { status: response.status, text: await response.text() };
}
const bodyOf = (fields: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ name: "foo", channels: ["a"], data: "x", ...fields });
const OK = { status: 200, text: "{}" };
const now_s = (): number => Math.floor(Date.now() / 1_000);

describe("correctly signed call", () => {
  test("returns an empty JSON object", async () => {
    const response = await fetch(signedRequest(fixture.origin));
    expect([response.status, await response.json()]).toEqual([200, {}]);
    expect(response.headers.get("Content-Type")).toStartWith("application/json");
  });

  test.each<[what: string, twist: RequestOverrides]>([
    ["values that were not percent-encoded", { query: { extra: "a,b=c" }, encode: (value) => value }],
    ["values that were", { query: { extra: "a,b=c ä/+" } }],
    ["a literal +", { query: { extra: "1+1" }, encode: (value) => value }],
    ["a space sent as +", { query: { extra: "a b" }, encode: (value) => value.replaceAll(" ", "+") }],
    ["a stray %", { query: { extra: "100%" }, encode: (value) => value }],
    ["a value that looks percent-encoded and is not", { query: { extra: "50%25" }, encode: (value) => value }],
    ["keys in capitals", { query: { Extra: "1" } }],
    ["a time at the edge", { query: { auth_timestamp: String(now_s() - limits.signature_age_s_max + 5) } }],
    ["the MD5 in capitals", { query: { body_md5: md5(EVENT_BODY).toUpperCase() } }],
  ])("succeeds with %s", async (_, overrides) => {
    expect(await answerTo(overrides)).toEqual(OK);
  });

  test("succeeds with the older of two live secrets", async () => {
    const two = startTestServer([
      { ...TEST_APP, secrets: [...TEST_APP.secrets, { id: "sec_old", secret: "old-secret" }] },
    ]);
    try {
      const response = await fetch(signedRequest(two.origin, { secret: "old-secret" }));
      expect(response.status).toBe(200);
    } finally {
      await two.stop();
    }
  });

  test("accepts parameters in the query with an empty body", async () => {
    const answer = await answerTo({ body: "", query: { name: "foo", channel: "a", data: "x" } });
    expect(answer).toEqual(OK);
  });
});

describe("call rejected with 401", () => {
  test.each<[what: string, twist: RequestOverrides, expected: string]>([
    ["by another secret", { secret: "another" }, "Invalid signature"],
    ["without a signature", { signature: "" }, "Invalid signature"],
    ["with a signature in capitals", { signature: "A".repeat(64) }, "Invalid signature"],
    ["for another app's path", { sent_path: "/apps/4/events" }, "Unknown auth_key"],
    ["with a body that was exchanged", { sent_body: EVENT_BODY.replace("foo", "bar") }, "body_md5"],
    ["with a body but no body_md5", { query: { body_md5: undefined } }, "body_md5 is missing"],
    ["with an MD5 but no body", { sent_body: "" }, "body_md5"],
    ["without a key", { query: { auth_key: undefined } }, "auth_key is missing"],
    ["with another key", { query: { auth_key: "another" } }, "Unknown auth_key"],
    ["without a version", { query: { auth_version: undefined } }, "auth_version"],
    ["with another version", { query: { auth_version: "2.0" } }, "auth_version"],
    ["without a time", { query: { auth_timestamp: undefined } }, "auth_timestamp"],
    ["with a time that is none", { query: { auth_timestamp: "1e9" } }, "auth_timestamp"],
    ["601 seconds late", { query: { auth_timestamp: String(now_s() - limits.signature_age_s_max - 2) } }, "expired"],
    ["601 seconds early", { query: { auth_timestamp: String(now_s() + limits.signature_age_s_max + 5) } }, "expired"],
    ["with a parameter added", { appended: "&name=other" }, "Invalid signature"],
    ["with a parameter twice", { appended: "&auth_version=1.0" }, "more than once"],
    ["with a parameter twice in other letters", { appended: "&AUTH_VERSION=1.0" }, "more than once"],
    ["with a signature twice", { appended: `&auth_signature=${"0".repeat(64)}` }, "more than once"],
    ["with a signature as an array", { appended: "&auth_signature[]=1" }, "Invalid signature"],
  ])("%s", async (_, overrides, expected) => {
    expect(await answerTo(overrides)).toEqual({ status: 401, text: expect.stringContaining(expected) });
  });

  test("includes the text to sign and never a signature", async () => {
    const { text } = await answerTo({ secret: "another", query: { extra: "1" } });
    expect(text).toContain(String.raw`"POST\n/apps/3/events\nauth_key=278d425bdf160c739803&auth_timestamp=`);
    expect(text).toContain("extra=1");
    expect(text).not.toMatch(/[0-9a-f]{64}/);
  });

  test("is rejected before its body is read", async () => {
    const body = "x".repeat(limits.publish_body_bytes_max + 1);
    expect(await answerTo({ body, secret: "another" })).toMatchObject({ status: 401 });
  });
});

test("responds with 404 for an unknown app", async () => {
  expect(await answerTo({ path: "/apps/999/events" })).toMatchObject({
    status: 404,
    text: expect.stringContaining("999"),
  });
});

describe("event call", () => {
  test.each<[what: string, fields: Readonly<Record<string, unknown>>]>([
    ["empty data", { data: "" }],
    ["data that is JSON and no string", { data: { a: 1 } }],
    ["data that is null", { data: null }],
    ["one channel as `channel`", { channels: undefined, channel: "a" }],
    ["a socket id that no connection has", { socket_id: "123123" }],
    ["a hundred channels", { channels: Array.from({ length: 100 }, (_, index) => `c-${index}`) }],
    ["a user's channel", { channels: ["#server-to-user-u1"] }],
    ["fields that mean nothing", { tags: ["x"] }],
    ["data at the limit", { data: "x".repeat(limits.event_data_bytes_max) }],
  ])("is accepted with %s", async (_, fields) => {
    expect(await answerTo({ body: bodyOf(fields) })).toEqual(OK);
  });

  test.each<[what: string, fields: Readonly<Record<string, unknown>>, status: number, expected: string]>([
    ["no name", { name: undefined }, 400, "name is missing"],
    ["a name of the protocol", { name: "pusher:error" }, 400, "are reserved"],
    ["a name of the protocol's inside", { name: "pusher_internal:member_added" }, 400, "are reserved"],
    ["a long name", { name: "x".repeat(201) }, 400, "201 characters"],
    ["no data", { data: undefined }, 400, "data is missing"],
    ["too much data", { data: "x".repeat(limits.event_data_bytes_max + 1) }, 413, "content of this event"],
    ["too many bytes of data", { data: "ä".repeat(limits.event_data_bytes_max / 2 + 1) }, 413, "content of this event"],
    ["no channel", { channels: undefined }, 400, "channels is missing"],
    ["an empty list of channels", { channels: [] }, 400, "channels is missing"],
    ["a channel that breaks the grammar", { channels: ["a", "b c"] }, 400, '"b c"'],
    ["a channel that is no string", { channels: [7] }, 400, "Invalid channel name"],
    ["another # channel", { channels: ["#all"] }, 400, "Invalid channel name"],
    ["101 channels", { channels: Array.from({ length: 101 }, (_, index) => `c-${index}`) }, 400, "101"],
    ["unknown info", { info: "weather" }, 400, "weather"],
    ["info that is no string", { info: ["user_count"] }, 400, "info must be a string"],
  ])("is rejected with %s", async (_, fields, status, expected) => {
    expect(await answerTo({ body: bodyOf(fields) })).toEqual({ status, text: expect.stringContaining(expected) });
  });

  test.each(["{", "[]", "null", "7", `{"data":${"[".repeat(20_000)}`])(
    "is rejected with 400 for the body %.20s",
    async (body) => {
      expect(await answerTo({ body })).toMatchObject({ status: 400 });
    },
  );

  test("is rejected with 413 if too large, with or without a declared length", async () => {
    const body = bodyOf({ padding: "x".repeat(limits.publish_body_bytes_max) });
    expect(await answerTo({ body })).toMatchObject({ status: 413 });
    const streamed = new Request(signedRequest(fixture.origin, { body }), {
      body: new ReadableStream({
        start(controller) {
          for (let at = 0; at < body.length; at += 8_192) controller.enqueue(Buffer.from(body.slice(at, at + 8_192)));
          controller.close();
        },
      }),
    });
    expect((await fetch(streamed)).status).toBe(413);
  });

  test("reaches no one when rejected, even on valid channels", async () => {
    const expected: string[] = [];
    const lane = {
      name: "test",
      encode: (_: string, message: object) => JSON.stringify(message),
      fanOut: () => expected.push("frame"),
    };
    const subscriber = { socket_id: "1.1", lane, welcome: () => {}, join: () => {}, leave: () => {} };
    const channel = { name: "good", kind: "public" } as Parameters<typeof fixture.channels.subscribe>[1]; // Cast: branded type.
    const subscribed = fixture.channels.subscribe(TEST_APP.id, channel, subscriber);
    await answerTo({ body: bodyOf({ channels: ["good", "b c"] }) });
    expect(expected).toEqual([]);
    await answerTo({ body: bodyOf({ channels: ["good"] }) });
    expect(expected).toEqual(["frame"]);
    if (subscribed.outcome === "subscribed") fixture.channels.unsubscribe(subscribed.occupied, subscriber);
  });
});

describe("batch call", () => {
  const BATCH = "/apps/3/batch_events";
  const item = { channel: "a", name: "ev", data: "hi" };
  test.each<[what: string, batch: unknown, status: number, expected: string]>([
    ["of eleven events", Array.from({ length: 11 }, () => item), 400, "Batch too large (11 > 10)"],
    ["that is no array", item, 400, "batch is missing"],
    ["with an event that is none", [item, null], 400, "Event 1"],
    ["with an event without a channel", [item, { ...item, channel: undefined, channels: ["a"] }], 400, "Event 1"],
    ["with too much data in one", [item, { ...item, data: "x".repeat(10_241) }], 413, "content of this event"],
  ])("is rejected as a whole: %s", async (_, batch, status, expected) => {
    const answer = await answerTo({ path: BATCH, body: JSON.stringify({ batch }) });
    expect(answer).toEqual({ status, text: expect.stringContaining(expected) });
  });

  test("is accepted without events", async () => {
    expect(await answerTo({ path: BATCH, body: '{"batch":[]}' })).toEqual(OK);
  });
});

describe("query call", () => {
  const get = (path: string, query: Readonly<Record<string, string>> = {}, more: RequestOverrides = {}) =>
    answerTo({ method: "GET", body: "", path, query, ...more });
  test("responds only to the app's backend", async () => {
    expect(await get("/apps/3/channels")).toEqual({ status: 200, text: '{"channels":{}}' });
    for (const path of ["/apps/3/channels", "/apps/3/channels/a", "/apps/3/channels/presence-a/users"]) {
      expect(await get(path, {}, { secret: "another" })).toMatchObject({ status: 401 });
    }
    const terminate = { path: "/apps/3/users/u/terminate_connections", body: "{}", secret: "another" };
    expect(await answerTo(terminate)).toMatchObject({ status: 401 });
  });
  test("terminates a user's connections without /apps/{id}, as the Python library asks", async () => {
    const path = "/users/u/terminate_connections";
    expect(await answerTo({ path, body: "{}" })).toEqual({ status: 200, text: "{}" });
    expect(await answerTo({ path, body: "{}", secret: "another" })).toMatchObject({ status: 401 });
    expect(await answerTo({ path, body: "{}", key: "unknown" })).toMatchObject({ status: 404 });
  });
  test.each([
    ["/apps/3/channels/a%20b", {}, "Invalid channel name"],
    ["/apps/3/channels/a%20b/users", {}, "Invalid channel name"],
    ["/apps/3/channels", { info: "cache" }, "cache"],
    ["/apps/3/channels/a", { info: "weather" }, "weather"],
  ])("responds with 400 to %s with %o", async (path, query, expected) => {
    expect(await get(path, query)).toEqual({ status: 400, text: expect.stringContaining(expected) });
  });
  test("is accepted with the MD5 of an empty body, as one library sends", async () => {
    expect(await get("/apps/3/channels", { body_md5: md5("") })).toMatchObject({ status: 200 });
  });
  test("accepts a percent-encoded channel name", async () => {
    const signed = "/apps/3/channels/presence-a;b";
    expect(await get(signed, {}, { sent_path: "/apps/3/channels/presence-a%3Bb" })).toMatchObject({ status: 200 });
  });
});

test("rejects too many parameters before comparing them", async () => {
  const query = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`p${index}`, "1"]));
  expect(await answerTo({ query })).toMatchObject({ status: 401, text: expect.stringContaining("32 parameters") });
});

test("never contains a secret or a valid signature", async () => {
  const secret = TEST_APP.secrets[0]?.secret ?? "";
  const answers = await Promise.all([
    answerTo({ secret: "another" }),
    answerTo({ query: { auth_timestamp: "1" } }),
    answerTo({ sent_body: "{}" }),
  ]);
  for (const { text } of answers) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(hmacHex(secret, EVENT_BODY));
  }
});

function md5(text: string): string {
  return new Bun.CryptoHasher("md5").update(text).digest("hex");
}
