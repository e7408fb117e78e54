import { describe, expect, test } from "bun:test";
import { SECOND_MS } from "@fanfare/contract/limits";
import { appSettings, type StoredAppSettings } from "@fanfare/contract/realtime/app-settings";
import {
  createTestGateway,
  signedUser,
  signIn,
  subscribeSigned,
  TEST_APP,
} from "../../../test/support/pusher-client.ts";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";

const withSettings = (stored: StoredAppSettings): AppRecord => ({ ...TEST_APP, settings: appSettings(stored) });
const lastError = (client: ReturnType<ReturnType<typeof createTestGateway>["open"]>) =>
  client.socket.received.at(-1)?.data;

describe("connection quota of an app", () => {
  test("rejects a connection over the limit with 4004 until another one closes", () => {
    const server = createTestGateway([withSettings({ connections_max: 2 })]);
    const [first] = [server.open(), server.open()];
    const third = server.open();
    expect([third.socket.closed?.code, lastError(third)]).toEqual([4004, { code: 4004, message: expect.any(String) }]);
    expect(third.socket.received).toHaveLength(1);
    first?.session.receive({ kind: "closed" });
    expect(server.open().socket.closed).toBeUndefined();
    expect(server.open().socket.closed?.code).toBe(4004);
  });

  test("allows no connection with 0 and any number without a limit", () => {
    expect(createTestGateway([withSettings({ connections_max: 0 })]).open().socket.closed?.code).toBe(4004);
    expect(createTestGateway().open().socket.closed).toBeUndefined();
  });
});

describe("app with live updates turned off", () => {
  test("rejects new connections with 4003 and ends open ones", () => {
    const records = [withSettings({})];
    const server = createTestGateway(records);
    const client = server.open();
    records[0] = withSettings({ live_updates: false });
    expect(server.open().socket.closed?.code).toBe(4003);
    server.clock.advance(10 * SECOND_MS);
    expect(client.socket.closed?.code).toBe(4003);
  });

  test("ends connections with 4001 when the app is deleted", () => {
    const records = [withSettings({})];
    const server = createTestGateway(records);
    const client = server.open();
    records.pop();
    server.clock.advance(10 * SECOND_MS);
    expect(client.socket.closed?.code).toBe(4001);
  });
});

describe("app that accepts only TLS", () => {
  test("rejects unencrypted connections with 4000 and ends open ones", () => {
    const records = [withSettings({})];
    const server = createTestGateway(records);
    const [clear, secure] = [server.open({ encrypted: false }), server.open()];
    records[0] = withSettings({ require_tls: true });
    expect(server.open({ encrypted: false }).socket.closed?.code).toBe(4000);
    expect(server.open().socket.closed).toBeUndefined();
    server.clock.advance(10 * SECOND_MS);
    expect([clear.socket.closed?.code, secure.socket.closed]).toEqual([4000, undefined]);
  });
});

describe("app that requires authorized connections", () => {
  const record = withSettings({ authorized_connections: true });

  test("ends connections with 4009 that don't authorize in time", () => {
    const server = createTestGateway([record]);
    const [idle, public_only, refused] = [server.open(), server.open(), server.open()];
    public_only?.send("pusher:subscribe", { channel: "news" });
    refused?.send("pusher:subscribe", { channel: "private-a", auth: `${TEST_APP.key}:bad` });
    server.clock.advance(20 * SECOND_MS);
    expect(idle?.socket.closed).toBeUndefined();
    server.clock.advance(10 * SECOND_MS);
    for (const client of [idle, public_only, refused]) {
      expect(client?.socket.closed?.code).toBe(4009);
      expect(client?.socket.closed?.reason).toContain("not authorized within timeout");
    }
  });

  test.each<[string, (client: ReturnType<ReturnType<typeof createTestGateway>["open"]>) => void]>([
    ["who enters a private channel", (client) => subscribeSigned(client, "private-a")],
    ["who enters a presence channel", (client) => subscribeSigned(client, "presence-a", signedUser("u1"))],
    ["who signs in", (client) => signIn(client, "u1")],
  ])("keeps %s", (_, authorize) => {
    const server = createTestGateway([record]);
    const client = server.open();
    authorize(client);
    server.clock.advance(90 * SECOND_MS);
    expect(client.socket.closed).toBeUndefined();
  });
});

describe("app limits, named in errors", () => {
  const limits = {
    activity_timeout_s: 30,
    channel_name_chars_max: 12,
    channels_per_connection_max: 2,
    presence_members_max: 1,
    presence_member_bytes_max: 64,
    user_id_chars_max: 4,
    event_name_chars_max: 10,
    event_data_bytes_max: 8,
    client_events_per_second_max: 1,
    cache_ttl_s: 5,
    json_depth_max: 4,
    frame_bytes_max: 512,
  };
  const server = () => createTestGateway([withSettings({ client_events: true, limits })]);

  test("sends and applies the app's activity timeout", () => {
    const { open, clock } = server();
    const client = open();
    expect(client.socket.received[0]?.data).toMatchObject({ activity_timeout: 30 });
    clock.advance(41 * SECOND_MS);
    expect(client.socket.pings).toBe(1);
  });

  test.each<[string, (client: ReturnType<ReturnType<typeof server>["open"]>) => void]>([
    ["channel_name_chars_max", (client) => client.send("pusher:subscribe", { channel: "thirteen-long" })],
    [
      "channels_per_connection_max",
      (client) => {
        for (const channel of ["a", "b", "c"]) client.send("pusher:subscribe", { channel });
      },
    ],
    ["presence_member_bytes_max", (client) => subscribeSigned(client, "presence-a", signedUser("u1", "x".repeat(64)))],
    ["user_id_chars_max", (client) => subscribeSigned(client, "presence-a", signedUser("u1234"))],
    ["json_depth_max", (client) => client.send("pusher:ping", [[[[[]]]]])],
    ["frame_bytes_max", (client) => client.send("pusher:ping", "x".repeat(600))],
    ["user_id_chars_max", (client) => signIn(client, "u1234")],
    ["event_name_chars_max", (client) => client.send("client-typing", "x", { channel: "private-a" })],
    ["event_data_bytes_max", (client) => client.send("client-a", "123456789", { channel: "private-a" })],
    [
      "client_events_per_second_max",
      (client) => {
        subscribeSigned(client, "private-a");
        for (const data of ["1", "2"]) client.send("client-a", data, { channel: "private-a" });
      },
    ],
  ])("%s", (name, provoke) => {
    const client = server().open();
    provoke(client);
    expect(lastError(client)).toMatchObject({ message: expect.stringContaining(`(${name})`) });
    expect(client.socket.closed).toBeUndefined();
  });

  test("presence_members_max", () => {
    const { open } = server();
    subscribeSigned(open(), "presence-a", signedUser("u1"));
    const late = open();
    subscribeSigned(late, "presence-a", signedUser("u2"));
    expect(lastError(late)).toMatchObject({ message: expect.stringContaining("(presence_members_max)") });
  });

  test("inbound_dropped_in_a_row_max", () => {
    const few = { inbound_messages_burst_max: 1, inbound_dropped_in_a_row_max: 2 };
    const client = createTestGateway([withSettings({ limits: few })]).open();
    for (let count = 0; count < 3; count++) client.send("pusher:ping", {});
    expect(client.socket.closed).toBeUndefined();
    client.send("pusher:ping", {});
    expect(client.socket.closed).toEqual({
      code: 4100,
      reason: expect.stringContaining("(inbound_dropped_in_a_row_max)"),
    });
  });

  test("reader_buffer_bytes_max", () => {
    const { clock, ...small } = createTestGateway([withSettings({ limits: { reader_buffer_bytes_max: 65_536 } })]);
    const [slow, quick] = [small.open(), small.open()];
    let cut = 0;
    Object.assign(slow.socket, { buffered: () => 65_537, cut: () => cut++ });
    Object.assign(quick.socket, { buffered: () => 65_536 });
    clock.advance(10 * SECOND_MS);
    expect(slow.socket.closed).toEqual({ code: 4100, reason: expect.stringContaining("(reader_buffer_bytes_max)") });
    expect([quick.socket.closed, cut]).toEqual([undefined, 0]);
    // A client that reads nothing also misses the close frame, so it's cut later.
    clock.advance(10 * SECOND_MS);
    expect(cut).toBe(1);
  });

  test("replay_bytes_max and history_bytes_per_channel_max", () => {
    const history_rules = [{ pattern: "*", events_max: 100, ttl_s: 60 }];
    const missedOf = (more: object): readonly string[] => {
      const { channels, open } = createTestGateway([withSettings({ history_rules, limits: more })]);
      const before = open();
      before.send("pusher:subscribe", { channel: "a" });
      for (let count = 0; count < 8; count++) channels.publish(TEST_APP.id, "a", "e", "x".repeat(500));
      const back = open();
      back.send("pusher:subscribe", { channel: "a", position: before.socket.received[1]?.position });
      return back.socket.received.slice(2).map(({ event }) => event);
    };
    expect(missedOf({})).toEqual(Array.from({ length: 8 }, () => "e"));
    expect(missedOf({ replay_bytes_max: 2_000 })).toEqual(["fanfare:missed"]);
    expect(missedOf({ history_bytes_per_channel_max: 2_000 })).toEqual(["fanfare:missed"]);
  });

  test("cache_ttl_s", () => {
    const { channels, clock, open } = server();
    channels.publish(TEST_APP.id, "cache-a", "price", "7");
    clock.advance(6 * SECOND_MS);
    const client = open();
    client.send("pusher:subscribe", { channel: "cache-a" });
    expect(client.socket.received.at(-1)?.event).toBe("pusher:cache_miss");
  });
});
