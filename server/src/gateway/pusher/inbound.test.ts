import { describe, expect, test } from "bun:test";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { createTestGateway, TEST_APP } from "../../../test/support/pusher-client.ts";

describe("a client that sends too much", () => {
  test("is told once, and what is over the budget is dropped unread", () => {
    const { socket, send } = createTestGateway().open();
    socket.take();
    for (let sent = 0; sent < limits.inbound_messages_burst_max + 10; sent++) send("pusher:ping", {});
    const received = socket.take();
    expect(received.filter(({ event }) => event === "pusher:pong")).toHaveLength(limits.inbound_messages_burst_max);
    expect(received.filter(({ event }) => event === "pusher:error")).toEqual([
      { event: "pusher:error", data: { code: 4301, message: expect.any(String) } },
    ]);
    expect(socket.closed).toBeUndefined();
  });

  test("is heard again once time has passed", () => {
    const { clock, ...server } = createTestGateway();
    const { socket, send } = server.open();
    for (let sent = 0; sent < limits.inbound_messages_burst_max + 10; sent++) send("pusher:ping", {});
    socket.take();
    clock.advance(SECOND_MS);
    for (let sent = 0; sent < limits.inbound_messages_per_second_max + 1; sent++) send("pusher:ping", {});
    const received = socket.take().map(({ event }) => event);
    expect(received.filter((event) => event === "pusher:pong")).toHaveLength(limits.inbound_messages_per_second_max);
    // Told anew, because this is a new flood.
    expect(received.at(-1)).toBe("pusher:error");
  });

  test("pays for bytes as well as for messages", () => {
    const { socket, send } = createTestGateway().open();
    const big = "x".repeat(60_000);
    for (let sent = 0; sent < limits.inbound_bytes_burst_max / 60_000 + 1; sent++) send("pusher:ping", big);
    expect(socket.received.at(-1)).toMatchObject({ event: "pusher:error", data: { code: 4301 } });
  });

  test("at once, by the app's own measure, is told how much it may send, and goes on", () => {
    const small = { ...TEST_APP, settings: appSettings({ limits: { frame_bytes_max: 300 } }) };
    const { socket, send } = createTestGateway([small]).open();
    send("pusher:ping", "x".repeat(300));
    expect(socket.received.at(-1)).toMatchObject({ event: "pusher:error", data: { code: null } });
    expect(JSON.stringify(socket.received.at(-1))).toContain("frame_bytes_max");
    send("pusher:ping", {});
    expect(socket.received.at(-1)?.event).toBe("pusher:pong");
  });

  test("and goes on is closed with a code that lets it come back", () => {
    const { socket, send } = createTestGateway().open();
    const flood = limits.inbound_messages_burst_max + limits.inbound_dropped_in_a_row_max + 1;
    for (let sent = 0; sent < flood; sent++) send("pusher:ping", {});
    expect(socket.closed?.code).toBe(4100);
  });

  test("for as long as it takes is closed too, though time lets a message through now and then", () => {
    const { clock, ...server } = createTestGateway();
    const { socket, send } = server.open();
    for (let sent = 0; sent < 10_000 && socket.closed === undefined; sent++) {
      send("pusher:ping", {});
      clock.advance(5);
    }
    expect(socket.received.filter(({ event }) => event === "pusher:error")).toHaveLength(1);
    expect(socket.closed?.code).toBe(4100);
  });

  test("a little is told of each message that is dropped, and stays", () => {
    const { clock, ...server } = createTestGateway();
    const { socket, send } = server.open();
    // A fifth more than a connection may send.
    const pause_ms = SECOND_MS / (limits.inbound_messages_per_second_max * 1.2);
    for (let sent = 0; sent < 20 * limits.inbound_dropped_in_a_row_max; sent++) {
      send("pusher:ping", {});
      clock.advance(pause_ms);
    }
    const errors = socket.received.filter(({ event }) => event === "pusher:error").length;
    expect(errors).toBeGreaterThan(limits.inbound_dropped_in_a_row_max);
    expect(socket.closed).toBeUndefined();
  });

  test("pays for binary frames as for text, since each has an answer", () => {
    const { socket, session } = createTestGateway().open();
    const flood = limits.inbound_messages_burst_max + limits.inbound_dropped_in_a_row_max + 1;
    for (let sent = 0; sent < flood; sent++) session.receive({ kind: "binary", octets: new Uint8Array(1) });
    expect(socket.received.length).toBeLessThan(limits.inbound_messages_burst_max + 5);
    expect(socket.closed?.code).toBe(4100);
  });

  test("by control frames alone is never counted: one client pings each second", () => {
    const { socket, session } = createTestGateway().open();
    for (let sent = 0; sent < 10_000; sent++) session.receive({ kind: "control" });
    session.receive({ kind: "text", text: '{"event":"pusher:ping","data":{}}' });
    expect(socket.received.at(-1)?.event).toBe("pusher:pong");
  });
});

describe("what cannot be read", () => {
  test.each([
    ["", "JSON object"],
    ["hello", "JSON object"],
    ["null", "JSON object"],
    ["[]", "JSON object"],
    ['{"event":7}', "JSON object"],
    ['{"event":"pusher:subscribe"}', "data.channel"],
    ['{"event":"pusher:subscribe","data":{"channel":["a"]}}', "data.channel"],
    ['{"event":"pusher:subscribe","data":"{"}', "data.channel"],
    ['{"event":"pusher:subscribe","data":{"channel":"private-a","auth":{}}}', "data.auth"],
    ['{"event":"pusher:subscribe","data":{"channel":"presence-a","channel_data":{}}}', "channel_data"],
    ['{"event":"pusher:signin","data":{"auth":"a:b"}}', "user_data"],
    ['{"event":"client-a","channel":"private-a"}', "must contain channel and data"],
    ['{"event":"pusher_internal:member_added","data":"{}"}', "Unknown event"],
    ['{"event":"__proto__","data":{}}', "Unknown event"],
    [`{"event":"${"x".repeat(60_000)}"}`, "Unknown event"],
    [`{"event":"pusher:ping","data":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, "nested deeper"],
    [`{"event":"pusher:subscribe","data":${JSON.stringify("[".repeat(20_000))}}`, "data.channel"],
  ])("%.60s is answered with an error that leaves the connection open", (text, message) => {
    const { socket, session } = createTestGateway().open();
    socket.take();
    session.receive({ kind: "text", text });
    expect(socket.take()).toEqual([
      { event: "pusher:error", data: { code: null, message: expect.stringContaining(message) } },
    ]);
    expect(session.state.kind).toBe("open");
  });

  test("a binary frame is answered with an error", () => {
    const { socket, session } = createTestGateway().open();
    session.receive({ kind: "binary", octets: new Uint8Array(1) });
    expect(socket.received.at(-1)).toMatchObject({ event: "pusher:error", data: { code: null } });
    expect(session.state.kind).toBe("open");
  });
});
