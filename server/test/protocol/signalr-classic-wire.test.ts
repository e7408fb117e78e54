import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { eventually, startTestServer, TEST_APP, type TestServer } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(60_000);

let fixture: TestServer;
beforeAll(() => {
  fixture = startTestServer();
});
afterAll(() => fixture.stop());

interface Envelope {
  readonly C?: string;
  readonly M?: readonly { readonly M: string; readonly A: readonly unknown[] }[];
  readonly S?: number;
  readonly G?: string;
  readonly E?: string;
}

const HUBS = '[{"name":"fanfare"}]';
const DEFAULTS = { clientProtocol: "2.1", connectionData: HUBS, app: TEST_APP.key };

/** One request, as jquery.signalR sends it. */
async function call(
  path: string,
  query: Readonly<Record<string, string>> = {},
  init: RequestInit = {},
): Promise<Response> {
  return await fetch(`${fixture.origin}${path}?${new URLSearchParams({ ...DEFAULTS, ...query })}`, init);
}
const post = (fields: Readonly<Record<string, string>> = {}): RequestInit => ({
  method: "POST",
  body: new URLSearchParams(fields),
});
// Casts, here and below: these tests check the shape.
const json = async (answer: Promise<Response>): Promise<Envelope> => (await (await answer).json()) as Envelope;

/** Opens a long-polling connection with plain requests. */
async function connect(): Promise<{ readonly query: Readonly<Record<string, string>>; readonly cursor: string }> {
  const negotiated = (await (await call("/signalr/negotiate")).json()) as { ConnectionToken: string };
  const query = { transport: "longPolling", connectionToken: negotiated.ConnectionToken };
  const first = await json(call("/signalr/connect", query, post()));
  expect(first).toEqual({ C: expect.any(String), S: 1, M: [] });
  expect(await json(call("/signalr/start", query))).toEqual({ Response: "started" } as Envelope);
  return { query, cursor: first.C ?? "" };
}
const invoke = (query: Readonly<Record<string, string>>, method: string, ...args: readonly unknown[]) =>
  json(call("/signalr/send", query, post({ data: JSON.stringify({ H: "fanfare", M: method, A: args, I: 1 }) })));

/**
 * Subscribes to a channel and resolves with the cursor after the reply. The reply arrives with the poll, not in this
 * response.
 */
async function enter(
  { query, cursor }: { readonly query: Readonly<Record<string, string>>; readonly cursor: string },
  channel: string,
): Promise<string> {
  const data = JSON.stringify({ H: "fanfare", M: "Subscribe", A: [channel], I: 1 });
  const answered = call("/signalr/send", query, post({ data })).then((answer) => answer.text());
  const { C, M } = await json(call("/signalr/poll", query, post({ messageId: cursor })));
  expect(M).toEqual([{ I: "1", R: { channel } } as never]);
  expect(await answered).toBe("");
  return C ?? "";
}

describe("negotiate", () => {
  test.each([
    ["/signalr/negotiate", "/signalr"],
    ["/signalr//negotiate", "/signalr"],
    ["/signalr/negotiate/", "/signalr"],
    ["/some/prefix/SignalR/Negotiate", "/some/prefix/SignalR"],
  ])("responds at %s with everything clients need", async (path, url) => {
    const answer = await call(path);
    expect(answer.headers.get("Cache-Control")).toContain("no-store");
    const body = await answer.json();
    expect(body).toMatchObject({
      Url: url,
      KeepAliveTimeout: 20,
      DisconnectTimeout: 30,
      ConnectionTimeout: 110,
      TryWebSockets: true,
      ProtocolVersion: "2.0",
      TransportConnectTimeout: 5,
    });
    expect(body.ConnectionId).toMatch(/^\d+\.\d+$/);
  });

  test("responds in the client's version up to 2.0, and with an error before 1.2", async () => {
    for (const [clientProtocol, answered] of [
      ["1.2", "1.2"],
      ["1.3", "1.3"],
      ["1.4", "1.4"],
      ["1.5", "1.5"],
      ["2.0", "2.0"],
      ["2.1", "2.0"],
    ] as const) {
      expect((await (await call("/signalr/negotiate", { clientProtocol })).json()).ProtocolVersion).toBe(answered);
    }
    const old = await call("/signalr/negotiate", { clientProtocol: "1.1" });
    expect([old.status, await old.text()]).toEqual([400, expect.stringContaining("clientProtocol")]);
  });

  test("isn't available by POST", async () => {
    const answer = await call("/signalr/negotiate", { negotiateVersion: "1" }, { method: "POST" });
    expect(await answer.text()).not.toContain("ConnectionTimeout");
  });

  test("allows credentials from other origins and prevents mixed-up caches", async () => {
    const answer = await call("/signalr/negotiate", {}, { headers: { Origin: "https://shop.example" } });
    expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("https://shop.example");
    expect(answer.headers.get("Access-Control-Allow-Credentials")).toBe("true");
    expect(answer.headers.get("Vary")).toContain("Origin");
    const preflight = await call(
      "/signalr/send",
      {},
      {
        method: "OPTIONS",
        headers: {
          Origin: "https://shop.example",
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "authorization",
        },
      },
    );
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toBe("authorization");
  });
});

describe("classic poll", () => {
  test("returns everything after its cursor again when the response was lost", async () => {
    const connection = await connect();
    const { query } = connection;
    const cursor = await enter(connection, "again");
    for (const event of ["a", "b"]) fixture.channels.publish(TEST_APP.id, "again", event, null);
    for (let time = 0; time < 2; time++) {
      const { M } = await json(call("/signalr/poll", query, post({ messageId: cursor })));
      expect(M?.map(({ A }) => A[1])).toEqual(["a", "b"]);
    }
  });

  test("carries the result in the response of a script that sends and then polls", async () => {
    const { query, cursor } = await connect();
    expect(await invoke(query, "Subscribe", "orders")).toEqual({ I: "1", R: { channel: "orders" } } as Envelope);
    const next = await json(call("/signalr/poll", query, post({ messageId: cursor })));
    expect(next).toMatchObject({ G: expect.any(String), M: [] });
  });

  test("waits for an event, though the script never returns the groups token", async () => {
    const { query, cursor } = await connect();
    const messageId = await enter({ query, cursor }, "parked");
    const polled = json(call("/signalr/poll", query, post({ messageId })));
    fixture.channels.publish(TEST_APP.id, "parked", "e", null);
    const { M, G } = await polled;
    expect([M?.map((message) => message.M), G]).toEqual([["event"], undefined]);
  });

  test("ends without a message when replaced by a newer one, which gets everything", async () => {
    const connection = await connect();
    const { query } = connection;
    const cursor = await enter(connection, "twice");
    // Without the token, the server sends it again.
    const { G } = await json(call("/signalr/poll", query, post({ messageId: cursor })));
    const position = { messageId: cursor, groupsToken: G ?? "" };
    const older = json(call("/signalr/poll", query, post(position)));
    await Bun.sleep(20);
    const newer = json(call("/signalr/poll", query, post(position)));
    expect((await older).M).toEqual([]);
    fixture.channels.publish(TEST_APP.id, "twice", "e", null);
    expect((await newer).M?.map(({ A }) => A[1])).toEqual(["e"]);
  });

  test.each(["", "garbage", "zzz-1", "-", "d-7A,1|B,2"])(
    "handles the cursor %p with a reset and later events only",
    async (messageId) => {
      const connection = await connect();
      const { query } = connection;
      await enter(connection, "lost-cursor");
      const { M } = await json(call("/signalr/poll", query, post({ messageId })));
      expect(M).toEqual([{ H: "fanfare", M: "reset", A: ["lost-cursor", { from: null, to: null }] } as never]);
    },
  );

  test("returns the end after the client's abort", async () => {
    const { query, cursor } = await connect();
    const aborted = await call("/signalr/abort", query, { method: "POST" });
    expect([aborted.status, await aborted.text()]).toEqual([200, ""]);
    expect((await json(call("/signalr/poll", query, post({ messageId: cursor })))).E).toContain("ended");
  });

  test("fails after its end for clients that can't read the final message", async () => {
    const { query } = await connect();
    await call("/signalr/abort", query, { method: "POST" });
    const answer = await call("/signalr/poll", { ...query, clientProtocol: "1.5" }, post());
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining("ended")]);
  });

  test("continues after the identity token expires", async () => {
    const { query, cursor } = await connect();
    const answer = call("/signalr/poll", { ...query, access_token: "expired.long.ago" }, post({ messageId: cursor }));
    void call("/signalr/send", query, post({ data: '{"H":"fanfare","M":"Subscribe","A":["ageless"],"I":1}' }));
    expect((await answer).status).toBe(200);
  });

  test("slows down a client in a tight loop and finally rejects its polls", async () => {
    const connection = await connect();
    const { query } = connection;
    await enter(connection, "spin");
    const started_ms = performance.now();
    const polls = 12;
    // An invalid cursor gets an immediate response each time.
    for (let index = 0; index < polls; index++) await json(call("/signalr/poll", query, post({ messageId: "x" })));
    expect(performance.now() - started_ms).toBeGreaterThanOrEqual((polls - 2) * limits.http_poll_interval_ms);
    const flood = Array.from({ length: hubLimits.classic_requests_burst_max * 2 }, () =>
      call("/signalr/poll", query, post({ messageId: "x" })).then(({ status }) => status),
    );
    expect(await Promise.all(flood)).toContain(429);
    expect((await fetch(`${fixture.origin}/signalr/ping`)).status).toBe(200);
  });
});

describe("rejections with a status and an error", () => {
  const cases: readonly (readonly [string, number, string, Readonly<Record<string, string>>])[] = [
    ["no token", 400, "/signalr/poll", {}],
    ["a token that nobody signed", 400, "/signalr/connect", { transport: "longPolling", connectionToken: "a.b" }],
    ["a start without a connection", 400, "/signalr/start", {}],
    ["a send without a connection", 400, "/signalr/send", { connectionToken: "x" }],
  ];
  test.each(cases)("%s", async (_what, status, path, query) => {
    const answer = await call(path, query, path === "/signalr/start" ? {} : post());
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringMatching(/\w+ \w+.*\./)]);
  });

  test("rejects unknown transports, hubs, and functions", async () => {
    const { query } = await connect();
    const fresh = (await (await call("/signalr/negotiate")).json()) as { ConnectionToken: string };
    const token = { connectionToken: fresh.ConnectionToken };
    for (const bad of [
      { ...query, transport: "foreverFrame" },
      { ...query, transport: "" },
      { ...query, transport: "webSockets" },
      { ...token, transport: "longPolling", connectionData: '[{"name":"chat"}]' },
      { ...token, transport: "longPolling", connectionData: "{" },
      { ...query, callback: "alert(1)" },
    ]) {
      const answer = await call("/signalr/connect", bad, post());
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(/\w+ \w+.*\./)]);
    }
  });

  test("rejects oversized, partial, or invalid messages and stays connected", async () => {
    const { query } = await connect();
    const large = await call("/signalr/send", query, post({ data: "x".repeat(limits.http_send_bytes_max) }));
    expect(large.status).toBe(413);
    const long = JSON.stringify({ H: "fanfare", M: "Publish", A: ["x".repeat(limits.frame_bytes_max)], I: 4 });
    expect(await json(call("/signalr/send", query, post({ data: long })))).toMatchObject({
      I: "4",
      E: expect.stringContaining("frame_bytes_max"),
    });
    for (const data of ['{"H":"fanfare","M":"Sub', "null", "", '{"H":"fanfare","M":"Subscribe","A":["a"]}']) {
      const answer = await call("/signalr/send", query, post({ data }));
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(/^Invalid (message|call): /)]);
    }
    expect(await json(call("/signalr/send", query, post({ data: '{"H":"chat","M":"x","I":2}' })))).toMatchObject({
      I: "2",
      H: true,
      D: { code: "method_unknown" },
    });
    expect((await invoke(query, "GetConnectionId")).E).toBeUndefined();
  });
});

describe("JSONP script", () => {
  test("does by GET what others do by POST, wrapped in its function", async () => {
    const callback = "jQuery36_1.cb";
    const text = async (answer: Promise<Response>): Promise<string> => await (await answer).text();
    const unwrap = (script: string): unknown => {
      expect(script.startsWith(`${callback}(`) && script.endsWith(");")).toBe(true);
      return JSON.parse(script.slice(callback.length + 1, -2));
    };
    const negotiated = unwrap(await text(call("/signalr/negotiate", { callback }))) as { ConnectionToken: string };
    const query = { transport: "longPolling", connectionToken: negotiated.ConnectionToken, callback };
    const answer = await call("/signalr/connect", query);
    expect(answer.headers.get("Content-Type")).toContain("javascript");
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    const { C = "" } = unwrap(await answer.text()) as Envelope;
    expect(unwrap(await text(call("/signalr/start", query)))).toEqual({ Response: "started" });
    const data = JSON.stringify({ H: "fanfare", M: "Subscribe", A: ["scripts"], I: 0 });
    const answered = text(call("/signalr/send", { ...query, data }));
    await eventually("it is there", () => fixture.channels.counts(TEST_APP.id, "scripts").subscriptions === 1);
    fixture.channels.publish(TEST_APP.id, "scripts", "e", "\u2028");
    const script = await text(call("/signalr/poll", { ...query, messageId: C }));
    expect(script).not.toContain("\u2028");
    expect((unwrap(script) as Envelope).M?.at(-1)?.A[2]).toBe("\u2028");
    expect(await answered).toBe(`${callback}();`);
  });

  test("is rejected by apps that limit origins, because scripts have none", async () => {
    const strict = startTestServer([{ ...TEST_APP, allowed_origins: ["https://shop.example"] }]);
    const query = new URLSearchParams({ ...DEFAULTS, callback: "cb" });
    const answer = await fetch(`${strict.origin}/signalr/negotiate?${query}`);
    expect(await answer.text()).toContain("reject it");
    await strict.stop();
  });
});

test("removes an abandoned connection completely", async () => {
  const before = fixture.gateway.counts().connections;
  const connection = await connect();
  const { query } = connection;
  await enter(connection, "left-behind");
  expect(fixture.gateway.counts().connections).toBe(before + 1);
  await call("/signalr/abort", query, { method: "POST" });
  await eventually("it is gone", () => fixture.gateway.counts().connections === before);
  expect(fixture.channels.counts(TEST_APP.id, "left-behind").subscriptions).toBe(0);
});
