import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { appSettings } from "@fanfare/contract/app-settings";
import { hubLimits } from "@fanfare/contract/hub-limits";
import { channelSignatureText } from "@fanfare/contract/signature";
import { silentLog } from "../../src/log.ts";
import { signAs } from "../../src/signing.ts";
import { startTcpProxy, type TcpProxy } from "../tcp-proxy.ts";
import { eventually, type LiveHouse, startHouse, TEST_APP } from "./house.ts";
import { type ClassicClients, type ClassicPage, startClassicClients } from "./signalr-classic.ts";

// Nothing is measured here: a busy machine may take its time.
setDefaultTimeout(120_000);

const APP = {
  ...TEST_APP,
  settings: appSettings({ limits: { inbound_messages_burst_max: 1_000 } }),
};
const TRANSPORTS = ["webSockets", "serverSentEvents", "longPolling"] as const;

let house: LiveHouse;
let clients: ClassicClients;

beforeAll(async () => {
  house = startHouse([APP]);
  clients = await startClassicClients();
});
afterAll(async () => {
  await Promise.all([clients.stop(), house.stop()]);
});

interface Setting {
  readonly proxy: TcpProxy;
  readonly page: ClassicPage;
  readonly connection_id: string;
}

/** A page whose network is in the hands of the test. */
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

const say = (to: LiveHouse, channel: string, event: string, data: unknown = null): void =>
  to.channels.publish(APP.id, channel, event, data);
const eventsOn = (page: ClassicPage, channel: string): readonly unknown[] =>
  page.heard("event").flatMap(([name, event]) => (name === channel ? [event] : []));
const numbered = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, index) => `e${from + index}`);

describe.each(TRANSPORTS)("signalr 2.4.3 over %s", (transport) => {
  test("whose connection is cut hears what was said meanwhile, in order and once, as the same connection", async () => {
    const channel = `cut-${transport}`;
    const { proxy, page, connection_id } = await connect(transport, house.port, [channel]);
    for (let round = 0; round < 3; round++) {
      for (const event of numbered(20 * round, 20 * round + 10)) say(house, channel, event);
      proxy.refuse(true);
      proxy.cut();
      for (const event of numbered(20 * round + 10, 20 * round + 20)) say(house, channel, event);
      await eventually(
        "the client notices",
        () =>
          page.reports.filter((report) => report.kind === "state" && report.state === "reconnecting").length > round,
      );
      proxy.refuse(false);
      await eventually("all is heard", () => eventsOn(page, channel).length >= 20 * (round + 1));
    }
    expect(eventsOn(page, channel)).toEqual(numbered(0, 60));
    expect(page.heard("reset")).toEqual([]);
    expect((await page.invoke("GetConnectionId")).result).toBe(connection_id);
    expect(house.channels.counts(APP.id, channel).subscriptions).toBe(1);
    page.stop();
    await eventually("the channel is left", () => house.channels.counts(APP.id, channel).subscriptions === 0);
    proxy.stop();
  });

  test("who was away for too much is told exactly which channels lost something", async () => {
    const [busy, early, late, silent] = ["busy", "early", "late", "silent"].map((name) => `${name}-${transport}`) as [
      // Cast: four names make four names.
      string,
      string,
      string,
      string,
    ];
    const { proxy, page } = await connect(transport, house.port, [busy, early, late, silent]);
    say(house, busy, "first");
    await page.until("callback", ({ name }) => name === "event");
    proxy.refuse(true);
    proxy.cut();
    say(house, early, "lost");
    const count = hubLimits.classic_ring_messages_max + 200;
    for (const event of numbered(0, count)) say(house, busy, event);
    say(house, late, "kept");
    proxy.refuse(false);
    await eventually("the last is heard", () => eventsOn(page, late).length === 1);
    expect(
      page
        .heard("reset")
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

  test("goes on at a server that was started again: same id, same channels, and a reset for each", async () => {
    const [news, room] = [`news-${transport}`, `presence-${transport}`];
    const before = startHouse([APP]);
    const { proxy, page, connection_id } = await connect(transport, before.port, [news]);
    const channelData = JSON.stringify({ user_id: "ada", user_info: { name: "Ada" } });
    const auth = signAs(APP, channelSignatureText(connection_id, room, channelData));
    expect((await page.invoke("Subscribe", room, { auth, channelData })).error).toBeUndefined();
    await before.gateway.drain();
    expect(before.gateway.counts().connections).toBe(0);
    proxy.refuse(true);
    await before.stop();
    const after = startHouse([APP], async () => undefined, silentLog, before.port);
    proxy.refuse(false);
    await eventually("it is back on its channels", () => after.channels.counts(APP.id, news).subscriptions === 1);
    await eventually("each channel is reset", () => page.heard("reset").length === 2);
    expect(page.heard("reset").map(([channel]) => channel)).toEqual([news, room]);
    expect(after.channels.users(APP.id, room)).toEqual(["ada"]);
    say(after, news, "hello-again");
    await page.until("callback", ({ name, args }) => name === "event" && args[1] === "hello-again");
    expect((await page.invoke("GetConnectionId")).result).toBe(connection_id);
    page.stop();
    await eventually("it leaves", () => after.gateway.counts().connections === 0);
    proxy.stop();
    await after.stop();
  });

  test("that does not read costs a bounded buffer, and is told what it lost when it reads again", async () => {
    const channel = `slow-${transport}`;
    const { proxy, page } = await connect(transport, house.port, [channel]);
    const neighbour = await connect(transport, house.port, [channel]);
    proxy.stall();
    const data = "x".repeat(8_000);
    for (let index = 0; index < 2_000; index++) {
      say(house, channel, `e${index}`, data);
      // As fast as a publisher that lets others live.
      if (index % 20 === 0) await Bun.sleep(1);
    }
    proxy.resume();
    say(house, channel, "last");
    await eventually("the slow one is up to date", () => eventsOn(page, channel).at(-1) === "last");
    expect(page.heard("reset").every(([name]) => name === channel)).toBe(true);
    const heard = eventsOn(page, channel);
    const is_whole = heard.length === 2_001;
    // Either nothing is missing, or that was said.
    expect(is_whole || page.heard("reset").length > 0).toBe(true);
    expect(new Set(heard).size).toBe(heard.length);
    await eventually("the neighbour is up to date", () => eventsOn(neighbour.page, channel).at(-1) === "last");
    for (const { page: other } of [{ page }, neighbour]) other.stop();
    for (const other of [proxy, neighbour.proxy]) other.stop();
  });
});
