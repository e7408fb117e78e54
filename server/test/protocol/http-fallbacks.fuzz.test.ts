import { expect, setDefaultTimeout, test } from "bun:test";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { createAppDirectory } from "../../src/accounts/apps/app-directory.ts";
import { HttpFallbacks } from "../../src/gateway/pusher/http-fallbacks.ts";
import { silentLog } from "../../src/lib/log.ts";
import { createTestGateway, TEST_APP } from "../support/pusher-client.ts";
import { fuzzedFrame } from "./support/fuzzed-frames.ts";

setDefaultTimeout(process.env["NIGHTLY"] === undefined ? 240_000 : 60 * 60_000);

const REQUESTS = Number(
  process.env["FANFARE_FUZZ_REQUESTS"] ?? (process.env["NIGHTLY"] === undefined ? 10_000 : 100_000),
);
const SEED = Number(process.env["FANFARE_FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 32));

const CALLS = ["xhr", "xhr_streaming", "xhr_send", "xhr_send", "xhr_send", "jsonp", "websocket", ""];
const METHODS = ["POST", "POST", "POST", "POST", "POST", "POST", "GET", "OPTIONS", "PUT"];
const QUERIES = ["?protocol=7", "?protocol=7", "?protocol=7&version=8.6.0&t=1&n=1", "", "?protocol=x", "?%00=%ff"];
const BODIES = ["", "[]", "{}", "[1]", "null", '["', "[".repeat(5_000), '["\\ud800"]', `["${"x".repeat(70_000)}"]`];

test(`survives ${REQUESTS} fuzzed HTTP requests without leaks (seed ${SEED})`, async () => {
  const rng = seededRng(SEED);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(rng.next() * items.length)] as Item;
  const { clock, channels, sessions, topics, open } = createTestGateway();
  const logged: unknown[] = [];
  const fallbacks = new HttpFallbacks({
    clock,
    sessions,
    topics,
    apps: createAppDirectory([TEST_APP]),
    log: { ...silentLog, error: (event, fields) => logged.push([event, fields]) },
    networkOf: () => pick(["home", "office"]),
    isEncrypted: () => true,
    isDraining: () => false,
    refuseRate: () => undefined,
  });
  const other_client = open();
  other_client.send("pusher:subscribe", { channel: "bystander" });
  other_client.socket.take();

  const statuses = new Map<number, number>();
  const held: AbortController[] = [];
  const unread: ReadableStream[] = [];
  for (let sent = 0; sent < REQUESTS; sent++) {
    const call = pick(CALLS);
    const key = rng.next() < 0.95 ? TEST_APP.key : pick(["nobody", "__proto__", "%2e%2e"]);
    const path = `/pusher/app/${key}/${Math.floor(rng.next() * 4)}/s${Math.floor(rng.next() * 5)}/${call}`;
    const method = pick(METHODS);
    const frames = (): string => JSON.stringify([fuzzedFrame(rng, "1.1"), fuzzedFrame(rng, "1.1")]);
    const body = rng.next() < 0.8 ? frames() : pick(BODIES);
    const controller = new AbortController();
    const request = new Request(`http://server${path}${pick(QUERIES)}`, {
      method,
      signal: controller.signal,
      ...(method === "GET" ? {} : { body }),
      ...(rng.next() < 0.1 ? { headers: { Origin: "null" } } : {}),
    });
    try {
      const answer = fallbacks.answer(request, new URL(request.url).pathname);
      if (answer !== "not_mine") {
        const note = (response: Response): void => {
          statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
          if (response.body !== null) unread.push(response.body);
        };
        if (call === "xhr") {
          held.push(controller);
          void Promise.resolve(answer).then(note);
        } else note(await answer);
      }
    } catch (error) {
      throw new Error(`Seed ${SEED}, request ${sent}: ${method} ${path}`, { cause: error });
    }
    if (rng.next() < 0.05) held.splice(Math.floor(rng.next() * held.length), 1)[0]?.abort();
    if (rng.next() < 0.05) await unread.splice(Math.floor(rng.next() * unread.length), 1)[0]?.cancel();
    if (rng.next() < 0.02) channels.publish(TEST_APP.id, "news", "e", "x".repeat(limits.event_data_bytes_max));
    clock.advance(rng.next() < 0.01 ? limits.http_linger_ms : 20);
    if (sent % 500 === 0) other_client.session.receive({ kind: "control" });
  }
  expect(logged).toEqual([]);
  expect(other_client.socket.take()).toEqual([]);
  // Fuzzing that never succeeds proves little.
  expect(statuses.get(204)).toBeGreaterThan(REQUESTS / 20);
  expect(statuses.get(200)).toBeGreaterThan(REQUESTS / 50);
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);

  for (const controller of held) controller.abort();
  for (const body of unread) await body.cancel();
  clock.advance(limits.http_linger_ms);
  other_client.session.receive({ kind: "closed" });
  expect([...channels.occupiedChannels(TEST_APP.id)]).toEqual([]);
  expect([sessions.open.size, clock.pending()]).toEqual([0, 0]);
});
