import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { SECOND_MS } from "@fanfare/contract/limits";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { channelSignatureText } from "@fanfare/contract/realtime/signature";
import { SignJWT } from "jose";
import { signText } from "../../src/lib/signing.ts";
import { type PusherJs, startPusherJs } from "./clients/pusher-js.ts";
import { type CoreClient, type CoreClients, type CoreOptions, startCoreClients } from "./clients/signalr-core.ts";
import { eventually, startTestServer, TEST_APP, type TestServer } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(120_000);

const APP = {
  ...TEST_APP,
  settings: appSettings({
    client_events: true,
    channel_rules: [{ pattern: "presence-team", who: "identified" }],
  }),
};

let server: TestServer;
let clients: CoreClients;
let pusherJs: PusherJs;

beforeAll(async () => {
  server = startTestServer([APP]);
  [clients, pusherJs] = await Promise.all([startCoreClients(), startPusherJs()]);
});
afterAll(async () => {
  await Promise.all([clients.stop(), pusherJs.stop(), server.stop()]);
});

const subscriptions = (channel: string): number => server.channels.counts(APP.id, channel).subscriptions;
const send = (channel: string, event: string, data: unknown): void =>
  server.channels.publish(APP.id, channel, event, data);
const signed = (connection_id: string, channel: string, channelData?: string) => ({
  auth: signText(APP, channelSignatureText(connection_id, channel, channelData)),
  channelData,
});
const tokenOf = (external_id: string, seconds = 60): Promise<string> =>
  new SignJWT()
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(external_id)
    .setAudience(APP.key)
    .setExpirationTime(Math.floor(Date.now() / SECOND_MS) + seconds)
    .sign(new TextEncoder().encode(APP.secrets[0]?.secret));

const WAYS = [
  ["WebSockets", false],
  ["WebSockets", true],
  ["ServerSentEvents", false],
  ["LongPolling", false],
  ["LongPolling", true],
] as const;

describe.each(WAYS)("@microsoft/signalr over %s, MessagePack: %p", (transport, messagepack) => {
  const name = `${transport}${messagepack ? "-packed" : ""}`;
  const open = (options: Partial<CoreOptions> = {}): CoreClient =>
    clients.open({ url: `${server.origin}/signalr?app=${APP.key}`, transport, messagepack, ...options });

  test("starts, receives complete events in order, and leaves when stopped", async () => {
    const channel = `news-${name}`;
    const client = open({ url: `${server.origin}/prefix/hubs/fanfare?app=${APP.key}` });
    const id = await client.started();
    expect(id).toMatch(/^\d+\.\d+$/);
    expect(await client.invoke("GetConnectionId")).toBe(id);
    expect(await client.invoke("Subscribe", channel)).toEqual({ channel });
    const data = { text: 'Zoë "Z" \u2028\n🎉', list: [1, 2.5, null], nested: { deep: true } };
    for (let index = 0; index < 50; index++) send(channel, "e", { ...data, index });
    await eventually("all is heard", () => client.received("event").length === 50);
    expect(client.received("event")).toEqual(
      Array.from({ length: 50 }, (_, index) => [channel, "e", { ...data, index }, {}]),
    );
    client.stop();
    await client.until("closed");
    await eventually("the channel is left", () => subscriptions(channel) === 0);
  });

  test("receives errors with a code and stays connected", async () => {
    const client = open();
    await client.started();
    expect(await client.invoke("Nope")).toStartWith("[method_unknown]");
    expect(await client.invoke("Subscribe", "a b")).toStartWith("[channel_invalid]");
    expect(await client.invoke("Subscribe", "private-x")).toStartWith("[identity_required]");
    expect(await client.invoke("Subscribe", "private-x", "key:bad")).toStartWith("[channel_refused]");
    expect(await client.invoke("Listen", "news")).toContain("streaming");
    expect(await client.invoke("Unsubscribe", "news")).toBeNull();
    client.stop();
  });

  test("shares channels, members, and events with pusher-js", async () => {
    const channel = `presence-room-${name}`;
    const other_end = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        const form = new URLSearchParams(await request.text());
        const channel_data = JSON.stringify({ user_id: "bob", user_info: { name: "Bob" } });
        const auth = signText(APP, channelSignatureText(form.get("socket_id") ?? "", channel, channel_data));
        return Response.json({ auth, channel_data });
      },
    });
    const client = open();
    const page = pusherJs.open(APP.key, {
      ...server.client_options,
      channelAuthorization: { endpoint: `http://127.0.0.1:${other_end.port}/` },
    });
    try {
      const auth = signed(await client.started(), channel, JSON.stringify({ user_id: 7, user_info: { name: "Ada" } }));
      expect(await client.invoke("Subscribe", channel, auth)).toEqual({
        channel,
        presence: { me: "7", count: 1, members: [{ id: "7", info: { name: "Ada" } }] },
      });
      page.subscribe(channel);
      expect(await page.subscribed(channel)).toMatchObject({ count: 2 });
      const added = await client.until("callback", (report) => report.name === "memberAdded");
      expect(added.args).toEqual([channel, { id: "bob", info: { name: "Bob" } }]);
      expect(await client.invoke("Publish", channel, "client-wave", { from: "ada" })).toEqual({});
      expect(await page.event(channel, "client-wave")).toEqual({ from: "ada" });
      page.trigger(channel, "client-wave", { from: "bob" });
      const received = await client.until("callback", (report) => report.name === "event");
      expect(received.args).toEqual([channel, "client-wave", { from: "bob" }, { userId: "bob" }]);
      page.disconnect();
      const removed = await client.until("callback", (report) => report.name === "memberRemoved");
      expect(removed.args).toEqual([channel, { id: "bob" }]);
      client.stop();
    } finally {
      await other_end.stop(true);
    }
  });

  test("enters channels that the rules allow with an identity token", async () => {
    const client = open({ token: await tokenOf("ada") });
    await client.started();
    expect(await client.invoke("Subscribe", "private-user-ada")).toEqual({ channel: "private-user-ada" });
    expect(await client.invoke("Subscribe", "presence-team")).toMatchObject({ presence: { me: "ada" } });
    expect(await client.invoke("Subscribe", "private-user-bob")).toStartWith("[channel_refused]");
    client.stop();
    await eventually("the team has gone", () => subscriptions("presence-team") === 0);
  });

  test("streams a channel until canceled", async () => {
    const channel = `stream-${name}`;
    const client = open();
    await client.started();
    const call = client.stream("Listen", channel);
    await client.until("item");
    for (let index = 0; index < 5; index++) send(channel, "e", { index });
    await eventually("all has come", () => client.items(call).length === 6);
    expect<readonly unknown[]>(client.items(call)).toEqual([
      { type: "subscribed", channel },
      ...Array.from({ length: 5 }, (_, index) => ({ type: "event", channel, event: "e", data: { index }, meta: {} })),
    ]);
    client.cancel(call);
    await eventually("the channel is left", () => subscriptions(channel) === 0);
    const refused = client.stream("Listen", "private-x");
    const completed = await client.until("completed", (report) => report.call === refused);
    expect(completed.error).toStartWith("[identity_required]");
    expect(await client.invoke("Subscribe", channel)).toEqual({ channel });
    client.stop();
  });

  test("is disconnected by a drain and can reconnect", async () => {
    const stopping = startTestServer([APP]);
    const client = open({ url: `${stopping.origin}/signalr?app=${APP.key}`, reconnect: true });
    try {
      await client.started();
      await stopping.gateway.drain();
      await client.until("reconnecting");
      expect(stopping.gateway.counts().connections).toBe(0);
    } finally {
      client.stop();
      await stopping.stop();
    }
  });

  test("is ended for good together with its user", async () => {
    const client = open({ token: await tokenOf(`gone-${name}`), reconnect: true });
    await client.started();
    server.gateway.terminateUser(APP.id, `gone-${name}`);
    const { error } = await client.until("closed");
    expect(String(error)).toContain("isn't authorized");
    expect(client.reports.some(({ kind }) => kind === "reconnecting")).toBe(false);
  });
});

describe("@microsoft/signalr", () => {
  test("connects without negotiation, with or without a token in the URL", async () => {
    const url = `${server.origin}/signalr?app=${APP.key}`;
    const client = clients.open({
      url,
      transport: "WebSockets",
      skip_negotiation: true,
      token: await tokenOf("ada"),
    });
    await client.started();
    expect(await client.invoke("GetConnectionId")).toMatch(/^\d+\.\d+$/);
    expect(await client.invoke("Subscribe", "private-user-ada")).toEqual({ channel: "private-user-ada" });
    client.stop();
  });

  test.each<[what: string, query: string, token: string | undefined, code: string]>([
    ["no app", "", undefined, "app_key_missing"],
    ["an unknown app", "?app=nobody", undefined, "app_not_found"],
    ["a token that nobody signed", `?app=${APP.key}`, "nonsense", "identity_invalid"],
  ])("receives an error at the start with %s", async (_, query, token, code) => {
    const client = clients.open({ url: `${server.origin}/signalr${query}`, ...(token === undefined ? {} : { token }) });
    expect((await client.until("failed")).message).toContain(`[${code}]`);
  });

  test("receives an expired token error only at the start", async () => {
    const late = clients.open({ url: `${server.origin}/signalr?app=${APP.key}`, token: await tokenOf("ada", -120) });
    expect((await late.until("failed")).message).toContain("[identity_expired]");
  });
});
