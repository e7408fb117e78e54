import { expect, setDefaultTimeout, test } from "bun:test";
import { type Rng, seededRng } from "@fanfare/contract/lib/rng";
import { MINUTE_MS } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { createAppDirectory } from "../../src/accounts/apps/app-directory.ts";
import { ClassicEndpoint } from "../../src/gateway/signalr-classic/endpoint.ts";
import { ClassicSession } from "../../src/gateway/signalr-classic/session.ts";
import { createClassicSessions } from "../../src/gateway/signalr-classic/sessions.ts";
import { createClassicTokens } from "../../src/gateway/signalr-classic/tokens.ts";
import type { BunSocketData } from "../../src/gateway/transport/bun-socket.ts";
import { createTestHub, personIdentity, type TestHub } from "../support/hub-client.ts";
import { TEST_APP } from "../support/pusher-client.ts";
import { HEAP_GROWTH_BYTES_MAX, heapGrowthBytes, liveHeapBytes } from "./support/heap.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(process.env["NIGHTLY"] === undefined ? 240_000 : 20 * 60_000);

const FRAMES = Number(
  process.env["FANFARE_FUZZ_FRAMES"] ?? (process.env["NIGHTLY"] === undefined ? 100_000 : 1_000_000),
);
const REQUESTS = FRAMES / 10;
const SEED = Number(process.env["FANFARE_FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 32));
const KEY = new Uint8Array(32).fill(5);

const METHODS = [
  "Subscribe",
  "SUBSCRIBEMANY",
  "unsubscribe",
  "Publish",
  "Authenticate",
  "SignOut",
  "GetMembers",
  "GetConnectionId",
  "__proto__",
  "constructor",
  "",
];
const VALUES: readonly unknown[] = [
  "news",
  "presence-a",
  "private-user-u_1",
  "#server-to-user-u_1",
  "x".repeat(300),
  "\uD800",
  "🎉",
  "person:u_1",
  "client-x",
  null,
  true,
  -1,
  1e308,
  [],
  {},
  [["news"]],
  [{ channel: "news" }, 7],
  { auth: "a:b", channelData: "{}" },
  { auth: 1 },
  { since: {} },
];

/** Message of a hostile or broken client. Some are valid, so that there's state to break. */
function fuzzedMessage(rng: Rng): string {
  const pick = <Value>(values: readonly Value[]): Value | undefined => values[Math.floor(rng.next() * values.length)];
  const args = (): unknown[] => Array.from({ length: Math.floor(rng.next() * 4) }, () => pick(VALUES));
  const call = (): string =>
    JSON.stringify({ H: "Fanfare", M: pick(METHODS), A: args(), I: Math.floor(rng.next() * 9) });
  const dice = rng.next();
  if (dice < 0.5) return call();
  if (dice < 0.7) {
    const text = call();
    const at = Math.floor(rng.next() * text.length);
    return (
      text.slice(0, at) +
      String(pick(["", '"', "}", "\u0000", "[[", "\\"])) +
      text.slice(at + Math.floor(rng.next() * 6))
    );
  }
  if (dice < 0.9)
    return JSON.stringify({
      H: pick(["fanfare", "chat", 1]),
      M: pick(VALUES),
      A: pick(VALUES),
      I: pick(VALUES),
      S: pick(VALUES),
    });
  if (dice < 0.95) return "[".repeat(Math.floor(rng.next() * 3_000));
  return String.fromCharCode(...Array.from({ length: 40 }, () => Math.floor(rng.next() * 0x10000)));
}

function leavesNothing({ hub, channels, clock }: TestHub): void {
  expect([hub.connections.size, [...channels.occupiedChannels(TEST_APP.id)]]).toEqual([0, []]);
  clock.advance(10 * MINUTE_MS);
  expect(clock.pending()).toBe(0);
}

test(`survives ${FRAMES} fuzzed messages without failures or leaks (seed ${SEED})`, async () => {
  const rng = seededRng(SEED);
  // Warm-up: one-time allocations happen here.
  await sendFuzzed(rng, FRAMES / 20);
  const before = liveHeapBytes();
  const good = await sendFuzzed(rng, FRAMES);
  const growth = await heapGrowthBytes(before, () => sendFuzzed(rng, FRAMES / 20));
  expect(growth).toBeLessThan(HEAP_GROWTH_BYTES_MAX);
  // Fuzzing that never succeeds proves little.
  expect(good).toBeGreaterThan(FRAMES / 50);
});

/** Returns how many of `frames` messages got a response without an error. */
async function sendFuzzed(rng: Rng, frames: number): Promise<number> {
  const fixture = createTestHub();
  const sessions = createClassicSessions({ ...fixture, rng, tokens: createClassicTokens(() => [KEY]) });
  const open = (index: number): ClassicSession => {
    const session = sessions.open({
      claims: {
        app_id: TEST_APP.id,
        connection_id: `${index}.1`,
        issued_ms: 0,
        secret_ids: [],
        identity: index % 2 === 0 ? personIdentity("u_1") : undefined,
      },
      app: TEST_APP,
      network: "test",
      encrypted: true,
      is_listening: true,
      restore_from: undefined,
    });
    if (!(session instanceof ClassicSession)) throw new Error("Refused.");
    return session;
  };
  const unheard = (): void => {};
  const other_client = open(99);
  other_client.receive('{"H":"fanfare","M":"Subscribe","A":["bystander"],"I":0}', unheard, unheard);
  const last = other_client.outbox.last;
  const clients = Array.from({ length: 8 }, (_, index) => open(index));
  let good = 0;
  for (let sent = 0; sent < frames; sent++) {
    const text = fuzzedMessage(rng);
    const client = clients[sent % clients.length] ?? other_client;
    let is_answered = false;
    try {
      const answered = (answer: string): void => {
        if (is_answered) throw new Error("Answered twice.");
        is_answered = true;
        if (answer !== "") good += JSON.parse(answer).E === undefined ? 1 : 0;
      };
      client.receive(text, answered, () => answered(""));
    } catch (error) {
      throw new Error(`Seed ${SEED}, message ${sent}: ${JSON.stringify(text.slice(0, 300))}`, { cause: error });
    }
    // Token verification takes a microtask, and later calls wait for it.
    await Promise.resolve();
    expect(client.outbox.mailbox.ring.bytes).toBeLessThanOrEqual(hubLimits.classic_ring_bytes_max);
    // Slow enough that the rate limit lets every message through to the parser. Clients reconnect now and then.
    fixture.clock.advance(20);
    if (sent % 500 === 0) {
      for (const each of [...clients, other_client]) {
        const receiver = { transport: "classic_websocket" as const, wake() {}, ping() {}, drop() {}, keepAlive() {} };
        each.attach(receiver);
        each.detach(receiver);
      }
    }
  }
  expect(clients.map(({ is_ended: is_over }) => is_over)).toEqual(clients.map(() => false));
  expect(other_client.outbox.last).toBe(last);
  for (const client of [...clients, other_client]) client.abort();
  leavesNothing(fixture);
  return good;
}

test(`responds once to each of ${REQUESTS} fuzzed requests (seed ${SEED})`, async () => {
  const rng = seededRng(SEED);
  const fixture = createTestHub();
  const endpoint = new ClassicEndpoint({
    ...fixture,
    rng,
    apps: createAppDirectory([TEST_APP]),
    verifyIdentity: async () => ({ ok: false, code: "identity_invalid", detail: "Nobody." }),
    wasTerminated: async () => false,
    tokenKeys: () => [KEY],
    path_prefix: "",
    networkOf: () => "test",
    isEncrypted: () => true,
    isDraining: () => false,
    upgrade: (request, server, data) => server.upgrade(request, { data }),
  });
  const tokens = createClassicTokens(() => [KEY]);
  const pick = <Value>(values: readonly [Value, ...Value[]]): Value =>
    values[Math.floor(rng.next() * values.length)] ?? values[0];
  // Cast: the endpoint needs only a server that never upgrades.
  const server = { timeout() {}, upgrade: () => false } as unknown as Bun.Server<BunSocketData>;
  const statuses = new Map<number, number>();
  const open: Promise<void>[] = [];
  const gone = new AbortController();
  for (let sent = 0; sent < REQUESTS; sent++) {
    const id = `${Math.floor(rng.next() * 20)}.1`;
    const claims = {
      app_id: TEST_APP.id,
      connection_id: id,
      issued_ms: fixture.clock.now(),
      identity: undefined,
      secret_ids: [],
    };
    const token = tokens.signConnection(claims);
    const fields = {
      transport: pick(["longPolling", "serverSentEvents", "webSockets", "x"]),
      clientProtocol: pick(["1.5", "2.1", "0", "x"]),
      connectionToken: rng.next() < 0.8 ? token : token.slice(0, Math.floor(rng.next() * token.length)),
      connectionData: pick(['[{"name":"fanfare"}]', "[]", "[[", '[{"name":{}}]']),
      messageId: pick(["", "x", "0-0", "zz-zz", "\u0000"]),
      groupsToken: pick([
        token,
        "a.b",
        tokens.signGroups({ connection_id: id, user: undefined, channels: [{ name: "news", member: undefined }] }),
      ]),
      app: pick([TEST_APP.key, "nobody"]),
      data: fuzzedMessage(rng),
    };
    const remaining = Object.entries(fields).filter(() => rng.next() < 0.9);
    const path = pick(["negotiate", "connect", "start", "reconnect", "poll", "send", "abort", "ping", "POLL/"]);
    const is_post = rng.next() < 0.7;
    const in_url = is_post ? remaining.slice(0, 4) : remaining;
    const request = new Request(`http://h/signalr/${path}?${new URLSearchParams(in_url)}`, {
      method: is_post ? "POST" : "GET",
      signal: gone.signal,
      ...(is_post ? { body: new URLSearchParams(remaining.slice(4)) } : {}),
    });
    if (!endpoint.owns(request)) continue;
    const answered = async (): Promise<void> => {
      const answer = await endpoint.answer(request, server);
      const status = answer?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await answer?.body?.cancel();
    };
    open.push(
      answered().catch((error) => {
        throw new Error(`Seed ${SEED}, request ${sent}: ${request.url.slice(0, 300)}`, { cause: error });
      }),
    );
    if (sent % 10 === 0) {
      fixture.clock.advance(100);
      await Promise.resolve();
    }
  }
  await Bun.sleep(0);
  fixture.clock.advance(MINUTE_MS);
  await Promise.all(open);
  expect([...statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
  expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 10);
  fixture.clock.advance(MINUTE_MS);
  leavesNothing(fixture);
});
