import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { startTcpProxy } from "../support/tcp-proxy.ts";
import { type CoreClient, type CoreClients, type CoreOptions, startCoreClients } from "./clients/signalr-core.ts";
import { eventually, startTestServer, TEST_APP, type TestServer } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(120_000);

const APP = { ...TEST_APP, settings: appSettings({ limits: { inbound_messages_burst_max: 1_000 } }) };

let fixture: TestServer;
let clients: CoreClients;
beforeAll(async () => {
  fixture = startTestServer([APP]);
  clients = await startCoreClients();
});
afterAll(async () => {
  await Promise.all([clients.stop(), fixture.stop()]);
});

const subscriptions = (channel: string): number => fixture.channels.counts(APP.id, channel).subscriptions;
const send = (channel: string, event: string, data: unknown = null): void =>
  fixture.channels.publish(APP.id, channel, event, data);
const eventsOn = (client: CoreClient, channel: string): readonly unknown[] =>
  client.received("event").flatMap(([name, event]) => (name === channel ? [event] : []));

/** Client whose network the test controls. */
async function connect(channel: string, options: Partial<CoreOptions>) {
  const proxy = await startTcpProxy(fixture.port);
  const client = clients.open({ url: `${proxy.origin}/signalr?app=${APP.key}`, transport: "WebSockets", ...options });
  const connection_id = await client.started();
  expect(await client.invoke("Subscribe", channel)).toEqual({ channel });
  return { proxy, client, connection_id };
}

describe.each([false, true])("client with stateful reconnect, MessagePack: %p", (messagepack) => {
  test("receives everything once and in order across repeated cuts", async () => {
    const channel = `resumed-${messagepack}`;
    const { proxy, client, connection_id } = await connect(channel, { stateful: true, messagepack });
    let sent_count = 0;
    const answers: Promise<unknown>[] = [];
    for (let round = 0; round < 4; round++) {
      for (let index = 0; index < 25; index++) {
        send(channel, `e${sent_count++}`);
        if (index % 5 === 0) answers.push(client.invoke("GetConnectionId"));
        if (index === 10) proxy.cut();
        if (index % 7 === 0) await Bun.sleep(1);
      }
      // A connection that resumes too often is treated as a tight loop.
      await eventually("all has come", () => eventsOn(client, channel).length === sent_count);
    }
    expect(eventsOn(client, channel)).toEqual(Array.from({ length: sent_count }, (_, index) => `e${index}`));
    expect(new Set(await Promise.all(answers))).toEqual(new Set([connection_id]));
    expect(client.reports.filter(({ kind }) => kind === "reconnecting" || kind === "closed")).toEqual([]);
    expect(subscriptions(channel)).toBe(1);
    client.stop();
    await eventually("the channel is left", () => subscriptions(channel) === 0);
    proxy.stop();
  });
});

test("forces a client that resumes too often to connect again", async () => {
  const { proxy, client, connection_id } = await connect("spinning", { stateful: true, reconnect: true });
  for (let cuts = 0; cuts <= hubLimits.hub_resumes_per_window_max; cuts++) {
    const before = eventsOn(client, "spinning").length;
    proxy.cut();
    if (cuts === hubLimits.hub_resumes_per_window_max) break;
    send("spinning", "e");
    await eventually("it is back", () => eventsOn(client, "spinning").length > before);
  }
  const { connection_id: next } = await client.until("reconnected");
  expect(next).not.toBe(connection_id);
  await eventually("the old connection is gone", () => subscriptions("spinning") === 0);
  expect(await client.invoke("GetConnectionId")).toBe(next);
  client.stop();
  proxy.stop();
});

test.each(["WebSockets", "ServerSentEvents", "LongPolling"] as const)(
  "gives a client without stateful reconnect a new connection over %s",
  async (transport) => {
    const channel = `cut-${transport}`;
    const { proxy, client, connection_id } = await connect(channel, { transport, reconnect: true });
    proxy.cut();
    const { connection_id: next } = await client.until("reconnected");
    expect(next).not.toBe(connection_id);
    expect(await client.invoke("Subscribe", channel)).toEqual({ channel });
    send(channel, "e");
    await eventually("it hears", () => eventsOn(client, channel).length === 1);
    client.stop();
    proxy.stop();
  },
);

test.each([
  ["WebSockets", false],
  ["WebSockets", true],
  ["ServerSentEvents", false],
  ["LongPolling", false],
] as const)("cuts a stalled reader at its buffer limit over %s (stateful: %p)", async (transport, stateful) => {
  const channel = `slow-${transport}-${stateful}`;
  const { proxy, client } = await connect(channel, { transport, stateful });
  const neighbor = clients.open({ url: `${fixture.origin}/signalr?app=${APP.key}`, transport: "WebSockets" });
  await neighbor.started();
  await neighbor.invoke("Subscribe", channel);
  proxy.stall();
  const memory_before = process.memoryUsage().rss;
  const data = "x".repeat(limits.event_data_bytes_max);
  let published = 0;
  while (subscriptions(channel) === 2 && published < 5_000) {
    send(channel, "e", data);
    published++;
    if (published % 20 === 0) await eventually("it has come", () => eventsOn(neighbor, channel).length === published);
  }
  expect(subscriptions(channel)).toBe(1);
  await eventually("the neighbor has all", () => eventsOn(neighbor, channel).length === published);
  expect(process.memoryUsage().rss - memory_before).toBeLessThan(96 * 1024 * 1024);
  client.stop();
  neighbor.stop();
  proxy.stop();
});
