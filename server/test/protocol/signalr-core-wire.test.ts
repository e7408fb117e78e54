import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { SignJWT } from "jose";
import { eventually, startTestServer, TEST_APP, type TestServer } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(60_000);

const SHOP = "https://shop.example";
const HANDSHAKE = '{"protocol":"json","version":1}\u001e';

let fixture: TestServer;
let strict: TestServer;
beforeAll(() => {
  fixture = startTestServer();
  strict = startTestServer([{ ...TEST_APP, allowed_origins: [SHOP], settings: appSettings({ connections_max: 1 }) }]);
});
afterAll(() => Promise.all([fixture.stop(), strict.stop()]));

const base = (query = "", at: TestServer = fixture): string => `${at.origin}/signalr?app=${TEST_APP.key}${query}`;
const call = (query: string, init: RequestInit = {}): Promise<Response> => fetch(base(query), init);
const negotiateAt = (query = "", init: RequestInit = {}, at: TestServer = fixture): Promise<Response> =>
  fetch(`${at.origin}/signalr/negotiate?app=${TEST_APP.key}&negotiateVersion=1${query}`, { method: "POST", ...init });

async function negotiate(
  query = "",
  init: RequestInit = {},
  at: TestServer = fixture,
): Promise<Readonly<Record<string, unknown>>> {
  return (await (await negotiateAt(query, init, at)).json()) as Readonly<Record<string, unknown>>;
}
const tokenOf = async (query = ""): Promise<string> => String((await negotiate(query))["connectionToken"]);

async function polling(): Promise<string> {
  const id = await tokenOf();
  expect(await (await call(`&id=${id}`)).text()).toBe("");
  const parked = call(`&id=${id}`);
  expect((await call(`&id=${id}`, { method: "POST", body: HANDSHAKE })).status).toBe(200);
  expect(await (await parked).text()).toBe("{}\u001e");
  return id;
}

interface Wire {
  readonly ws: WebSocket;
  readonly received: string[];
  readonly closed: Promise<number>;
}

async function socketTo(id: string, handshake = HANDSHAKE): Promise<Wire> {
  const ws = new WebSocket(base(`&id=${id}`).replace("http", "ws"));
  const received: string[] = [];
  const { promise: closed, resolve } = Promise.withResolvers<number>();
  ws.addEventListener("message", ({ data }) => received.push(...String(data).split("\u001e").slice(0, -1)));
  ws.addEventListener("close", ({ code }) => resolve(code));
  await new Promise((done) => ws.addEventListener("open", done));
  if (handshake !== "") ws.send(handshake);
  return { ws, received, closed };
}
const receives = (wire: Wire, text: string): Promise<void> =>
  eventually(`it hears ${text} after ${wire.received.slice(-5).join()}`, () =>
    wire.received.some((message) => message.includes(text)),
  );

describe("negotiate", () => {
  test("includes a secret next to the public ID and every transport in version 1", async () => {
    const answer = await negotiate();
    expect(answer).toMatchObject({
      negotiateVersion: 1,
      connectionId: expect.stringMatching(/^\d+\.\d+$/),
      connectionToken: expect.stringMatching(/^[A-Za-z0-9_-]{43,}$/),
    });
    expect(answer).not.toHaveProperty("useStatefulReconnect");
    expect(answer).not.toHaveProperty("accessToken");
    expect(await negotiate("&useStatefulReconnect=true")).toMatchObject({ useStatefulReconnect: true });
  });

  test("returns a ticket instead of the token, so that no URL contains the token", async () => {
    const token = await new SignJWT()
      .setProtectedHeader({ alg: "HS256" })
      .setSubject("ada")
      .setAudience(TEST_APP.key)
      .setExpirationTime("1 minute")
      .sign(new TextEncoder().encode(TEST_APP.secrets[0]?.secret));
    const { accessToken, connectionToken } = await negotiate("", { headers: { Authorization: `Bearer ${token}` } });
    expect(accessToken).toMatch(/^[A-Za-z0-9_-]{22}$/);
    const wire = await socketTo(`${connectionToken}&access_token=${accessToken}`);
    wire.ws.send('{"type":1,"target":"Subscribe","arguments":["private-user-ada"],"invocationId":"1"}\u001e');
    await receives(wire, '"result":{"channel":"private-user-ada"}');
    wire.ws.close();
    expect(await negotiate("", { headers: { Authorization: `Bearer ${accessToken}` } })).toEqual({
      error: expect.stringContaining("[identity_invalid]"),
    });
  });

  test("returns only the ID in version 0", async () => {
    const response = await fetch(`${fixture.origin}/hubs/fanfare/negotiate?app=${TEST_APP.key}`, { method: "POST" });
    const answer = (await response.json()) as { connectionId: string };
    expect(answer).toMatchObject({ negotiateVersion: 0 });
    expect(answer).not.toHaveProperty("connectionToken");
    expect((await call(`&id=${answer.connectionId}`)).status).toBe(200);
  });

  test.each([
    ["&negotiateVersion=abc", "arguments_invalid"],
    ["&negotiateVersion=-1", "arguments_invalid"],
  ])("returns an error for %s that the client shows", async (query, code) => {
    const response = await fetch(`${base(query).replace("?", "/negotiate?")}`, { method: "POST" });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining(`[${code}]`) });
  });

  test("treats later versions as 1, other methods as 405, and supports CORS", async () => {
    expect(await negotiate("".concat("&x=1"))).toMatchObject({ negotiateVersion: 1 });
    expect((await fetch(`${fixture.origin}/hubs/fanfare/negotiate`)).status).toBe(405);
    const preflight = await negotiateAt("", {
      method: "OPTIONS",
      headers: {
        Origin: SHOP,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,x-signalr-user-agent",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("Access-Control-Allow-Origin")).toBe(SHOP);
    expect(preflight.headers.get("Access-Control-Allow-Credentials")).toBe("true");
    expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("x-signalr-user-agent");
  });

  test("rejects pages of other origins readably, also on later calls", async () => {
    const refused = await negotiateAt("", { headers: { Origin: "https://evil.example" } }, strict);
    expect(refused.headers.get("Access-Control-Allow-Origin")).toBe("https://evil.example");
    expect(await refused.json()).toMatchObject({ error: expect.stringContaining("[origin_refused]") });
    const { connectionToken } = await negotiate("", { headers: { Origin: SHOP } }, strict);
    const later = await fetch(base(`&id=${connectionToken}`, strict), { headers: { Origin: "https://evil.example" } });
    expect(later.status).toBe(403);
  });
});

describe("SignalR request", () => {
  test.each<[what: string, method: string, query: string, status: number]>([
    ["without an id", "GET", "", 400],
    ["without an id", "POST", "", 400],
    ["with an unknown id", "GET", "&id=nobody", 404],
    ["with an unknown id", "POST", "&id=nobody", 404],
    ["with an unknown id", "DELETE", "&id=nobody", 404],
  ])("responds to %s by %s %s with %i", async (_, method, query, status) => {
    expect((await call(query, { method })).status).toBe(status);
  });

  test("depends on the transport and state of its connection", async () => {
    const id = await tokenOf();
    expect((await call(`&id=${id}`, { method: "POST", body: HANDSHAKE })).status).toBe(404);
    expect((await call(`&id=${id}`, { method: "PUT" })).status).toBe(405);
    expect((await call("&id=nobody", { method: "PUT" })).status).toBe(405);
    const { ws } = await socketTo(id);
    expect((await call(`&id=${id}`, { method: "POST", body: "x" })).status).toBe(405);
    expect((await call(`&id=${id}`)).status).toBe(400);
    expect((await call(`&id=${id}`, { headers: { Accept: "text/event-stream" } })).status).toBe(400);
    expect((await call(`&id=${id}`, { method: "DELETE" })).status).toBe(400);
    ws.close();
    await eventually("it is gone", () => fixture.gateway.counts().connections === 0);
    expect((await call(`&id=${id}`)).status).toBe(404);
  });

  test("replaces an older poll and fails after the end", async () => {
    const id = await polling();
    const older = call(`&id=${id}`);
    await Bun.sleep(20);
    const newer = call(`&id=${id}`);
    expect((await older).status).toBe(204);
    expect((await call(`&id=${id}`, { method: "POST", body: '{"type":7}\u001e' })).status).toBe(200);
    expect((await newer).status).toBe(204);
    expect((await call(`&id=${id}`, { method: "DELETE" })).status).toBe(404);
    const other = await polling();
    expect((await call(`&id=${other}`, { method: "DELETE" })).status).toBe(202);
    expect((await call(`&id=${other}`)).status).toBe(404);
    expect(fixture.gateway.counts().connections).toBe(0);
  });

  test("is rejected when too long, and the connection stays open", async () => {
    const id = await polling();
    const body = "x".repeat(limits.http_send_bytes_max + 1);
    expect((await call(`&id=${id}`, { method: "POST", body })).status).toBe(413);
    const parked = call(`&id=${id}`);
    await call(`&id=${id}`, {
      method: "POST",
      body: '{"type":1,"target":"GetConnectionId","arguments":[],"invocationId":"1"}\u001e',
    });
    expect(await (await parked).text()).toContain('"invocationId":"1","result":"');
    await call(`&id=${id}`, { method: "DELETE" });
  });
});

describe("SignalR WebSocket", () => {
  test.each([
    ['{"protocol":"xml","version":1}\u001e', "isn't supported"],
    ["garbage\u001e", "handshake"],
    ["x".repeat(2_000), "bytes"],
  ])("rejects the handshake %p with a reason and removes the connection", async (handshake, why) => {
    const id = await tokenOf();
    const wire = await socketTo(id, handshake);
    expect(await wire.closed).toBe(1000);
    expect(wire.received.join()).toContain(why);
    expect((await call(`&id=${id}`)).status).toBe(404);
  });

  test("accepts a split handshake with messages after, and one socket at a time", async () => {
    const id = await tokenOf();
    const wire = await socketTo(id, HANDSHAKE.slice(0, 10));
    const second = new WebSocket(base(`&id=${id}`).replace("http", "ws"));
    await new Promise((done) => second.addEventListener("error", done));
    wire.ws.send(
      `${HANDSHAKE.slice(10)}{"type":1,"target":"subscribe","arguments":["wire"],"invocationId":"a"}\u001e{"type":6}\u001e`,
    );
    await receives(wire, '{"type":3,"invocationId":"a","result":{"channel":"wire"}}');
    // Calls without an ID get no reply.
    wire.ws.send('{"type":1,"target":"nope","arguments":[]}\u001e{"type":77}\u001e{"type":5,"invocationId":"x"}\u001e');
    wire.ws.send('{"type":1,"target":"nope","arguments":[],"invocationId":"b"}\u001e');
    await receives(wire, '"invocationId":"b","error":"[method_unknown]');
    expect(wire.received).toHaveLength(3);
    wire.ws.send('{"type":1,"target":"x","arguments":[],"streamIds":["1"],"invocationId":"c"}\u001e');
    await receives(wire, '"invocationId":"c","error":"[arguments_invalid]');
    wire.ws.send('{"type":1,"target":"x"}\u001e');
    await receives(wire, '{"type":7,"error":');
    expect(await wire.closed).toBe(1000);
    await eventually("it has left", () => fixture.channels.counts(TEST_APP.id, "wire").subscriptions === 0);
  });

  test("receives an error over the app's quota in the handshake response", async () => {
    const { connectionToken: first } = await negotiate("", {}, strict);
    const { connectionToken: second } = await negotiate("", {}, strict);
    const open = (id: unknown) => new WebSocket(base(`&id=${id}`, strict).replace("http", "ws"));
    const answerTo = (ws: WebSocket) =>
      new Promise<string>((done) => {
        ws.addEventListener("open", () => ws.send(HANDSHAKE));
        ws.addEventListener("message", ({ data }) => done(String(data)));
      });
    const one = open(first);
    expect(await answerTo(one)).toBe("{}\u001e");
    expect(await answerTo(open(second))).toContain("reached its connection limit");
    one.close();
  });

  test("responds to a flood with an error and finally closes", async () => {
    const wire = await socketTo(await tokenOf());
    const message = '{"type":1,"target":"GetConnectionId","arguments":[],"invocationId":"1"}\u001e';
    for (let sent = 0; sent < 10; sent++) wire.ws.send(message.repeat(800));
    await receives(wire, "[rate_limited]");
    await receives(wire, '"allowReconnect":true');
    expect(await wire.closed).toBe(1000);
  });

  test("resends unacknowledged messages on resume and handles repeats once", async () => {
    const id = await tokenOf("&useStatefulReconnect=true");
    const handshake = '{"protocol":"json","version":2}\u001e';
    const first = await socketTo(id, handshake);
    const invoke = (invocation: string): string =>
      `{"type":1,"target":"Subscribe","arguments":["resumed"],"invocationId":"${invocation}"}\u001e`;
    first.ws.send(invoke("1") + invoke("2"));
    await receives(first, '"invocationId":"2"');
    await receives(first, '{"type":8,"sequenceId":2}');
    first.ws.send('{"type":8,"sequenceId":1}\u001e');
    first.ws.close();
    await first.closed;
    fixture.channels.publish(TEST_APP.id, "resumed", "e", "while away");

    const second = await socketTo(id, "");
    await receives(second, "while away");
    expect(second.received[0]).toBe('{"type":9,"sequenceId":2}');
    expect(second.received[1]).toContain('"invocationId":"2"');
    second.ws.send(`{"type":9,"sequenceId":2}\u001e${invoke("2")}${invoke("3")}`);
    await receives(second, '"invocationId":"3"');
    expect(second.received.filter((message) => message.includes('"invocationId":"2"'))).toHaveLength(1);
    expect(fixture.channels.counts(TEST_APP.id, "resumed").subscriptions).toBe(1);
    second.ws.send('{"type":9,"sequenceId":9}\u001e');
    await receives(second, "never received");
    await second.closed;
    expect((await call(`&id=${id}`)).status).toBe(404);
  });
});
