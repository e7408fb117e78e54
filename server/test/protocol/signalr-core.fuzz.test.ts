import { expect, setDefaultTimeout, test } from "bun:test";
import { type Rng, seededRng } from "@fanfare/contract/lib/rng";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { encode } from "@msgpack/msgpack";
import { createCoreRegistry } from "../../src/gateway/signalr-core/registry.ts";
import { createTickets } from "../../src/gateway/signalr-core/tickets.ts";
import type { CoreTransports } from "../../src/gateway/signalr-core/transports.ts";
import { silentLog } from "../../src/lib/log.ts";
import { createTestHub } from "../support/hub-client.ts";
import { TEST_APP } from "../support/pusher-client.ts";
import { fuzzedFrame } from "./support/fuzzed-frames.ts";
import { HEAP_GROWTH_BYTES_MAX, heapGrowthBytes, liveHeapBytes } from "./support/heap.ts";

setDefaultTimeout(process.env["NIGHTLY"] === undefined ? 240_000 : 60 * 60_000);

const MESSAGES = Number(
  process.env["FANFARE_FUZZ_FRAMES"] ?? (process.env["NIGHTLY"] === undefined ? 10_000 : 1_000_000),
);
const SEED = Number(process.env["FANFARE_FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 32));

const METHODS = [
  "Subscribe",
  "SubscribeMany",
  "Unsubscribe",
  "Publish",
  "Authenticate",
  "SignOut",
  "GetMembers",
  "Listen",
];
const VALUES = [
  "news",
  "private-a",
  "presence-a",
  "cache-a",
  "#server-to-user-u",
  "a b",
  "",
  "client-x",
  "person:ada",
  "__proto__",
  null,
  undefined,
  0,
  -1,
  1.5,
  true,
  [],
  {},
  [[[]]],
  { auth: "k:s" },
  { auth: "k:s", channelData: "{}" },
  { userData: "{}" },
  [{ channel: "news" }, { channel: 7 }, null],
] as const;

const pick = <Item>(rng: Rng, items: readonly Item[]): Item => {
  const item = items[Math.floor(rng.next() * items.length)];
  // Cast: undefined can be an item.
  return item as Item;
};

function message(rng: Rng): readonly [type: unknown, id: unknown, target: unknown, args: unknown, streams: unknown] {
  const type = pick(rng, [1, 1, 1, 1, 4, 4, 5, 2, 3, 6, 8, 9, 12, "1", null]);
  const id = pick(rng, ["1", "2", "3", undefined, undefined, "", 7, "x".repeat(200)]);
  const target = rng.next() < 0.9 ? pick(rng, METHODS) : pick(rng, ["", "constructor", 7, null]);
  const args =
    rng.next() < 0.95 ? Array.from({ length: Math.floor(rng.next() * 4) }, () => pick(rng, VALUES)) : pick(rng, VALUES);
  return [type, id, target, args, rng.next() < 0.05 ? ["1"] : undefined];
}

function chunk(rng: Rng, binary: boolean): Uint8Array {
  const [type, id, target, args, streams] = message(rng);
  const sequenceId = Math.floor(rng.next() * 5) - 1;
  if (rng.next() < 0.02) return rng.bytes(Math.floor(rng.next() * 50));
  if (rng.next() < 0.02) return Buffer.from(fuzzedFrame(rng, "1.1"));
  if (!binary) {
    const fields = { type, invocationId: id, target, arguments: args, streamIds: streams, sequenceId };
    const text = `${JSON.stringify(fields)}\u001e`;
    return Buffer.from(rng.next() < 0.02 ? text.slice(Math.floor(rng.next() * text.length)) : text);
  }
  const body = encode(type === 8 || type === 9 ? [type, sequenceId] : [type, {}, id, target, args, streams]);
  const head = body.length < 128 ? [body.length] : [(body.length & 0x7f) | 0x80, body.length >> 7];
  return Buffer.concat([Uint8Array.from(head), body]);
}

test(`survives ${MESSAGES} fuzzed Core messages without leaks (seed ${SEED})`, async () => {
  const rng = seededRng(SEED);
  // Warm-up: one-time allocations happen here.
  await sendFuzzed(rng, MESSAGES / 20);
  const before = liveHeapBytes();
  await sendFuzzed(rng, MESSAGES);
  const growth = await heapGrowthBytes(before, () => sendFuzzed(rng, MESSAGES / 20));
  expect(growth).toBeLessThan(HEAP_GROWTH_BYTES_MAX);
});

/** A client of the fuzz, over a transport that is drawn. */
interface FuzzedClient {
  readonly transports: CoreTransports;
  readonly binary: boolean;
  send(octets: Uint8Array): void;
  reconnect(): void;
  end(): void;
}

const TRANSPORT_KINDS = ["plain", "resumable", "polls"] as const;
type TransportKind = (typeof TRANSPORT_KINDS)[number];

function openFuzzedClient(
  rng: Rng,
  transports: CoreTransports,
  kind: TransportKind,
  onAnswer: () => void,
): FuzzedClient {
  const binary = rng.next() < 0.5;
  const aborted = new AbortController();
  let socket: ReturnType<CoreTransports["webSocket"]> | undefined;
  const client: FuzzedClient = {
    transports,
    binary,
    send(octets) {
      if (kind === "polls") transports.send(octets);
      else if (socket !== undefined && "receive" in socket) socket.receive({ kind: "binary", octets });
    },
    reconnect() {
      if (kind === "polls") return void transports.poll(aborted.signal, {});
      const fresh = transports.webSocket();
      if ("status" in fresh) return;
      socket = fresh;
      const ignored = { ping() {}, join() {}, leave() {}, publish() {} };
      const close = () => fresh.receive({ kind: "closed" });
      fresh.receive({ kind: "opened", socket: { ...ignored, send: onAnswer, close } });
    },
    end() {
      aborted.abort();
      if (socket !== undefined && "receive" in socket) socket.receive({ kind: "closed" });
    },
  };
  client.reconnect();
  client.send(Buffer.from(`{"protocol":"${binary ? "messagepack" : "json"}","version":1}\u001e`));
  return client;
}

async function sendFuzzed(rng: Rng, messages: number): Promise<void> {
  const server = createTestHub();
  const { clock, channels, hub } = server;
  const logged: unknown[] = [];
  const log = { ...silentLog, error: (event: string, fields: unknown) => logged.push([event, fields]) };
  const tickets = createTickets({ clock, rng, keys: () => [new Uint8Array(32)] });
  const registry = createCoreRegistry({ ...server, log, tickets });
  const other_client = server.open();
  other_client.call("Subscribe", "bystander");
  other_client.take();

  let answered = 0;
  let opened = 0;
  const open = (): FuzzedClient => {
    const peer = { socket_id: `1.${opened++}`, app: TEST_APP, identity: undefined, encrypted: true };
    const kind = pick(rng, TRANSPORT_KINDS);
    const begun = registry.begin(peer, { network: "x", resumable: kind === "resumable", has_id: false });
    if (begun === undefined) throw new Error("There is no room.");
    return openFuzzedClient(rng, begun.transports, kind, () => answered++);
  };

  const clients = Array.from({ length: 6 }, open);
  for (let sent = 0; sent < messages; sent++) {
    const index = sent % clients.length;
    const client = clients[index] ?? open();
    const octets = chunk(rng, client.binary);
    try {
      client.send(octets);
      if (rng.next() < 0.01) client.reconnect();
      if (rng.next() < 0.01) channels.publish(TEST_APP.id, "news", "e", { sent });
    } catch (cause) {
      const hex = Buffer.from(octets).toString("hex").slice(0, 600);
      throw new Error(`Seed ${SEED}, message ${sent}: ${hex}`, { cause });
    }
    // Clients that broke the protocol were disconnected. Replace them.
    if (client.transports.connection.kind === "ended") clients[index] = open();
    // Tokens are verified in a later microtask.
    if (sent % 50 === 0) await Promise.resolve();
    clock.advance(20);
  }
  expect(logged).toEqual([]);
  expect(other_client.take()).toEqual([]);
  // Fuzzing that never succeeds proves little.
  expect(answered).toBeGreaterThan(messages / 10);

  for (const client of clients) client.end();
  await Bun.sleep(0);
  clock.advance(hubLimits.hub_linger_ms + hubLimits.hub_poll_hold_ms + hubLimits.hub_linger_ms);
  hub.close(other_client.client);
  expect([...channels.occupiedChannels(TEST_APP.id)]).toEqual([]);
  expect([hub.connections.size, clock.pending()]).toEqual([0, 0]);
}
