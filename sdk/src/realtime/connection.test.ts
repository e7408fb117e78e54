import { describe, expect, test } from "bun:test";
import { type Clock, manualClock } from "@fanfare/contract/lib/clock";
import { type Rng, seededRng } from "@fanfare/contract/lib/rng";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { frames } from "@fanfare/contract/realtime/pusher";
import { createManualNetwork, lastOf } from "../../test/support/manual-network.ts";
import { createConnection } from "./connection.ts";

function setUp(rng: Rng = seededRng(1)) {
  const clock = manualClock(1_000_000);
  const skew = { ms: 0 };
  const skewed: Clock = { now: () => clock.now() + skew.ms, after: clock.after };
  const network = createManualNetwork();
  const states: string[] = [];
  const versions: number[] = [];
  const established: string[] = [];
  const connection = createConnection(
    { clock: skewed, rng, connect: network.connect, url: "wss://fanfare.example/app/key" },
    {
      established: (socket_id) => established.push(socket_id),
      frame() {},
      version: (version) => versions.push(version),
      state: (kind) => states.push(kind),
    },
  );
  return { clock, skew, connection, sockets: network.sockets, states, versions, established };
}

/** Always yields the longest delay that jitter allows. */
const LONGEST: Rng = { next: () => 1 - 2 ** -32, bytes: (length) => new Uint8Array(length) };

describe("connection", () => {
  test("connects only on request and only once", () => {
    const { connection, sockets } = setUp();
    expect(sockets).toHaveLength(0);
    connection.open();
    connection.open();
    expect(sockets).toHaveLength(1);
  });

  test("passes on the socket ID and the version of the handshake", () => {
    const { connection, sockets, established, versions } = setUp();
    connection.open();
    lastOf(sockets).establish({ config_version: 7 });
    expect(established).toEqual(["1.1"]);
    expect(versions).toEqual([7]);
  });

  test("gives up on a missing handshake and reconnects", () => {
    const { clock, connection, sockets } = setUp();
    connection.open();
    clock.advance(limits.handshake_timeout_ms);
    expect(lastOf(sockets).closed()).toBe(true);
    clock.advance(limits.reconnect_base_ms);
    expect(sockets).toHaveLength(2);
  });

  test.each([4000, 4001, 4009, 4099])("never reconnects after %d", (code) => {
    const { clock, connection, sockets, states } = setUp();
    connection.open();
    lastOf(sockets).establish();
    lastOf(sockets).end(code);
    connection.wake();
    clock.advance(10 * limits.reconnect_slow_cap_ms);
    expect(sockets).toHaveLength(1);
    expect(lastOf(states)).toBe("refused");
    expect(clock.pending()).toBe(0);
  });

  test.each([4100, 4150])("waits at least the base after %d", (code) => {
    const nothing: Rng = { ...LONGEST, next: () => 0 };
    const { clock, connection, sockets } = setUp(nothing);
    connection.open();
    lastOf(sockets).end(code);
    clock.advance(limits.reconnect_base_ms - 1);
    expect(sockets).toHaveLength(1);
    clock.advance(1);
    expect(sockets).toHaveLength(2);
  });

  test.each([1000, 1006, 4200, 4201])(
    "reconnects within the base delay after %d, regardless of the number of clients",
    (code) => {
      const delays = Array.from({ length: 200 }, (_, seed) => {
        const { clock, connection, sockets } = setUp(seededRng(seed));
        connection.open();
        lastOf(sockets).establish();
        clock.advance(limits.reconnect_stable_ms);
        lastOf(sockets).end(code);
        const lost_ms = clock.now();
        while (sockets.length === 1) clock.advance(1);
        return clock.now() - lost_ms;
      });
      expect(Math.max(...delays)).toBeLessThanOrEqual(limits.reconnect_base_ms);
      // No tenth of a second gets more than twice its share of reconnects.
      for (let from = 0; from < limits.reconnect_base_ms; from += 100) {
        expect(delays.filter((delay) => delay >= from && delay < from + 100).length).toBeLessThanOrEqual(40);
      }
    },
  );

  test("doubles its maximum delay per failure, up to the quick and later the slow cap", () => {
    const { clock, connection, sockets } = setUp(LONGEST);
    connection.open();
    const waits = Array.from({ length: 16 }, () => {
      const { length } = sockets;
      const lost_ms = clock.now();
      lastOf(sockets).end(1006);
      while (sockets.length === length) clock.advance(100);
      return Math.round((clock.now() - lost_ms) / SECOND_MS);
    });
    expect(waits.slice(0, 6)).toEqual([1, 2, 4, 8, 15, 15]);
    expect(waits[11]).toBe(15);
    expect(waits.slice(12)).toEqual([120, 120, 120, 120]);
  });

  test("resets its backoff only after a stable connection", () => {
    const { clock, connection, sockets } = setUp(LONGEST);
    connection.open();
    for (const lifetime_ms of [0, 0, 0]) {
      lastOf(sockets).establish();
      clock.advance(lifetime_ms);
      lastOf(sockets).end(1006);
      const { length } = sockets;
      while (sockets.length === length) clock.advance(100);
    }
    lastOf(sockets).establish();
    clock.advance(limits.reconnect_stable_ms);
    const { length } = sockets;
    lastOf(sockets).end(1006);
    clock.advance(limits.reconnect_base_ms);
    expect(sockets).toHaveLength(length + 1);
  });

  test("uses the reconnect delay sent by the server", () => {
    const { clock, connection, sockets } = setUp();
    connection.open();
    lastOf(sockets).establish();
    const data = { code: 4200, message: "The server is going away.", retry_after_ms: 7_300 };
    lastOf(sockets).receive(JSON.stringify({ event: "pusher:error", data }));
    lastOf(sockets).end(4200);
    clock.advance(7_299);
    expect(sockets).toHaveLength(1);
    clock.advance(1);
    expect(sockets).toHaveLength(2);
  });

  test("pings a silent peer and disconnects without a response", () => {
    const { clock, connection, sockets } = setUp();
    connection.open();
    lastOf(sockets).establish();
    clock.advance(120 * SECOND_MS);
    expect(lastOf(sockets).sent).toEqual([{ event: "pusher:ping", data: {} }]);
    clock.advance(limits.pong_timeout_s * SECOND_MS);
    expect(lastOf(sockets).closed()).toBe(true);
    clock.advance(limits.reconnect_base_ms);
    expect(sockets).toHaveLength(2);
  });

  test("doesn't ping an active peer", () => {
    const { clock, connection, sockets } = setUp();
    connection.open();
    lastOf(sockets).establish();
    for (let minute = 0; minute < 10; minute++) {
      clock.advance(60 * SECOND_MS);
      lastOf(sockets).receive(frames.channelEvent("fanfare", "hello", "{}"));
    }
    expect(lastOf(sockets).sent).toEqual([]);
  });

  test("reads the version from every pong", () => {
    const { clock, connection, sockets, versions } = setUp();
    connection.open();
    lastOf(sockets).establish({ config_version: 1 });
    clock.advance(120 * SECOND_MS);
    lastOf(sockets).receive(frames.pong({ config_version: 2 }));
    expect(versions).toEqual([1, 2]);
    clock.advance(limits.pong_timeout_s * SECOND_MS);
    expect(lastOf(sockets).closed()).toBe(false);
  });

  test("runs one timer when idle, and none that fires within 30 s", () => {
    const { clock, connection, sockets } = setUp();
    connection.open();
    lastOf(sockets).establish({ activity_timeout: 5 });
    for (let second = 0; second < 29; second++) {
      clock.advance(SECOND_MS);
      expect(clock.pending()).toBe(1);
      expect(lastOf(sockets).sent).toEqual([]);
    }
  });

  test("handles a clock that is set back a year", () => {
    const { clock, skew, connection, sockets } = setUp();
    connection.open();
    lastOf(sockets).establish();
    skew.ms = -365 * 86_400 * SECOND_MS;
    clock.advance(240 * SECOND_MS);
    expect(lastOf(sockets).sent).toEqual([{ event: "pusher:ping", data: {} }]);
  });

  test("pings immediately when the page wakes after a long silence", () => {
    const { clock, connection, sockets } = setUp();
    connection.open();
    lastOf(sockets).establish();
    clock.advance(limits.wake_silence_ms);
    connection.wake();
    expect(lastOf(sockets).sent).toEqual([{ event: "pusher:ping", data: {} }]);
    clock.advance(limits.wake_pong_timeout_ms);
    expect(lastOf(sockets).closed()).toBe(true);
  });

  test("connects immediately when the page wakes during a delay", () => {
    const { connection, sockets } = setUp();
    connection.open();
    lastOf(sockets).end(1006);
    connection.wake();
    expect(sockets).toHaveLength(2);
  });

  test("closes the socket while the page sleeps and reconnects on wake", () => {
    const { clock, connection, sockets } = setUp();
    connection.open();
    lastOf(sockets).establish();
    connection.sleep();
    expect(lastOf(sockets).closed()).toBe(true);
    expect(clock.pending()).toBe(0);
    connection.wake();
    expect(sockets).toHaveLength(2);
  });

  test("ignores messages of an abandoned socket", () => {
    const { clock, connection, sockets, established } = setUp();
    connection.open();
    clock.advance(limits.handshake_timeout_ms + limits.reconnect_base_ms);
    sockets[0]?.establish();
    sockets[0]?.end(4001);
    expect(established).toEqual([]);
    lastOf(sockets).establish();
    expect(established).toEqual(["2.2"]);
  });

  test("handles any data from the network", () => {
    const { connection, sockets, states } = setUp();
    connection.open();
    lastOf(sockets).establish();
    const rubbish = [
      "",
      "null",
      "[]",
      "7",
      "{}",
      '{"event":7}',
      '{"event":"x","data":"{"}',
      '{"event":"pusher:error"}',
    ];
    for (const text of rubbish) lastOf(sockets).receive(text);
    expect(lastOf(states)).toBe("connected");
  });

  test("stops for good without any timer left", () => {
    const { clock, connection, sockets } = setUp();
    connection.open();
    lastOf(sockets).establish();
    connection.stop();
    connection.wake();
    connection.open();
    expect(lastOf(sockets).closed()).toBe(true);
    expect(sockets).toHaveLength(1);
    expect(clock.pending()).toBe(0);
  });

  test("keeps trying when the platform blocks the socket", () => {
    const clock = manualClock();
    let dials = 0;
    const connection = createConnection(
      {
        clock,
        rng: seededRng(1),
        url: "wss://fanfare.example",
        connect() {
          dials++;
          throw new Error("Refused by the page's policy.");
        },
      },
      { established() {}, frame() {}, version() {}, state() {} },
    );
    connection.open();
    clock.advance(60 * SECOND_MS);
    expect(dials).toBeGreaterThan(3);
    expect(dials).toBeLessThan(40);
  });
});
