import { describe, expect, test } from "bun:test";
import type { AppKey } from "@fanfare/contract/lib/ids";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { createTestGateway, TEST_APP } from "../../../test/support/pusher-client.ts";

const SILENCE_MS = (limits.activity_timeout_s + limits.activity_slack_s) * SECOND_MS + limits.liveness_sweep_ms;
const PONG_WAIT_MS = limits.pong_timeout_s * SECOND_MS + limits.liveness_sweep_ms;

describe("first frame", () => {
  test("is connection_established, with socket ID, activity timeout, and app version", () => {
    const { socket } = createTestGateway().open();
    expect(socket.received).toEqual([
      {
        event: "pusher:connection_established",
        data: { socket_id: expect.stringMatching(/^\d+\.\d+$/), activity_timeout: 120, config_version: 7 },
      },
    ]);
  });

  test("contains a unique socket ID", () => {
    const server = createTestGateway();
    const ids = new Set(Array.from({ length: 1_000 }, () => server.open().socket_id));
    expect(ids.size).toBe(1_000);
  });

  test.each([
    [{ key: undefined }, 4005],
    [{ key: "nobody" }, 4001],
    [{ protocol: null }, 4008],
    [{ protocol: "" }, 4008],
    [{ protocol: "seven" }, 4006],
    [{ version: "8.6.0\u0000" }, 4006],
    [{ version: "x".repeat(65) }, 4006],
    [{ protocol: "3" }, 4007],
    [{ protocol: "8" }, 4007],
    [{ protocol: "-1" }, 4007],
    [{ protocol: "70000000000" }, 4007],
  ] as const)("rejects %o with the code %i, in the error and in the close frame", (handshake, code) => {
    const server = createTestGateway();
    const { socket, session } = server.open(handshake);
    expect(socket.received).toEqual([{ event: "pusher:error", data: { code, message: expect.any(String) } }]);
    expect(socket.closed?.code).toBe(code);
    expect(new TextEncoder().encode(socket.closed?.reason).length).toBeLessThanOrEqual(123);
    expect(session.state.kind).toBe("closed");
    expect(server.sessions.open.size).toBe(0);
    expect(server.clock.pending()).toBe(0);
  });

  test.each(["4", "5", "6", "7"])("welcomes protocol %s", (protocol) => {
    expect(createTestGateway().open({ protocol }).session.state.kind).toBe("open");
  });

  test("rejects pages of other origins with 4009, but not clients without an origin", () => {
    const server = createTestGateway([{ ...TEST_APP, allowed_origins: ["https://shop.example"] }]);
    expect(server.open({ origin: "https://evil.example" }).socket.closed?.code).toBe(4009);
    expect(server.open({ origin: "null" }).socket.closed?.code).toBe(4009);
    expect(server.open({ origin: "https://shop.example" }).session.state.kind).toBe("open");
    expect(server.open({ origin: null }).session.state.kind).toBe("open");
  });

  test("welcomes clients of a paused app", () => {
    const server = createTestGateway([{ ...TEST_APP, paused: true }]);
    expect(server.open().session.state.kind).toBe("open");
  });
});

describe("ping", () => {
  test.each(['{"event":"pusher:ping","data":{}}', '{"event":"pusher:ping"}', '{"event":"pusher:ping","data":"{}"}'])(
    "responds to %s with a pong that contains the app version",
    (text) => {
      const { socket, session } = createTestGateway().open();
      socket.take();
      session.receive({ kind: "text", text });
      expect(socket.take()).toEqual([{ event: "pusher:pong", data: { config_version: 7 } }]);
    },
  );

  test("returns the current app version", () => {
    const records = [TEST_APP];
    const { socket, send } = createTestGateway(records).open();
    records[0] = { ...TEST_APP, config_version: 8 };
    send("pusher:ping", {});
    expect(socket.received.at(-1)).toEqual({ event: "pusher:pong", data: { config_version: 8 } });
  });
});

describe("silent connection", () => {
  test("is pinged in both ways, then closed with 4201", () => {
    const { clock, ...server } = createTestGateway();
    const { socket, session } = server.open();
    socket.take();
    clock.advance(SILENCE_MS);
    expect(socket.take()).toEqual([{ event: "pusher:ping", data: {} }]);
    expect(socket.pings).toBe(1);
    clock.advance(PONG_WAIT_MS);
    expect(socket.closed?.code).toBe(4201);
    expect(session.state.kind).toBe("closed");
    expect(clock.pending()).toBe(0);
  });

  test("is pinged only by control frame on protocol 4", () => {
    const { clock, ...server } = createTestGateway();
    const { socket } = server.open({ protocol: "4" });
    socket.take();
    clock.advance(SILENCE_MS);
    expect(socket.take()).toEqual([]);
    expect(socket.pings).toBe(1);
  });

  test.each(["control", "text"] as const)("stays open when a %s frame responds", (kind) => {
    const { clock, ...server } = createTestGateway();
    const { socket, session } = server.open();
    clock.advance(SILENCE_MS);
    session.receive(kind === "control" ? { kind } : { kind, text: '{"event":"pusher:pong","data":{}}' });
    clock.advance(PONG_WAIT_MS);
    expect(socket.closed).toBeUndefined();
  });

  test("is never pinged while sending control pings now and then", () => {
    const { clock, ...server } = createTestGateway();
    const { socket, session } = server.open();
    for (let minute = 0; minute < 60; minute++) {
      clock.advance(60_000);
      session.receive({ kind: "control" });
    }
    expect(socket.pings).toBe(0);
    expect(socket.closed).toBeUndefined();
  });
});

describe("client whose protocol has no ping", () => {
  const DAY_S = limits.inactivity_timeout_s;
  /** Sends only control frames, as a WebSocket does even if its page is unresponsive. */
  const live = (protocol: string, seconds: number) => {
    const { clock, ...server } = createTestGateway();
    const client = server.open({ protocol });
    for (let passed = 0; passed < seconds && client.socket.closed === undefined; passed += 60) {
      clock.advance(60 * SECOND_MS);
      client.session.receive({ kind: "control" });
    }
    return { ...client, clock };
  };

  test("is closed with 4202 after a day without messages, despite control frames", () => {
    expect(live("4", DAY_S - 60).socket.closed).toBeUndefined();
    const { socket } = live("4", DAY_S + 60);
    expect([socket.closed?.code, socket.closed?.reason]).toEqual([
      4202,
      expect.stringContaining("inactivity_timeout_s"),
    ]);
  });

  test("stays open with each message, unlike later protocols that need none", () => {
    const client = live("4", DAY_S - 60);
    client.send("pusher:ping", {});
    client.clock.advance(60 * SECOND_MS);
    expect(client.socket.closed).toBeUndefined();
    for (const protocol of ["5", "6", "7"]) expect(live(protocol, 2 * DAY_S).socket.closed).toBeUndefined();
  });
});

test("runs no timer without connections", () => {
  const { clock, ...server } = createTestGateway();
  expect(clock.pending()).toBe(0);
  const first = server.open();
  const second = server.open();
  expect(clock.pending()).toBe(1);
  first.session.receive({ kind: "closed" });
  expect(clock.pending()).toBe(1);
  second.session.receive({ kind: "closed" });
  expect(clock.pending()).toBe(0);
});

describe("close by the server", () => {
  test("sends the code in the close frame from protocol 6 on, else in an error before", () => {
    const server = createTestGateway();
    for (const [protocol, errors] of [
      ["5", 1],
      ["6", 0],
      ["7", 0],
    ] as const) {
      const { socket, session } = server.open({ protocol });
      session.end("reconnect");
      expect(socket.closed?.code).toBe(4200);
      expect(socket.received.filter(({ event }) => event === "pusher:error")).toHaveLength(errors);
    }
  });

  test("spreads closing all sessions over time and uses 4200", async () => {
    const { clock, sessions, open } = createTestGateway();
    const clients = Array.from({ length: limits.drain_close_batch * 2 + 1 }, () => open());
    const drained = sessions.open.endAll("reconnect", 9_000);
    expect(sessions.open.size).toBe(limits.drain_close_batch + 1);
    clock.advance(3_000);
    expect(sessions.open.size).toBe(1);
    clock.advance(3_000);
    await drained;
    expect(clients.every(({ socket }) => socket.closed?.code === 4200)).toBe(true);
    expect(clock.pending()).toBe(0);
  });

  test("ends a session with 4001 when its app is deleted", () => {
    const records = [TEST_APP];
    const { socket, send } = createTestGateway(records).open();
    records.pop();
    send("pusher:ping", {});
    expect(socket.closed?.code).toBe(4001);
  });

  test("ignores messages after the close frame", () => {
    const { channels, ...server } = createTestGateway();
    const { session, send } = server.open();
    session.end("reconnect");
    send("pusher:subscribe", { channel: "news" });
    expect(channels.counts(TEST_APP.id, "news").subscriptions).toBe(0);
  });
});

test("keeps channels of the same name in two apps separate", () => {
  // Cast: see TEST_APP.
  const other = { ...TEST_APP, id: "4" as typeof TEST_APP.id, key: "other-key" as AppKey };
  const server = createTestGateway([TEST_APP, other]);
  const [mine, theirs] = [server.open(), server.open({ key: other.key })];
  for (const { send } of [mine, theirs]) send("pusher:subscribe", { channel: "news" });
  for (const { socket } of [mine, theirs]) socket.take();
  server.channels.publish(other.id, "news", "hello", "1");
  expect(mine.socket.take()).toEqual([]);
  expect(theirs.socket.take()).toEqual([{ event: "hello", channel: "news", data: 1 }]);
});
