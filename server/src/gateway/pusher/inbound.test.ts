import { describe, expect, test } from "bun:test";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { createTestGateway, TEST_APP } from "../../../test/support/pusher-client.ts";

describe("client that sends too much", () => {
  test("receives one error, and messages over the budget are dropped unread", () => {
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

  test("can send again after some time", () => {
    const { clock, ...server } = createTestGateway();
    const { socket, send } = server.open();
    for (let sent = 0; sent < limits.inbound_messages_burst_max + 10; sent++) send("pusher:ping", {});
    socket.take();
    clock.advance(SECOND_MS);
    for (let sent = 0; sent < limits.inbound_messages_per_second_max + 1; sent++) send("pusher:ping", {});
    const received = socket.take().map(({ event }) => event);
    expect(received.filter((event) => event === "pusher:pong")).toHaveLength(limits.inbound_messages_per_second_max);
    // Reported again, because this is a new flood.
    expect(received.at(-1)).toBe("pusher:error");
  });

  test("is limited by bytes as well as by messages", () => {
    const { socket, send } = createTestGateway().open();
    const big = "x".repeat(60_000);
    for (let sent = 0; sent < limits.inbound_bytes_burst_max / 60_000 + 1; sent++) send("pusher:ping", big);
    expect(socket.received.at(-1)).toMatchObject({ event: "pusher:error", data: { code: 4301 } });
  });

  test("stays connected and receives the app's limit for an oversized frame", () => {
    const small = { ...TEST_APP, settings: appSettings({ limits: { frame_bytes_max: 300 } }) };
    const { socket, send } = createTestGateway([small]).open();
    send("pusher:ping", "x".repeat(300));
    expect(socket.received.at(-1)).toMatchObject({ event: "pusher:error", data: { code: null } });
    expect(JSON.stringify(socket.received.at(-1))).toContain("frame_bytes_max");
    send("pusher:ping", {});
    expect(socket.received.at(-1)?.event).toBe("pusher:pong");
  });

  test("is closed with a code that allows reconnecting if the flood continues", () => {
    const { socket, send } = createTestGateway().open();
    const flood = limits.inbound_messages_burst_max + limits.inbound_dropped_in_a_row_max + 1;
    for (let sent = 0; sent < flood; sent++) send("pusher:ping", {});
    expect(socket.closed?.code).toBe(4100);
  });

  test("is closed even if a message passes now and then", () => {
    const { clock, ...server } = createTestGateway();
    const { socket, send } = server.open();
    for (let sent = 0; sent < 10_000 && socket.closed === undefined; sent++) {
      send("pusher:ping", {});
      clock.advance(5);
    }
    expect(socket.received.filter(({ event }) => event === "pusher:error")).toHaveLength(1);
    expect(socket.closed?.code).toBe(4100);
  });

  test("stays connected slightly over the limit, with an error for each drop", () => {
    const { clock, ...server } = createTestGateway();
    const { socket, send } = server.open();
    // 20% above the allowed rate.
    const pause_ms = SECOND_MS / (limits.inbound_messages_per_second_max * 1.2);
    for (let sent = 0; sent < 20 * limits.inbound_dropped_in_a_row_max; sent++) {
      send("pusher:ping", {});
      clock.advance(pause_ms);
    }
    const errors = socket.received.filter(({ event }) => event === "pusher:error").length;
    expect(errors).toBeGreaterThan(limits.inbound_dropped_in_a_row_max);
    expect(socket.closed).toBeUndefined();
  });

  test("is limited for binary frames as for text", () => {
    const { socket, session } = createTestGateway().open();
    const flood = limits.inbound_messages_burst_max + limits.inbound_dropped_in_a_row_max + 1;
    for (let sent = 0; sent < flood; sent++) session.receive({ kind: "binary", octets: new Uint8Array(1) });
    expect(socket.received.length).toBeLessThan(limits.inbound_messages_burst_max + 5);
    expect(socket.closed?.code).toBe(4100);
  });

  test("isn't limited for control frames", () => {
    const { socket, session } = createTestGateway().open();
    for (let sent = 0; sent < 10_000; sent++) session.receive({ kind: "control" });
    session.receive({ kind: "text", text: '{"event":"pusher:ping","data":{}}' });
    expect(socket.received.at(-1)?.event).toBe("pusher:pong");
  });
});

describe("unreadable message", () => {
  test.each([
    ["", "JSON object"],
    ["hello", "JSON object"],
    ["null", "JSON object"],
    ["[]", "JSON object"],
    ['{"event":7}', "JSON object"],
    ['{"event":"pusher:subscribe"}', "data.channel"],
    ['{"event":"pusher:subscribe","data":{"channel":["a"]}}', "data.channel"],
    ['{"event":"pusher:subscribe","data":"{"}', "data.channel"],
    ['{"event":"pusher:signin","data":{"auth":"a:b"}}', "user_data"],
    ['{"event":"client-a","channel":"private-a"}', "must contain channel and data"],
    ['{"event":"pusher_internal:member_added","data":"{}"}', "Unknown event"],
    ['{"event":"__proto__","data":{}}', "Unknown event"],
    [`{"event":"${"x".repeat(60_000)}"}`, "Unknown event"],
    [`{"event":"pusher:ping","data":${"[".repeat(20_000)}${"]".repeat(20_000)}}`, "nested deeper"],
    [`{"event":"pusher:subscribe","data":${JSON.stringify("[".repeat(20_000))}}`, "data.channel"],
  ])("responds to %.60s with an error and stays open", (text, message) => {
    const { socket, session } = createTestGateway().open();
    socket.take();
    session.receive({ kind: "text", text });
    expect(socket.take()).toEqual([
      { event: "pusher:error", data: { code: null, message: expect.stringContaining(message) } },
    ]);
    expect(session.state.kind).toBe("open");
  });

  test.each([
    [{ channel: "private-a", auth: {} }, "data.auth"],
    [{ channel: "presence-a", channel_data: {} }, "data.channel_data"],
    [{ channel: "x".repeat(10_000) }, "Invalid channel name"],
  ])("rejects the subscription %j in both forms, with its channel", (data, message) => {
    const { socket, session, send } = createTestGateway().open();
    socket.take();
    send("pusher:subscribe", data);
    expect(socket.take()).toEqual([
      {
        event: "pusher:subscription_error",
        channel: data.channel,
        data: { type: "AuthError", error: expect.stringContaining(message), status: 400 },
      },
      { event: "pusher:error", data: { code: null, message: expect.stringContaining(message) } },
    ]);
    expect(session.state.kind).toBe("open");
  });

  test("responds to a binary frame with an error", () => {
    const { socket, session } = createTestGateway().open();
    session.receive({ kind: "binary", octets: new Uint8Array(1) });
    expect(socket.received.at(-1)).toMatchObject({ event: "pusher:error", data: { code: null } });
    expect(session.state.kind).toBe("open");
  });
});
