import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { SECOND_MS } from "@fanfare/contract/limits";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { channelSignatureText } from "@fanfare/contract/realtime/signature";
import { SignJWT } from "jose";
import { signText } from "../../src/lib/signing.ts";
import { type PusherJs, startPusherJs } from "./clients/pusher-js.ts";
import {
  type ClassicClients,
  type ClassicOptions,
  type ClassicPage,
  startClassicClients,
} from "./clients/signalr-classic.ts";
import { eventually, startTestServer, TEST_APP, type TestServer } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(120_000);

const APP = {
  ...TEST_APP,
  settings: appSettings({
    client_events: true,
    subscription_counts: true,
    channel_rules: [{ pattern: "presence-team", who: "identified" }],
  }),
};
const TRANSPORTS = ["webSockets", "serverSentEvents", "longPolling"] as const;

let server: TestServer;
let clients: ClassicClients;
let pusherJs: PusherJs;

beforeAll(async () => {
  server = startTestServer([APP]);
  [clients, pusherJs] = await Promise.all([startClassicClients(), startPusherJs()]);
});
afterAll(async () => {
  await Promise.all([clients.stop(), pusherJs.stop(), server.stop()]);
});

const open = (transport: string | undefined, options: Partial<ClassicOptions> = {}): ClassicPage =>
  clients.open({
    server: server.origin,
    page_url: `${server.origin}/`,
    qs: { app: APP.key },
    start: transport === undefined ? {} : { transport },
    ...options,
  });
const subscriptions = (channel: string): number => server.channels.counts(APP.id, channel).subscriptions;
const send = (channel: string, event: string, data: unknown): void =>
  server.channels.publish(APP.id, channel, event, data);
const signed = (connection_id: string, channel: string, channel_data?: string) => ({
  auth: signText(APP, channelSignatureText(connection_id, channel, channel_data)),
  channelData: channel_data,
});
const tokenOf = (external_id: string): Promise<string> =>
  new SignJWT()
    .setProtectedHeader({ alg: "HS256" })
    .setSubject(external_id)
    .setAudience(APP.key)
    .setExpirationTime(Math.floor(Date.now() / SECOND_MS) + 60)
    .sign(new TextEncoder().encode(APP.secrets[0]?.secret));

describe.each(TRANSPORTS)("signalr 2.4.3 over %s", (transport) => {
  describe.each(["the same", "another"])("page of %s origin", (which) => {
    const page_url = (): string =>
      which === "another" ? `http://localhost:${server.port}/page` : `${server.origin}/page`;

    test("starts, receives complete events in order, and leaves when stopped", async () => {
      const channel = `news-${transport}-${which.length}`;
      const page = open(transport, { page_url: page_url() });
      const { connection_id, transport: used } = await page.started();
      expect(used).toBe(transport);
      expect(connection_id).toMatch(/^\d+\.\d+$/);
      expect((await page.invoke("GetConnectionId")).result).toBe(connection_id);
      expect((await page.invoke("Subscribe", channel)).result).toEqual({ channel });
      await page.until("callback", ({ name, args }) => name === "subscriptionCount" && args[1] === 1);
      const data = { text: 'Zoë "Z" \u2028\n🎉', list: [1, 2.5, null] };
      for (let index = 0; index < 20; index++) send(channel, "e", { ...data, index });
      await eventually("all is heard", () => page.received("event").length === 20);
      expect(page.received("event")).toEqual(
        Array.from({ length: 20 }, (_, index) => [channel, "e", { ...data, index }, {}]),
      );
      page.stop();
      await eventually("the channel is left", () => subscriptions(channel) === 0);
      expect(page.reports.filter(({ kind }) => kind === "error")).toEqual([]);
    });
  });

  test("shares members, counts, and events of a presence channel with pusher-js", async () => {
    const channel = `presence-${transport}`;
    const member = (user_id: string): string => JSON.stringify({ user_id, user_info: { name: `N ${user_id}` } });
    const sign = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        const form = new URLSearchParams(await request.text());
        const channel_data = member("pusher");
        return Response.json({ auth: signed(form.get("socket_id") ?? "", channel, channel_data).auth, channel_data });
      },
    });
    const page = open(transport);
    const { connection_id } = await page.started();
    const other = pusherJs.open(APP.key, {
      ...server.client_options,
      channelAuthorization: { endpoint: `http://127.0.0.1:${sign.port}/`, transport: "ajax" },
    });
    await other.connected();
    const answer = await page.invoke("Subscribe", channel, signed(connection_id, channel, member("classic")));
    expect(answer.result).toEqual({
      channel,
      presence: { me: "classic", count: 1, members: [{ id: "classic", info: { name: "N classic" } }] },
    });
    other.subscribe(channel);
    // Listen before the subscription is confirmed, so that the event isn't missed.
    other.listen(channel, "client-from-page");
    expect(await other.subscribed(channel)).toMatchObject({ count: 2 });
    const added = await page.until("callback", ({ name }) => name === "memberAdded");
    expect(added.args).toEqual([channel, { id: "pusher", info: { name: "N pusher" } }]);

    await page.invoke("Publish", channel, "client-from-page", { by: transport });
    const received = await other.until("client event", ({ kind }) => kind === "received");
    expect(received).toMatchObject({ data: { by: transport }, metadata: { user_id: "classic" } });
    other.trigger(channel, "client-from-pusher", [1]);
    const sent = await page.until("callback", ({ name, args }) => name === "event" && args[1] === "client-from-pusher");
    expect(sent.args).toEqual([channel, "client-from-pusher", [1], { userId: "pusher" }]);

    send(channel, "to-all", { n: 1 });
    expect(await other.event(channel, "to-all")).toEqual({ n: 1 });
    await page.until("callback", ({ name, args }) => name === "event" && args[1] === "to-all");
    expect((await page.invoke("GetMembers", channel)).result).toMatchObject({ count: 2 });
    page.stop();
    await other.event(channel, "pusher:member_removed");
    expect(server.channels.users(APP.id, channel)).toEqual(["pusher"]);
    other.disconnect();
    await sign.stop(true);
  });

  test("enters channels by signature or by the token's rules, or gets the reason", async () => {
    const token = await tokenOf("u_42");
    const page = open(transport, { qs: { app: APP.key, access_token: token } });
    const { connection_id } = await page.started();
    const [own, team, refused, signed_in, forged] = await Promise.all([
      page.invoke("Subscribe", "private-user-u_42"),
      page.invoke("Subscribe", "presence-team"),
      page.invoke("Subscribe", "private-user-u_43"),
      page.invoke("Subscribe", "private-orders", signed(connection_id, "private-orders").auth),
      page.invoke("Subscribe", "private-secret", signed("1.2", "private-secret").auth),
    ]);
    expect(own.error).toBeUndefined();
    expect(team.result).toMatchObject({ presence: { me: "u_42", count: 1 } });
    expect(signed_in.error).toBeUndefined();
    for (const { error } of [refused, forged]) {
      expect(error?.source).toBe("HubException");
      expect(error?.data).toEqual({ code: "channel_refused" });
      expect(error?.message).toMatch(/\w+ \w+.*\./);
    }
    page.stop();
  });

  test("gets the reason for a forced sign-out and doesn't reconnect", async () => {
    const page = open(transport, { qs: { app: APP.key, access_token: await tokenOf(`gone-${transport}`) } });
    await page.started();
    server.gateway.terminateUser(APP.id, `gone-${transport}`);
    const error = await page.until("error");
    expect(error.message).toContain("isn't authorized");
    await page.until("state", ({ state }) => state === "disconnected");
    expect(page.reports.some((report) => report.kind === "state" && report.state === "reconnecting")).toBe(false);
  });
});

test("selects WebSockets by default", async () => {
  const page = open(undefined);
  expect((await page.started()).transport).toBe("webSockets");
  page.stop();
});

test("calls hub methods from a page that listens to no hub", async () => {
  const page = open("webSockets", { hub: false });
  await page.started();
  expect((await page.invoke("Subscribe", "quiet")).result).toEqual({ channel: "quiet" });
  send("quiet", "e", 1);
  expect((await page.invoke("GetConnectionId")).error).toBeUndefined();
  expect(page.reports.filter(({ kind }) => kind === "error")).toEqual([]);
  page.stop();
});

test.each([
  ["no app", {}, "The app is missing"],
  ["an app that there is not", { app: "nobody" }, "No app has this key"],
  ["a bad token", { app: APP.key, access_token: "x.y.z" }, "isn't a signed JWT"],
])("reports an error at the start to a page with %s", async (_what, qs, sentence) => {
  const page = open("longPolling", { qs });
  expect((await page.until("failed")).message).toContain(sentence);
});

test("reports an error at the start to a page of another origin", async () => {
  const strict = startTestServer([{ ...APP, allowed_origins: ["https://shop.example"] }]);
  const page = open("webSockets", { server: strict.origin, page_url: "http://evil.example/" });
  expect((await page.until("failed")).message).toContain("The origin http://evil.example isn't allowed");
  await strict.stop();
});
