import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { type Rng, seededRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { createTestGateway, TEST_APP, type TestClient } from "../support/pusher-client.ts";
import { fuzzedFrame } from "./support/fuzzed-frames.ts";
import { HEAP_GROWTH_BYTES_MAX, heapGrowthBytes, liveHeapBytes } from "./support/heap.ts";
import { eventually, startTestServer, type TestServer } from "./support/test-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(process.env["NIGHTLY"] === undefined ? 240_000 : 20 * 60_000);

const FRAMES = Number(
  process.env["FANFARE_FUZZ_FRAMES"] ?? (process.env["NIGHTLY"] === undefined ? 100_000 : 1_000_000),
);
const LIVE_FRAMES = 10_000;
const SETTLING_FRAMES = 1_000;

const SEED = Number(process.env["FANFARE_FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 32));

let fixture: TestServer;
beforeAll(() => {
  fixture = startTestServer();
});
afterAll(() => fixture.stop());

test(`survives ${FRAMES} fuzzed frames without closes or leaks (seed ${SEED})`, async () => {
  const rng = seededRng(SEED);
  // Warm-up: one-time allocations happen here.
  sendFuzzed(rng, FRAMES / 20);
  const before = liveHeapBytes();
  const subscribed = sendFuzzed(rng, FRAMES);
  // Fuzzing that never succeeds proves little.
  expect(subscribed).toBeGreaterThan(FRAMES / 100);
  const growth = await heapGrowthBytes(before, () => sendFuzzed(rng, SETTLING_FRAMES));
  expect(growth).toBeLessThan(HEAP_GROWTH_BYTES_MAX);
});

/** Returns how many subscriptions succeeded. */
function sendFuzzed(rng: Rng, frames: number): number {
  const { clock, channels, sessions, open } = createTestGateway();
  const other_client = open();
  other_client.send("pusher:subscribe", { channel: "bystander" });
  other_client.socket.take();
  const clients: TestClient[] = Array.from({ length: 8 }, () => open());
  for (let sent = 0; sent < frames; sent++) {
    const client = clients[sent % clients.length] ?? other_client;
    const text = fuzzedFrame(rng, client.socket_id);
    try {
      client.session.receive({ kind: "text", text });
    } catch (error) {
      throw new Error(`Seed ${SEED}, frame ${sent}: ${JSON.stringify(text.slice(0, 300))}`, { cause: error });
    }
    client.socket.take();
    // Slow enough that the rate limit lets every frame through to the parser.
    clock.advance(20);
    if (sent % 1_000 === 0) other_client.session.receive({ kind: "control" });
  }
  expect(clients.map(({ session }) => session.state.kind)).toEqual(clients.map(() => "open"));
  expect(clients.map(({ socket }) => socket.received.some(({ data }) => codeOf(data) === 4301))).not.toContain(true);
  expect(other_client.socket.take()).toEqual([]);

  const held = clients.flatMap(({ session }) => (session.state.kind === "open" ? session.state.channels : []));
  const counted = [...channels.occupiedChannels(TEST_APP.id)].map((occupied) =>
    channels.counts(TEST_APP.id, occupied.channel.name),
  );
  expect(counted.reduce((sum, { subscriptions }) => sum + subscriptions, 0)).toBe(held.length + 1);
  for (const { session } of [...clients, other_client]) session.receive({ kind: "closed" });
  expect([...channels.occupiedChannels(TEST_APP.id)]).toEqual([]);
  expect([sessions.open.size, clock.pending()]).toEqual([0, 0]);
  return clients
    .flatMap(({ socket }) => socket.received)
    .filter(({ event }) => event === "pusher_internal:subscription_succeeded").length;
}

test(`survives ${LIVE_FRAMES} fuzzed frames over real sockets (seed ${SEED})`, async () => {
  const rng = seededRng(SEED);
  const neighbor = await openSocket();
  neighbor.ws.send('{"event":"pusher:subscribe","data":{"channel":"neighbor"}}');
  const each = limits.inbound_messages_burst_max - 1;
  let closed = 0;
  for (let sent = 0; sent < LIVE_FRAMES; sent += each) {
    const { ws, socket_id, until } = await openSocket();
    ws.addEventListener("close", () => closed++);
    for (let index = 0; index < each; index++) ws.send(fuzzedFrame(rng, socket_id));
    ws.send('{"event":"pusher:ping","data":{}}');
    await until((text) => text.includes("pusher:pong"));
    expect(closed).toBe(0);
    ws.close();
    await eventually("the socket is closed", () => closed === 1);
    closed = 0;
  }
  fixture.channels.publish(TEST_APP.id, "neighbor", "hello", { still: "here" });
  await neighbor.until((text) => text.includes("still"));
  neighbor.ws.close();
  await eventually("everyone has left", () => fixture.gateway.counts().connections === 0);
  expect([...fixture.channels.occupiedChannels(TEST_APP.id)]).toEqual([]);
});

async function openSocket(): Promise<{
  ws: WebSocket;
  socket_id: string;
  until(fits: (text: string) => boolean): Promise<string>;
}> {
  const ws = new WebSocket(`ws://127.0.0.1:${fixture.port}/app/${TEST_APP.key}?protocol=7`);
  const received: string[] = [];
  const looks = new Set<() => void>();
  ws.addEventListener("message", ({ data }) => {
    received.push(String(data));
    for (const look of looks) look();
  });
  const until = (fits: (text: string) => boolean): Promise<string> => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const look = (): void => {
      const found = received.findLast(fits);
      if (found === undefined) return;
      looks.delete(look);
      resolve(found);
    };
    looks.add(look);
    ws.addEventListener("close", ({ code, reason }) =>
      reject(new Error(`Closed with ${code} ${reason}. Seed ${SEED}.`)),
    );
    look();
    return promise;
  };
  const first = await until((text) => text.includes("connection_established"));
  const socket_id = /\d+\.\d+/.exec(first)?.[0] ?? "";
  return { ws, socket_id, until };
}

function codeOf(data: unknown): unknown {
  return typeof data === "object" && data !== null && "code" in data ? data.code : undefined;
}
