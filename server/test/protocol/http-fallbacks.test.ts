import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import type { BunSocketData } from "../../src/gateway/transport/bun-socket.ts";
import { type Page, type PusherJs, startPusherJs } from "./clients/pusher-js.ts";
import { type PusherServer, startPusherServer } from "./clients/pusher-server.ts";
import { type AuthEndpoint, startAuthEndpoint } from "./support/auth-endpoint.ts";
import { eventually, startTestServer, TEST_APP, type TestServer } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(120_000);

let fixture: TestServer;
let pusherJs: PusherJs;
let library: PusherServer;
let back_end: AuthEndpoint;
let outlived: Promise<void>;

beforeAll(async () => {
  fixture = startTestServer([{ ...TEST_APP, settings: appSettings({ client_events: true }) }]);
  outlived = outliveIdleAnswers();
  // A separate test reports the failure.
  outlived.catch(() => {});
  [pusherJs, library] = await Promise.all([startPusherJs(), startPusherServer(fixture.library_options)]);
  back_end = startAuthEndpoint(library, {
    member: { user_id: 42, user_info: { name: "Ada" } },
    user: { id: "u_42", user_info: { name: "Ada" } },
  });
});
afterAll(async () => {
  await Promise.all([pusherJs.stop(), library.stop(), back_end.stop(), fixture.stop()]);
});

const subscriptions = (channel: string): number => fixture.channels.counts(TEST_APP.id, channel).subscriptions;
const receivedOn = (page: Page, channel: string): readonly unknown[] =>
  page.reports.flatMap((report) => (report.kind === "event" && report.channel === channel ? [report.data] : []));

describe.each(["xhr_streaming", "xhr_polling"])("pusher-js over %s", (transport) => {
  const openPage = (options: Readonly<Record<string, unknown>> = {}): Page =>
    pusherJs.open(TEST_APP.key, {
      ...fixture.client_options,
      ...back_end.client_options,
      enabledTransports: [transport],
      ...options,
    });

  test("connects at the standard URL, also below a prefix", async () => {
    const [page, prefixed] = [openPage(), openPage({ httpPath: "/proxy/prefix" })];
    await Promise.all([page.connected(), prefixed.connected()]);
    expect(page.socketId()).toMatch(/^\d+\.\d+$/);
    for (const { reports } of [page, prefixed]) expect(reports.filter(({ kind }) => kind === "error")).toEqual([]);
    page.disconnect();
    prefixed.disconnect();
  });

  test.each([
    ["nobody", 4001],
    [TEST_APP.key, 4009],
  ])("is rejected for good with the key %s and the code %i", async (key, code) => {
    const strict = startTestServer([{ ...TEST_APP, allowed_origins: ["https://shop.example"] }]);
    const proxy = proxyTo(strict.port, { Origin: "https://evil.example" });
    try {
      const page = pusherJs.open(key, {
        ...strict.client_options,
        httpPort: proxy.port,
        enabledTransports: [transport],
      });
      const error = await page.until("error", ({ kind }) => kind === "error");
      expect(error).toMatchObject({ error: { code } });
      await page.until("end", (report) => report.kind === "state" && report.state === "disconnected");
      expect(strict.gateway.counts().connections).toBe(0);
    } finally {
      await Promise.all([proxy.stop(true), strict.stop()]);
    }
  });

  test.each(["news", "private-orders", "presence-desk", "cache-price"])(
    "receives events of `pusher` on %s in order, once, and complete",
    async (name) => {
      const channel = `${name}-${transport}`;
      const page = openPage();
      page.subscribe(channel);
      await page.subscribed(channel);
      const data = { text: 'Zoë "Z" \u2028 🎉', list: [1, 2.5, null] };
      for (let index = 0; index < 20; index++) await library.call("trigger", channel, "e", { ...data, index });
      await library.call("trigger", channel, "mark", {});
      await page.event(channel, "mark");
      const received = page.reports.flatMap((report) =>
        report.kind === "event" && report.channel === channel && report.event === "e" ? [report.data] : [],
      );
      expect(received).toEqual(Array.from({ length: 20 }, (_, index) => ({ ...data, index })));
      page.disconnect();
    },
  );

  test("exchanges members and client events with a page on a WebSocket", async () => {
    const channel = `presence-room-${transport}`;
    const other_end = startAuthEndpoint(library, { member: { user_id: 43, user_info: { name: "Bob" } } });
    const page = openPage();
    const bob = pusherJs.open(TEST_APP.key, { ...fixture.client_options, ...other_end.client_options });
    try {
      page.subscribe(channel);
      await page.subscribed(channel);
      bob.subscribe(channel);
      expect(await bob.subscribed(channel)).toMatchObject({ count: 2 });
      expect(await page.event(channel, "pusher:member_added")).toMatchObject({ id: "43" });
      page.trigger(channel, "client-wave", { from: "page" });
      expect(await bob.event(channel, "client-wave")).toEqual({ from: "page" });
      bob.trigger(channel, "client-wave", { from: "bob" });
      expect(await page.event(channel, "client-wave")).toEqual({ from: "bob" });
      expect(receivedOn(bob, channel)).not.toContainEqual({ from: "bob" });
      expect(receivedOn(page, channel)).not.toContainEqual({ from: "page" });
      // Detecting a lost client takes a while, so only one transport tests it.
      if (transport === "xhr_streaming") page.disconnect();
      else page.unsubscribe(channel);
      expect(await bob.event(channel, "pusher:member_removed")).toMatchObject({ id: "42" });
      page.disconnect();
    } finally {
      bob.disconnect();
      await other_end.stop();
    }
  });

  test("signs in and leaves a channel", async () => {
    const page = openPage();
    await page.connected();
    const before = subscriptions("#server-to-user-u_42");
    page.signin();
    await eventually("the page is on its user's channel", () => subscriptions("#server-to-user-u_42") > before);
    page.subscribe(`left-${transport}`);
    await page.subscribed(`left-${transport}`);
    page.unsubscribe(`left-${transport}`);
    await eventually("the subscription ended", () => subscriptions(`left-${transport}`) === 0);
    page.disconnect();
  });

  test("receives everything in order across many restarts of its requests", async () => {
    const channel = `long-${transport}`;
    const page = openPage();
    page.subscribe(channel);
    await page.subscribed(channel);
    // More than 3 times what pusher-js reads of one stream before it starts another.
    const filler = "ä".repeat(4_000);
    const count = 250;
    const received = (): readonly number[] =>
      page.reports.flatMap((report) =>
        // Cast: the shape published below.
        report.kind === "event" && report.event === "e" ? [(report.data as { index: number }).index] : [],
      );
    for (let index = 0; index < count; index++) {
      fixture.channels.publish(TEST_APP.id, channel, "e", { index, filler });
      // Stay below the limit of waiting events, which isn't tested here.
      if (index % 50 === 49) await eventually("it has come", () => received().length > index);
    }
    expect(received()).toEqual(Array.from({ length: count }, (_, index) => index));
    expect(page.reports.filter((report) => report.kind === "state" && report.state === "connected")).toHaveLength(1);
    page.disconnect();
  });

  test("is disconnected by a drain and retries immediately", async () => {
    const stopping = startTestServer();
    const page = pusherJs.open(TEST_APP.key, { ...stopping.client_options, enabledTransports: [transport] });
    try {
      await page.connected();
      await stopping.gateway.drain();
      expect(await page.until("error", ({ kind }) => kind === "error")).toMatchObject({
        error: { data: { code: 4200 } },
      });
      await page.until("reconnection", (report) => report.kind === "state" && report.state === "connecting");
      expect(stopping.gateway.counts()).toMatchObject({ connections: 0, lost: 0 });
    } finally {
      page.disconnect();
      await stopping.stop();
    }
  });
});

test("keeps streams and long polls open beyond the idle timeout", () => outlived);

/** Slow, so it runs beside the other tests. */
async function outliveIdleAnswers(): Promise<void> {
  const server: Bun.Server<BunSocketData> = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 1,
    fetch: (request, self) => {
      const taken = fixture.gateway.answer(request, self);
      return taken === "not_mine" ? new Response("", { status: 404 }) : taken;
    },
    websocket: fixture.gateway.websocket,
  });
  const url = `http://127.0.0.1:${server.port}/pusher/app/${TEST_APP.key}/7`;
  const call = (path: string, body = ""): Promise<Response> =>
    fetch(`${url}/${path}?protocol=7`, { method: "POST", body });
  const subscribe = JSON.stringify([JSON.stringify({ event: "pusher:subscribe", data: { channel: "idle" } })]);
  try {
    const stream = await call("stream/xhr_streaming");
    await (await call("poll/xhr")).text();
    await Promise.all(["stream", "poll"].map((id) => call(`${id}/xhr_send`, subscribe)));
    await (await call("poll/xhr")).text();
    const [polled, streamed] = [call("poll/xhr"), textUntil(stream, "at last")];
    // The server checks for idle responses every 4 s.
    await Bun.sleep(6_000);
    fixture.channels.publish(TEST_APP.id, "idle", "e", "at last");
    expect(await (await polled).text()).toContain("at last");
    expect(await streamed).toContain("at last");
  } finally {
    await server.stop(true);
  }
}

test("cuts an unread stream at its buffer limit without affecting others", async () => {
  const page = pusherJs.open(TEST_APP.key, fixture.client_options);
  page.subscribe("slow-stream");
  await page.subscribed("slow-stream");
  const path = `/pusher/app/${TEST_APP.key}/1/unread`;
  const send = JSON.stringify([JSON.stringify({ event: "pusher:subscribe", data: { channel: "slow-stream" } })]);
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: fixture.port,
    socket: {
      data(self) {
        self.pause();
        resolve();
      },
    },
  });
  socket.write(`POST ${path}/xhr_streaming?protocol=7 HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n`);
  await answered;
  expect((await fetch(`${fixture.origin}${path}/xhr_send`, { method: "POST", body: send })).status).toBe(204);
  expect(subscriptions("slow-stream")).toBe(2);
  const memory_before = process.memoryUsage().rss;
  const data = "x".repeat(limits.event_data_bytes_max);
  let published = 0;
  while (subscriptions("slow-stream") === 2 && published < 5_000) {
    fixture.channels.publish(TEST_APP.id, "slow-stream", "e", data);
    published++;
    if (published % 20 === 0) await eventually("it has come", () => receivedOn(page, "slow-stream").length > published);
  }
  expect(subscriptions("slow-stream")).toBe(1);
  await eventually("the neighbor has all", () => receivedOn(page, "slow-stream").length === published + 1);
  expect(process.memoryUsage().rss - memory_before).toBeLessThan(64 * 1024 * 1024);
  socket.terminate();
  page.disconnect();
});

async function textUntil(response: Response, mark: string): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const part of response.body ?? []) {
    text += decoder.decode(part, { stream: true });
    if (text.includes(mark)) break;
  }
  return text;
}

/** Proxies requests and adds these headers, which browsers send but scripts in Node can't set. */
function proxyTo(port: number, headers: Readonly<Record<string, string>>): Bun.Server<undefined> {
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: limits.http_idle_timeout_s,
    fetch(request) {
      const url = new URL(request.url);
      return fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`, {
        method: request.method,
        headers,
        body: request.body,
        signal: request.signal,
      });
    },
  });
}
