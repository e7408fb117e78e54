import { describe, expect, test } from "bun:test";
import { appSettings, type StoredAppSettings } from "@fanfare/contract/app-settings";
import { SECOND_MS } from "@fanfare/contract/limits";
import type { AppRecord } from "../../accounts/app-directory.ts";
import { enter, person, signIn, TEST_APP, testHouse } from "./testing.ts";

const withSettings = (stored: StoredAppSettings): AppRecord => ({ ...TEST_APP, settings: appSettings(stored) });
const lastError = (client: ReturnType<ReturnType<typeof testHouse>["open"]>) => client.socket.received.at(-1)?.data;

describe("the connection quota of an app", () => {
  test("refuses with 4004 whoever is one too many, until somebody goes", () => {
    const house = testHouse([withSettings({ connections_max: 2 })]);
    const [first] = [house.open(), house.open()];
    const third = house.open();
    expect([third.socket.closed?.code, lastError(third)]).toEqual([4004, { code: 4004, message: expect.any(String) }]);
    expect(third.socket.received).toHaveLength(1);
    first?.session.receive({ kind: "closed" });
    expect(house.open().socket.closed).toBeUndefined();
    expect(house.open().socket.closed?.code).toBe(4004);
  });

  test("of 0 lets nobody in, and none by default lets everybody in", () => {
    expect(testHouse([withSettings({ connections_max: 0 })]).open().socket.closed?.code).toBe(4004);
    expect(testHouse().open().socket.closed).toBeUndefined();
  });
});

describe("an app whose live updates are switched off", () => {
  test("refuses with 4003, and ends the connections that are open", () => {
    const records = [withSettings({})];
    const house = testHouse(records);
    const client = house.open();
    records[0] = withSettings({ live_updates: false });
    expect(house.open().socket.closed?.code).toBe(4003);
    house.clock.advance(10 * SECOND_MS);
    expect(client.socket.closed?.code).toBe(4003);
  });

  test("that is gone altogether ends its connections with 4001", () => {
    const records = [withSettings({})];
    const house = testHouse(records);
    const client = house.open();
    records.pop();
    house.clock.advance(10 * SECOND_MS);
    expect(client.socket.closed?.code).toBe(4001);
  });
});

describe("an app that accepts only TLS", () => {
  test("refuses with 4000 whoever comes in clear, and ends those who are there", () => {
    const records = [withSettings({})];
    const house = testHouse(records);
    const [clear, secure] = [house.open({ encrypted: false }), house.open()];
    records[0] = withSettings({ require_tls: true });
    expect(house.open({ encrypted: false }).socket.closed?.code).toBe(4000);
    expect(house.open().socket.closed).toBeUndefined();
    house.clock.advance(10 * SECOND_MS);
    expect([clear.socket.closed?.code, secure.socket.closed]).toEqual([4000, undefined]);
  });
});

describe("an app that wants authorized connections", () => {
  const record = withSettings({ authorized_connections: true });

  test("ends with 4009 what has not authorized itself in time", () => {
    const house = testHouse([record]);
    const [idle, public_only, refused] = [house.open(), house.open(), house.open()];
    public_only?.say("pusher:subscribe", { channel: "news" });
    refused?.say("pusher:subscribe", { channel: "private-a", auth: `${TEST_APP.key}:bad` });
    house.clock.advance(20 * SECOND_MS);
    expect(idle?.socket.closed).toBeUndefined();
    house.clock.advance(10 * SECOND_MS);
    for (const client of [idle, public_only, refused]) {
      expect(client?.socket.closed?.code).toBe(4009);
      expect(client?.socket.closed?.reason).toContain("not authorized within timeout");
    }
  });

  test.each<[string, (client: ReturnType<ReturnType<typeof testHouse>["open"]>) => void]>([
    ["who enters a private channel", (client) => enter(client, "private-a")],
    ["who enters a presence channel", (client) => enter(client, "presence-a", person("u1"))],
    ["who signs in", (client) => signIn(client, "u1")],
  ])("keeps %s", (_, authorize) => {
    const house = testHouse([record]);
    const client = house.open();
    authorize(client);
    house.clock.advance(90 * SECOND_MS);
    expect(client.socket.closed).toBeUndefined();
  });
});

describe("limits of an app are its own, and named in the error", () => {
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
  const house = () => testHouse([withSettings({ client_events: true, limits })]);

  test("the activity timeout is the one that the client is told, and that counts", () => {
    const { open, clock } = house();
    const client = open();
    expect(client.socket.received[0]?.data).toMatchObject({ activity_timeout: 30 });
    clock.advance(41 * SECOND_MS);
    expect(client.socket.pings).toBe(1);
  });

  test.each<[string, (client: ReturnType<ReturnType<typeof house>["open"]>) => void]>([
    ["channel_name_chars_max", (client) => client.say("pusher:subscribe", { channel: "thirteen-long" })],
    [
      "channels_per_connection_max",
      (client) => {
        for (const channel of ["a", "b", "c"]) client.say("pusher:subscribe", { channel });
      },
    ],
    ["presence_member_bytes_max", (client) => enter(client, "presence-a", person("u1", "x".repeat(64)))],
    ["user_id_chars_max", (client) => enter(client, "presence-a", person("u1234"))],
    ["json_depth_max", (client) => client.say("pusher:ping", [[[[[]]]]])],
    ["frame_bytes_max", (client) => client.say("pusher:ping", "x".repeat(600))],
    ["user_id_chars_max", (client) => signIn(client, "u1234")],
    ["event_name_chars_max", (client) => client.say("client-typing", "x", { channel: "private-a" })],
    ["event_data_bytes_max", (client) => client.say("client-a", "123456789", { channel: "private-a" })],
    [
      "client_events_per_second_max",
      (client) => {
        enter(client, "private-a");
        for (const data of ["1", "2"]) client.say("client-a", data, { channel: "private-a" });
      },
    ],
  ])("%s", (name, provoke) => {
    const client = house().open();
    provoke(client);
    expect(lastError(client)).toMatchObject({ message: expect.stringContaining(`(${name})`) });
    expect(client.socket.closed).toBeUndefined();
  });

  test("presence_members_max", () => {
    const { open } = house();
    enter(open(), "presence-a", person("u1"));
    const late = open();
    enter(late, "presence-a", person("u2"));
    expect(lastError(late)).toMatchObject({ message: expect.stringContaining("(presence_members_max)") });
  });

  test("inbound_dropped_in_a_row_max", () => {
    const few = { inbound_messages_burst_max: 1, inbound_dropped_in_a_row_max: 2 };
    const client = testHouse([withSettings({ limits: few })]).open();
    for (let said = 0; said < 3; said++) client.say("pusher:ping", {});
    expect(client.socket.closed).toBeUndefined();
    client.say("pusher:ping", {});
    expect(client.socket.closed).toEqual({
      code: 4100,
      reason: expect.stringContaining("(inbound_dropped_in_a_row_max)"),
    });
  });

  test("reader_buffer_bytes_max", () => {
    const { clock, ...small } = testHouse([withSettings({ limits: { reader_buffer_bytes_max: 65_536 } })]);
    const [slow, quick] = [small.open(), small.open()];
    let cut = 0;
    Object.assign(slow.socket, { buffered: () => 65_537, cut: () => cut++ });
    Object.assign(quick.socket, { buffered: () => 65_536 });
    clock.advance(10 * SECOND_MS);
    expect(slow.socket.closed).toEqual({ code: 4100, reason: expect.stringContaining("(reader_buffer_bytes_max)") });
    expect([quick.socket.closed, cut]).toEqual([undefined, 0]);
    // Nor does it read that it was closed.
    clock.advance(10 * SECOND_MS);
    expect(cut).toBe(1);
  });

  test("replay_bytes_max and history_bytes_per_channel_max", () => {
    const history_rules = [{ pattern: "*", events_max: 100, ttl_s: 60 }];
    const missedOf = (more: object): readonly string[] => {
      const { channels, open } = testHouse([withSettings({ history_rules, limits: more })]);
      const before = open();
      before.say("pusher:subscribe", { channel: "a" });
      for (let said = 0; said < 8; said++) channels.publish(TEST_APP.id, "a", "e", "x".repeat(500));
      const back = open();
      back.say("pusher:subscribe", { channel: "a", position: before.socket.received[1]?.position });
      return back.socket.received.slice(2).map(({ event }) => event);
    };
    expect(missedOf({})).toEqual(Array.from({ length: 8 }, () => "e"));
    expect(missedOf({ replay_bytes_max: 2_000 })).toEqual(["fanfare:missed"]);
    expect(missedOf({ history_bytes_per_channel_max: 2_000 })).toEqual(["fanfare:missed"]);
  });

  test("cache_ttl_s", () => {
    const { channels, clock, open } = house();
    channels.publish(TEST_APP.id, "cache-a", "price", "7");
    clock.advance(6 * SECOND_MS);
    const client = open();
    client.say("pusher:subscribe", { channel: "cache-a" });
    expect(client.socket.received.at(-1)?.event).toBe("pusher:cache_miss");
  });
});
