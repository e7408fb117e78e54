import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { silentLog } from "../../src/lib/log.ts";
import { startPusherJs } from "./clients/pusher-js.ts";
import { connectRaw, maskedFrame, type RawClient } from "./clients/raw-client.ts";
import { eventually, startTestServer, TEST_APP, type TestServer } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(120_000);

const PATH = `/app/${TEST_APP.key}?protocol=7&client=js&version=8.6.0&flash=false`;

let fixture: TestServer;
beforeAll(() => {
  fixture = startTestServer();
});
afterAll(() => fixture.stop());

const saw = (client: RawClient, text: string): Promise<void> =>
  eventually(`the client received ${text}`, () => client.text().includes(text));
/** Opcode 8, then the length, and the code in 2 bytes. */
const hasCloseFrame = (client: RawClient, code: number): boolean =>
  client
    .text()
    .split("\x88")
    .some((rest) => rest.slice(1, 3) === String.fromCharCode(code >> 8, code & 0xff));
const subscriptions = (channel: string): number => fixture.channels.counts(TEST_APP.id, channel).subscriptions;

describe("WebSocket upgrade", () => {
  test.each([
    ["/app", 4005],
    ["/app/", 4005],
    [`/app/${TEST_APP.key}/more?protocol=7`, 4005],
    ["/app/nobody?protocol=7", 4001],
    [`/app/${TEST_APP.key}`, 4008],
    [`/app/${TEST_APP.key}?protocol=3`, 4007],
    [`/app/${TEST_APP.key}?protocol=seven`, 4006],
  ])("succeeds for %s and sends code %i twice inside the socket", async (path, code) => {
    const client = await connectRaw(fixture.port, path);
    await client.closed;
    expect(client.text()).toStartWith("HTTP/1.1 101");
    expect(client.text()).toContain(`{"event":"pusher:error","data":{"code":${code},`);
    expect(hasCloseFrame(client, code)).toBe(true);
  });

  test.each(["/prefix", "/a/deep/prefix", ""])("responds below the prefix %p", async (prefix) => {
    const client = await connectRaw(fixture.port, prefix + PATH);
    await saw(client, "connection_established");
    client.end();
  });

  test("selects the protocol's own subprotocol from those offered", async () => {
    const client = await connectRaw(
      fixture.port,
      PATH,
      "Sec-WebSocket-Protocol: other, pusher-channels-protocol-7\r\n",
    );
    expect(client.text().toLowerCase()).toContain("sec-websocket-protocol: pusher-channels-protocol-7\r\n");
    client.end();
  });

  test("negotiates no compression, which could expand a few bytes to megabytes", async () => {
    const client = await connectRaw(fixture.port, PATH, "Sec-WebSocket-Extensions: permessage-deflate\r\n");
    expect(client.text().toLowerCase()).not.toContain("sec-websocket-extensions");
    client.end();
  });

  test("is required, and other paths are ignored", async () => {
    expect((await fetch(`${fixture.origin}/app/${TEST_APP.key}`)).status).toBe(426);
    expect((await fetch(`${fixture.origin}/console/app/x`)).status).toBe(404);
    expect((await fetch(`${fixture.origin}/other`, { headers: { Upgrade: "websocket" } })).status).toBe(404);
  });

  test("reads the origin that browsers send", async () => {
    const strict = startTestServer([{ ...TEST_APP, allowed_origins: ["https://shop.example"] }]);
    try {
      const evil = await connectRaw(strict.port, PATH, "Origin: https://shop.example.evil.example\r\n");
      await evil.closed;
      expect(evil.text()).toContain('"code":4009');
      const good = await connectRaw(strict.port, PATH, "Origin: https://shop.example\r\n");
      await saw(good, "connection_established");
      good.end();
    } finally {
      await strict.stop();
    }
  });
});

describe("frames that violate the WebSocket protocol", () => {
  test.each<[what: string, bytes: Uint8Array]>([
    ["longer than the limit", maskedFrame(0x81, Buffer.alloc(limits.frame_bytes_read_max + 1, 0x20))],
    ["that announce petabytes", Buffer.from([0x81, 0xff, 0, 7, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0])],
    ["that are not UTF-8", maskedFrame(0x81, Buffer.from([0xff, 0xfe, 0xfd]))],
    ["without a mask", Buffer.from([0x81, 0x02, 0x7b, 0x7d])],
    ["with a reserved opcode", maskedFrame(0x83, Buffer.from("{}"))],
    ["that are long control frames", maskedFrame(0x89, Buffer.alloc(200))],
  ])("%s end their own connection and leave nothing behind", async (_, bytes) => {
    const [bad, neighbor] = await Promise.all([connectRaw(fixture.port, PATH), connectRaw(fixture.port, PATH)]);
    for (const client of [bad, neighbor]) client.send('{"event":"pusher:subscribe","data":{"channel":"rules"}}');
    await eventually("both are on the channel", () => subscriptions("rules") === 2);
    bad.write(bytes);
    await bad.closed;
    await eventually("only the neighbor is left", () => subscriptions("rules") === 1);
    fixture.channels.publish(TEST_APP.id, "rules", "still", "here");
    await saw(neighbor, '"still"');
    neighbor.end();
    await eventually("the channel is empty", () => subscriptions("rules") === 0);
  });

  test("get a response for binary data, and the connection stays open", async () => {
    const client = await connectRaw(fixture.port, PATH);
    client.write(maskedFrame(0x82, Buffer.from("{}")));
    await saw(client, "send text frames");
    client.send('{"event":"pusher:ping","data":{}}');
    await saw(client, "pusher:pong");
    client.end();
  });
});

test("cuts a stalled reader at its buffer limit without affecting others", async () => {
  const channel = "slow";
  const [slow, neighbor] = await Promise.all([connectRaw(fixture.port, PATH), connectRaw(fixture.port, PATH)]);
  for (const client of [slow, neighbor]) client.send(`{"event":"pusher:subscribe","data":{"channel":"${channel}"}}`);
  await Promise.all([slow, neighbor].map((client) => saw(client, "subscription_succeeded")));
  slow.pause();
  const lost_before = fixture.gateway.counts().lost;
  const data = "x".repeat(limits.event_data_bytes_max);
  const frame_bytes = JSON.stringify({ event: "e", channel, data }).length + 4;
  const memory_before = process.memoryUsage().rss;
  const bytes_before = neighbor.bytes();
  let published = 0;
  // The kernel buffers a few megabytes before the server's own buffer fills.
  while (subscriptions(channel) === 2 && published < 5_000) {
    fixture.channels.publish(TEST_APP.id, channel, "e", data);
    published++;
    if (published % 20 === 0) await neighborHas(published);
  }
  expect(subscriptions(channel)).toBe(1);
  expect(fixture.gateway.counts().lost).toBe(lost_before + 1);
  await neighborHas(published);
  expect(process.memoryUsage().rss - memory_before).toBeLessThan(64 * 1024 * 1024);
  for (const client of [slow, neighbor]) client.end();

  async function neighborHas(count: number): Promise<void> {
    await eventually(`the neighbor has ${count}`, () => neighbor.bytes() - bytes_before === count * frame_bytes);
  }
});

test("logs a server error and ends only the affected connection", async () => {
  const records = [TEST_APP];
  const logged: string[] = [];
  const faulty = startTestServer(records, undefined, { ...silentLog, error: (event) => logged.push(event) });
  try {
    const [first, second] = await Promise.all([connectRaw(faulty.port, PATH), connectRaw(faulty.port, PATH)]);
    const { find } = records;
    records.find = () => {
      throw new Error("The directory is broken.");
    };
    first.send('{"event":"pusher:ping","data":{}}');
    await first.closed;
    expect(hasCloseFrame(first, 4100)).toBe(true);
    expect(logged).toEqual(["session_failed"]);
    records.find = find;
    second.send('{"event":"pusher:ping","data":{}}');
    await saw(second, "pusher:pong");
    expect(faulty.gateway.counts().connections).toBe(1);
    second.end();
  } finally {
    await faulty.stop();
  }
});

test("closes all connections with 4200 on a drain and accepts no new ones", async () => {
  const stopping = startTestServer();
  const pusher_js = await startPusherJs();
  try {
    const page = pusher_js.open(TEST_APP.key, stopping.client_options);
    await page.connected();
    const clients = await Promise.all(Array.from({ length: 20 }, () => connectRaw(stopping.port, PATH)));
    await eventually("all are connected", () => stopping.gateway.counts().connections === 21);
    await stopping.gateway.drain();
    await Promise.all(clients.map(({ closed }) => closed));
    for (const client of clients) expect(hasCloseFrame(client, 4200)).toBe(true);
    expect(stopping.gateway.counts()).toMatchObject({ connections: 0, lost: 0 });
    await page.until(
      "reconnection",
      (report) => report.kind === "state" && report.state === "connecting" && page.reports.length > 3,
    );
    const late = await connectRaw(stopping.port, PATH);
    expect(late.text()).toStartWith("HTTP/1.1 503");
    late.end();
  } finally {
    await Promise.all([pusher_js.stop(), stopping.stop()]);
  }
});
