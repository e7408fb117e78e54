import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { BootResponse } from "@fanfare/contract/schema/client/v1";
import { anonymousIdentity, boot, flushPromises, memoryStorage } from "../../../test/support/fixtures.ts";
import type { ApiResult, Net, Payload } from "../../net/net.ts";
import { createDecisions, type RequestPreferences } from "./decisions.ts";

const FAILED: ApiResult<never> = { kind: "failed", retry_after_ms: 0 };

function setUp(seed = 1) {
  const clock = manualClock(5_000_000);
  const storage = memoryStorage();
  const identity = anonymousIdentity(storage);
  const requests: (Payload & { path: string })[] = [];
  const answers: ApiResult<unknown>[] = [];
  const server = { config_version: 1, time_ms: 5_000_000 };
  const net: Net = {
    async call<Body>(_: string, path: string, payload: Payload): Promise<ApiResult<Body>> {
      requests.push({ ...payload, path });
      const etag = `"${server.config_version}"`;
      const given = answers.shift();
      // Responses match the type that the test's call expects.
      if (given !== undefined) return given as ApiResult<Body>;
      if (payload.etag === etag) return { kind: "unchanged" };
      const app = { key: "key", paused: false, config_version: server.config_version };
      const body = boot({ app, server_time: new Date(server.time_ms).toISOString() });
      return { kind: "ok", etag, body: body as Body };
    },
  };
  const changes: number[] = [];
  const preferences: RequestPreferences = {};
  /** Number of requests before each flush. */
  const notified: number[] = [];
  const recordRequests = async (): Promise<void> => void notified.push(requests.length);
  const cache: { answer: BootResponse | undefined } = { answer: undefined };
  const readConfirmed = async () => {
    if (cache.answer === undefined) storage.set("fanfare:key:kept");
    return cache.answer;
  };
  const decisions = createDecisions(
    { clock, rng: seededRng(seed), net, identity, preferences, flush: recordRequests, readConfirmed },
    { changed: ({ app }) => changes.push(app.config_version), onSilence() {} },
  );
  const advance = async (duration_ms: number): Promise<void> => {
    clock.advance(duration_ms);
    await flushPromises();
  };
  return {
    cache,
    storage,
    clock,
    identity,
    decisions,
    preferences,
    requests,
    notified,
    answers,
    server,
    changes,
    advance,
  };
}

describe("decisions", () => {
  test("shares one response, requested after the last call", async () => {
    const { decisions, requests } = setUp();
    const first = decisions.load();
    expect(decisions.load()).toBe(first);
    await first;
    expect(requests).toHaveLength(2);
    expect(requests[1]?.etag).toBe('"1"');
  });

  test("spreads requests randomly after a signal", async () => {
    const waits = await Promise.all(
      Array.from({ length: 100 }, async (_, seed) => {
        const { clock, decisions, requests, server, advance } = setUp(seed);
        await decisions.load();
        server.config_version = 2;
        const heard_ms = clock.now();
        decisions.onVersionSignal(2, 1_000);
        while (requests.length === 1) await advance(10);
        return clock.now() - heard_ms;
      }),
    );
    expect(Math.max(...waits)).toBeLessThanOrEqual(1_010);
    expect(waits.filter((wait) => wait <= 500).length).toBeGreaterThan(30);
    expect(waits.filter((wait) => wait > 500).length).toBeGreaterThan(30);
  });

  test("sends one request for many signals, with the current ETag", async () => {
    const { decisions, requests, server, changes, advance } = setUp();
    await decisions.load();
    for (const version of [2, 3, 4]) decisions.onVersionSignal(version, 1_000);
    server.config_version = 4;
    await advance(1_000);
    expect(requests.map(({ etag }) => etag)).toEqual([undefined, '"1"']);
    expect(changes).toEqual([1, 4]);
  });

  test("sends no request if a handshake or pong has the current version", async () => {
    const { clock, decisions, requests, advance } = setUp();
    await decisions.load();
    decisions.onVersionSignal(1, 1_000);
    await advance(60_000);
    expect(requests).toHaveLength(1);
    expect(clock.pending()).toBe(0);
  });

  test("reloads after a missed signal when a pong has another version, even a lower one", async () => {
    const { decisions, server, changes, advance } = setUp();
    server.config_version = 9;
    await decisions.load();
    server.config_version = 3;
    decisions.onVersionSignal(3, limits.change_spread_ms);
    await advance(limits.change_spread_ms);
    expect(changes).toEqual([9, 3]);
  });

  test("retries while the server is down, and immediately on a signal", async () => {
    const { decisions, requests, answers, changes, server, advance } = setUp();
    await decisions.load();
    server.config_version = 2;
    answers.push(...Array.from({ length: 6 }, () => FAILED));
    decisions.onVersionSignal(2, 0);
    for (let second = 0; second < 200; second++) await advance(1_000);
    expect(requests).toHaveLength(8);
    expect(changes).toEqual([1, 2]);
    answers.push(FAILED, { kind: "failed", retry_after_ms: 200_000 });
    decisions.onVersionSignal(3, 0);
    for (let second = 0; second < 20; second++) await advance(1_000);
    server.config_version = 4;
    decisions.onVersionSignal(4, 1_000);
    await advance(1_000);
    expect(changes).toEqual([1, 2, 4]);
  });

  test("uses the server's clock", async () => {
    const { clock, decisions, server } = setUp();
    server.time_ms = clock.now() + 365 * 86_400_000;
    await decisions.load();
    expect(decisions.now_ms()).toBe(server.time_ms);
  });

  test("identifies a person with a token once, then boots", async () => {
    const { identity, decisions, requests } = setUp();
    identity.setPerson({ external_id: "u_42", attributes: { plan: "pro" }, token: "t" });
    await decisions.load();
    await decisions.load();
    expect(requests.map(({ path }) => path)).toEqual(["/v1/identify", "/v1/boot"]);
    const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const who = { external_id: "u_42", attributes: { plan: "pro" }, anonymous_token: undefined };
    expect(requests[0]?.json).toEqual({ ...who, time_zone });
    expect(requests[1]?.json).toMatchObject({ time_zone });
  });

  test("identifies again for new attributes, with the current ETag", async () => {
    const { identity, decisions, requests, changes } = setUp();
    identity.setPerson({ external_id: "u_42", attributes: { plan: "free" }, token: "t" });
    await decisions.load();
    identity.setPerson({ external_id: "u_42", attributes: { plan: "pro" }, token: "t" });
    await decisions.load();
    await decisions.load();
    expect(requests.map(({ path, etag }) => [path, etag])).toEqual([
      ["/v1/identify", undefined],
      ["/v1/identify", '"1"'],
      ["/v1/boot", '"1"'],
    ]);
    expect(changes).toEqual([1]);
  });

  test("identifies each time for a person without a token", async () => {
    const { identity, decisions, requests } = setUp();
    identity.setPerson({ external_id: "u_42", attributes: {} });
    await decisions.load();
    await decisions.load();
    expect(requests.map(({ path }) => path)).toEqual(["/v1/identify", "/v1/identify"]);
  });

  test("confirms the response of an earlier page instead of loading it again", async () => {
    const { cache, storage, decisions, requests, changes } = setUp();
    storage.set("fanfare:key:kept", '"1"{"who":"[]"}');
    cache.answer = boot({ channel_id: "cached" });
    const loaded = await decisions.load();
    expect(requests.map(({ etag }) => etag)).toEqual(['"1"']);
    expect([loaded.kind === "loaded" && loaded.boot.channel_id, changes]).toEqual(["cached", [1]]);
  });

  test("loads the response if the confirmed one is gone from the cache", async () => {
    const { storage, decisions, requests, changes } = setUp();
    storage.set("fanfare:key:kept", '"1"{"who":"[]"}');
    await decisions.load();
    expect([requests.map(({ etag }) => etag), changes]).toEqual([['"1"', undefined], [1]]);
  });

  test("ignores a response about another person", async () => {
    const { identity, decisions, changes, requests } = setUp();
    const loading = decisions.load();
    identity.setPerson({ external_id: "u_42", attributes: {}, token: "t" });
    void decisions.load();
    await loading;
    expect(requests.map(({ path }) => path)).toEqual(["/v1/boot", "/v1/identify"]);
    expect(requests[1]?.etag).toBeUndefined();
    expect(changes).toEqual([1]);
  });

  test("stores the anonymous token of the response", async () => {
    const { identity, decisions } = setUp();
    await decisions.load();
    expect(identity.anonymousToken()).toBe("anonymous-token");
  });

  test("reloads on wake only without a live connection and with an old response", async () => {
    const { decisions, requests, advance } = setUp();
    await decisions.load();
    decisions.wake(false);
    await advance(limits.heal_interval_ms_min);
    decisions.wake(true);
    expect(requests).toHaveLength(1);
    decisions.wake(false);
    expect(requests).toHaveLength(2);
  });

  test("reloads at the scheduled time by the server's clock, within the spread", async () => {
    const { clock, decisions, requests, answers, server, advance } = setUp();
    server.time_ms = clock.now() + 86_400_000;
    const iso = (after_ms: number): string => new Date(server.time_ms + after_ms).toISOString();
    const body = { ...boot({ server_time: iso(0) }), again_at: iso(60_000) };
    answers.push({ kind: "ok", etag: '"1"', body });
    await decisions.load();
    await advance(59_999);
    expect(requests).toHaveLength(1);
    // An unchanged response schedules the next time, too.
    await advance(1 + limits.change_spread_ms);
    expect(requests).toHaveLength(2);
    decisions.stop();
  });

  test("sends pending messages before the reload after an outage", async () => {
    const { decisions, requests, notified, answers } = setUp();
    await decisions.load();
    expect(notified).toEqual([]);
    answers.push(FAILED);
    await decisions.load();
    expect(notified).toEqual([]);
    await decisions.load();
    await decisions.load();
    expect([notified, requests.length]).toEqual([[2], 4]);
  });

  test("leaves no timers after stop", async () => {
    const { clock, decisions, answers } = setUp();
    answers.push(FAILED);
    await decisions.load();
    expect(clock.pending()).toBe(1);
    decisions.stop();
    expect(clock.pending()).toBe(0);
    answers.push(FAILED);
    await decisions.load();
    expect(clock.pending()).toBe(0);
  });
});

test("what the page preferences goes along with every question about somebody", async () => {
  const { identity, decisions, preferences, requests } = setUp();
  await decisions.load();
  preferences.locale = "he";
  preferences.again = ["welcome"];
  await decisions.load();
  identity.setPerson({ external_id: "u_42", attributes: {} });
  await decisions.load();
  const bodies = requests.map(({ json }) => json ?? {});
  expect(bodies.map((json) => ["locale" in json, "again" in json])).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ]);
  expect(bodies.at(-1)).toMatchObject({ external_id: "u_42", locale: "he", again: ["welcome"] });
});
