import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { channelSignatureText } from "@fanfare/contract/realtime/signature";
import { silentLog } from "../../src/lib/log.ts";
import { signText } from "../../src/lib/signing.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { type ClassicClients, type ClassicPage, startClassicClients } from "./clients/signalr-classic.ts";
import { eventually, startTestServer, TEST_APP, type TestServer } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(120_000);

const APP = {
  ...TEST_APP,
  settings: appSettings({ limits: { inbound_messages_burst_max: 1_000 } }),
};
const TRANSPORTS = ["webSockets", "serverSentEvents", "longPolling"] as const;

let fixture: TestServer;
let clients: ClassicClients;

beforeAll(async () => {
  fixture = startTestServer([APP]);
  clients = await startClassicClients();
});
afterAll(async () => {
  await Promise.all([clients.stop(), fixture.stop()]);
});

interface Setting {
  readonly proxy: TcpProxy;
  readonly page: ClassicPage;
  readonly connection_id: string;
}

/** Page whose network the test controls. */
async function connect(transport: string, port: number, channels: readonly string[]): Promise<Setting> {
  const proxy = await startTcpProxy(port);
  const page = clients.open({
    server: proxy.origin,
    page_url: `${proxy.origin}/`,
    qs: { app: APP.key },
    start: { transport },
  });
  const { connection_id } = await page.started();
  for (const channel of channels) expect((await page.invoke("Subscribe", channel)).error).toBeUndefined();
  return { proxy, page, connection_id };
}

const send = (to: TestServer, channel: string, event: string, data: unknown = null): void =>
  to.channels.publish(APP.id, channel, event, data);
const eventsOn = (page: ClassicPage, channel: string): readonly unknown[] =>
  page.received("event").flatMap(([name, event]) => (name === channel ? [event] : []));
const numbered = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, index) => `e${from + index}`);

describe.each(TRANSPORTS)("signalr 2.4.3 over %s", (transport) => {
  test("receives missed events in order and once after a cut, on the same connection", async () => {
    const channel = `cut-${transport}`;
    const { proxy, page, connection_id } = await connect(transport, fixture.port, [channel]);
    for (let round = 0; round < 3; round++) {
      for (const event of numbered(20 * round, 20 * round + 10)) send(fixture, channel, event);
      proxy.refuse(true);
      proxy.cut();
      for (const event of numbered(20 * round + 10, 20 * round + 20)) send(fixture, channel, event);
      await eventually(
        "the client notices",
        () =>
          page.reports.filter((report) => report.kind === "state" && report.state === "reconnecting").length > round,
      );
      proxy.refuse(false);
      await eventually("all is heard", () => eventsOn(page, channel).length >= 20 * (round + 1));
    }
    expect(eventsOn(page, channel)).toEqual(numbered(0, 60));
    expect(page.received("reset")).toEqual([]);
    expect((await page.invoke("GetConnectionId")).result).toBe(connection_id);
    expect(fixture.channels.counts(APP.id, channel).subscriptions).toBe(1);
    page.stop();
    await eventually("the channel is left", () => fixture.channels.counts(APP.id, channel).subscriptions === 0);
    proxy.stop();
  });

  test("receives exactly the channels with lost events after a long absence", async () => {
    const [busy, early, late, silent] = ["busy", "early", "late", "silent"].map((name) => `${name}-${transport}`) as [
      // Cast: mapping 4 names gives 4 names.
      string,
      string,
      string,
      string,
    ];
    const { proxy, page } = await connect(transport, fixture.port, [busy, early, late, silent]);
    send(fixture, busy, "first");
    await page.until("callback", ({ name }) => name === "event");
    proxy.refuse(true);
    proxy.cut();
    send(fixture, early, "lost");
    const count = hubLimits.classic_ring_messages_max + 200;
    for (const event of numbered(0, count)) send(fixture, busy, event);
    send(fixture, late, "kept");
    proxy.refuse(false);
    await eventually("the last is heard", () => eventsOn(page, late).length === 1);
    expect(
      page
        .received("reset")
        .map(([channel]) => channel)
        .toSorted(),
    ).toEqual([busy, early].toSorted());
    expect(eventsOn(page, early)).toEqual([]);
    expect(eventsOn(page, busy)).toEqual([
      "first",
      ...numbered(count - hubLimits.classic_ring_messages_max + 1, count),
    ]);
    page.stop();
    proxy.stop();
  });

  test("keeps its ID and channels after a server restart, with a reset for each", async () => {
    const [news, occupied] = [`news-${transport}`, `presence-${transport}`];
    const before = startTestServer([APP]);
    const { proxy, page, connection_id } = await connect(transport, before.port, [news]);
    const channelData = JSON.stringify({ user_id: "ada", user_info: { name: "Ada" } });
    const auth = signText(APP, channelSignatureText(connection_id, occupied, channelData));
    expect((await page.invoke("Subscribe", occupied, { auth, channelData })).error).toBeUndefined();
    await before.gateway.drain();
    expect(before.gateway.counts().connections).toBe(0);
    proxy.refuse(true);
    await before.stop();
    const after = startTestServer([APP], async () => undefined, silentLog, before.port);
    proxy.refuse(false);
    await eventually("it is back on its channels", () => after.channels.counts(APP.id, news).subscriptions === 1);
    await eventually("each channel is reset", () => page.received("reset").length === 2);
    expect(page.received("reset").map(([channel]) => channel)).toEqual([news, occupied]);
    expect(after.channels.users(APP.id, occupied)).toEqual(["ada"]);
    send(after, news, "hello-again");
    await page.until("callback", ({ name, args }) => name === "event" && args[1] === "hello-again");
    expect((await page.invoke("GetConnectionId")).result).toBe(connection_id);
    page.stop();
    await eventually("it leaves", () => after.gateway.counts().connections === 0);
    proxy.stop();
    await after.stop();
  });

  test("uses a bounded buffer when not reading and reports the loss later", async () => {
    const channel = `slow-${transport}`;
    const { proxy, page } = await connect(transport, fixture.port, [channel]);
    const neighbor = await connect(transport, fixture.port, [channel]);
    proxy.stall();
    const data = "x".repeat(8_000);
    for (let index = 0; index < 2_000; index++) {
      send(fixture, channel, `e${index}`, data);
      // Yields regularly, like a real publisher.
      if (index % 20 === 0) await Bun.sleep(1);
    }
    proxy.resume();
    send(fixture, channel, "last");
    await eventually("the slow one is up to date", () => eventsOn(page, channel).at(-1) === "last");
    expect(page.received("reset").every(([name]) => name === channel)).toBe(true);
    const received = eventsOn(page, channel);
    const is_whole = received.length === 2_001;
    // Either nothing is missing, or the client got a reset.
    expect(is_whole || page.received("reset").length > 0).toBe(true);
    expect(new Set(received).size).toBe(received.length);
    await eventually("the neighbor is up to date", () => eventsOn(neighbor.page, channel).at(-1) === "last");
    for (const { page: other } of [{ page }, neighbor]) other.stop();
    for (const other of [proxy, neighbor.proxy]) other.stop();
  });
});
