import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { anonymousIdentity, boot, flushPromises } from "../../../test/support/fixtures.ts";
import type { ApiResult, Net, Payload } from "../../net/net.ts";
import { createDecisions, type RequestPreferences } from "./decisions.ts";

const FAILED: ApiResult<never> = { kind: "failed", retry_after_ms: 0 };

function setUp(seed = 1) {
  const clock = manualClock(5_000_000);
  const identity = anonymousIdentity();
  const requests: (Payload & { path: string })[] = [];
  const answers: ApiResult<unknown>[] = [];
  const server = { config_version: 1, time_ms: 5_000_000 };
  const net: Net = {
    async call<Body>(_: string, path: string, payload: Payload): Promise<ApiResult<Body>> {
      requests.push({ ...payload, path });
      const etag = `"${server.config_version}"`;
      const given = answers.shift();
      // The tests give answers of the call that they expect.
      if (given !== undefined) return given as ApiResult<Body>;
      if (payload.etag === etag) return { kind: "unchanged" };
      const app = { key: "key", paused: false, config_version: server.config_version };
      const body = boot({ app, server_time: new Date(server.time_ms).toISOString() });
      return { kind: "ok", etag, body: body as Body };
    },
  };
  const changes: number[] = [];
  const preferences: RequestPreferences = {};
  /** How often was asked before each time that what is left to say was said. */
  const notified: number[] = [];
  const recordRequests = async (): Promise<void> => void notified.push(requests.length);
  const decisions = createDecisions(
    { clock, rng: seededRng(seed), net, identity, preferences, flush: recordRequests },
    { changed: ({ app }) => changes.push(app.config_version), onSilence() {} },
  );
  const advance = async (duration_ms: number): Promise<void> => {
    clock.advance(duration_ms);
    await flushPromises();
  };
  return { clock, identity, decisions, preferences, requests, notified, answers, server, changes, advance };
}

describe("decisions", () => {
  test("share one answer, to a question that was asked after the last of them", async () => {
    const { decisions, requests } = setUp();
    const first = decisions.load();
    expect(decisions.load()).toBe(first);
    await first;
    expect(requests).toHaveLength(2);
    expect(requests[1]?.etag).toBe('"1"');
  });

  test("wait a random part of the spread after a signal, so that a crowd becomes a stream", async () => {
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

  test("ask once for many signals, with the tag of what is held", async () => {
    const { decisions, requests, server, changes, advance } = setUp();
    await decisions.load();
    for (const version of [2, 3, 4]) decisions.onVersionSignal(version, 1_000);
    server.config_version = 4;
    await advance(1_000);
    expect(requests.map(({ etag }) => etag)).toEqual([undefined, '"1"']);
    expect(changes).toEqual([1, 4]);
  });

  test("ask nothing when a handshake or a pong names the version that is held", async () => {
    const { clock, decisions, requests, advance } = setUp();
    await decisions.load();
    decisions.onVersionSignal(1, 1_000);
    await advance(60_000);
    expect(requests).toHaveLength(1);
    expect(clock.pending()).toBe(0);
  });

  test("heal when a signal was missed and the next pong names another version, also a lower one", async () => {
    const { decisions, server, changes, advance } = setUp();
    server.config_version = 9;
    await decisions.load();
    server.config_version = 3;
    decisions.onVersionSignal(3, limits.change_spread_ms);
    await advance(limits.change_spread_ms);
    expect(changes).toEqual([9, 3]);
  });

  test("are asked for again and again while the server is away, and a signal does not wait for the pause", async () => {
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

  test("count time by the server's clock", async () => {
    const { clock, decisions, server } = setUp();
    server.time_ms = clock.now() + 365 * 86_400_000;
    await decisions.load();
    expect(decisions.now_ms()).toBe(server.time_ms);
  });

  test("ask identify for somebody named, and boot by token once they are known", async () => {
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

  test("tell new attributes of the same person, and ask only for what changed", async () => {
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

  test("ask identify each time for somebody who proves nothing", async () => {
    const { identity, decisions, requests } = setUp();
    identity.setPerson({ external_id: "u_42", attributes: {} });
    await decisions.load();
    await decisions.load();
    expect(requests.map(({ path }) => path)).toEqual(["/v1/identify", "/v1/identify"]);
  });

  test("take no answer that is about somebody else", async () => {
    const { identity, decisions, changes, requests } = setUp();
    const loading = decisions.load();
    identity.setPerson({ external_id: "u_42", attributes: {}, token: "t" });
    void decisions.load();
    await loading;
    expect(requests.map(({ path }) => path)).toEqual(["/v1/boot", "/v1/identify"]);
    expect(requests[1]?.etag).toBeUndefined();
    expect(changes).toEqual([1]);
  });

  test("keep the anonymous token that came with the answer", async () => {
    const { identity, decisions } = setUp();
    await decisions.load();
    expect(identity.anonymousToken()).toBe("anonymous-token");
  });

  test("are asked for on waking only when nothing live kept them fresh and the answer is old", async () => {
    const { decisions, requests, advance } = setUp();
    await decisions.load();
    decisions.wake(false);
    await advance(limits.heal_interval_ms_min);
    decisions.wake(true);
    expect(requests).toHaveLength(1);
    decisions.wake(false);
    expect(requests).toHaveLength(2);
  });

  test("are asked for again when the clock on the wall changes them, within the spread and by the server's time", async () => {
    const { clock, decisions, requests, answers, server, advance } = setUp();
    server.time_ms = clock.now() + 86_400_000;
    const iso = (after_ms: number): string => new Date(server.time_ms + after_ms).toISOString();
    const body = { ...boot({ server_time: iso(0) }), again_at: iso(60_000) };
    answers.push({ kind: "ok", etag: '"1"', body });
    await decisions.load();
    await advance(59_999);
    expect(requests).toHaveLength(1);
    // What is unchanged says again when that will be.
    await advance(1 + limits.change_spread_ms);
    expect(requests).toHaveLength(2);
    decisions.stop();
  });

  test("know what happened while the server was away: what is left to say is said before they are asked for again", async () => {
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

  test("have no timer left after they stopped", async () => {
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
