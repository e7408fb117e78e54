import { describe, expect, test } from "bun:test";
import { seededRng } from "@fanfare/contract/lib/rng";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { createTestGateway, SUCCEEDED, TEST_APP, type TestClient } from "../../../test/support/pusher-client.ts";

const history_rules = [
  { pattern: "orders-*", events_max: 1_000, ttl_s: 120 },
  { pattern: "cache-orders", events_max: 10, ttl_s: 120 },
];
const RECORD = { ...TEST_APP, settings: appSettings({ history_rules }) };
const MISSED = "fanfare:missed";

const open = () => createTestGateway([RECORD]);
const publish = (server: ReturnType<typeof open>, data: number | string, channel = "orders-1") =>
  server.channels.publish(TEST_APP.id, channel, "created", data);
/** Position that a Fanfare client would store: that of the last frame with a position. */
const positionOf = (client: TestClient): string | undefined =>
  client.socket.received.findLast(({ position }) => position !== undefined)?.position;
const enter = (client: TestClient, position?: string, channel = "orders-1"): void => {
  client.socket.take();
  client.send("pusher:subscribe", { channel, position });
};
const dataHeard = (client: TestClient) =>
  client.socket
    .take()
    .filter(({ event }) => event === "created")
    .map(({ data }) => data);

describe("client that returns with its position", () => {
  test("receives missed events in order and once after 1 to 119 seconds away", () => {
    const rng = seededRng(119);
    for (let away_s = 1; away_s <= 119; away_s++) {
      const server = open();
      const before = server.open();
      enter(before);
      publish(server, "heard");
      const position = positionOf(before);
      before.session.receive({ kind: "closed" });
      const missed: number[] = [];
      for (let second = 0; second < away_s; second++) {
        for (let count = Math.floor(rng.next() * 3); count > 0; count--) {
          missed.push(missed.length);
          publish(server, missed.length - 1);
        }
        server.clock.advance(SECOND_MS);
      }
      const after = server.open();
      enter(after, position);
      publish(server, "live");
      const names = after.socket.received.map(({ event }) => event);
      expect(names.indexOf(SUCCEEDED)).toBeLessThan(names.indexOf("created"));
      expect(dataHeard(after)).toEqual([...missed, "live"]);
    }
  });

  test("receives a reset after a longer absence", () => {
    const server = open();
    const before = server.open();
    enter(before);
    publish(server, 1);
    const from = positionOf(before);
    before.session.receive({ kind: "closed" });
    publish(server, 2);
    server.clock.advance(121 * SECOND_MS);
    publish(server, 3);
    const after = server.open();
    enter(after, from);
    const frames = after.socket.take();
    expect(frames.map(({ event }) => event)).toEqual([SUCCEEDED, MISSED]);
    expect(frames[1]?.data).toEqual({ from, to: positionOf(after) });
    publish(server, 4);
    expect(dataHeard(after)).toEqual([4]);
  });

  test("keeps its position when the connection breaks right after the welcome", () => {
    const server = open();
    const before = server.open();
    enter(before);
    const position = positionOf(before);
    publish(server, 1);
    const welcomed = (since: string | undefined) => {
      const client = server.open();
      enter(client, since);
      return client.socket.take().find(({ event }) => event === SUCCEEDED)?.position;
    };
    expect(welcomed(position)).toBe(position);
    expect(welcomed("otherpid:7")).toBeUndefined();
    expect(welcomed(undefined)).toBe(positionOf(before));
  });

  test("receives nothing when nothing happened, even after a long absence", () => {
    const server = open();
    const before = server.open();
    enter(before);
    publish(server, 1);
    const position = positionOf(before);
    before.session.receive({ kind: "closed" });
    server.clock.advance(3_600 * SECOND_MS);
    const after = server.open();
    enter(after, position);
    expect(after.socket.take().map(({ event }) => event)).toEqual([SUCCEEDED]);
  });

  test("receives a reset, not a silent gap, with a position of another process", () => {
    const server = open();
    enter(server.open());
    const other = server.open();
    enter(other, "otherpid:7");
    expect(other.socket.take().map(({ event }) => event)).toEqual([SUCCEEDED, MISSED]);
  });

  test("receives the last event of a cache channel once", () => {
    const server = open();
    const before = server.open();
    enter(before, undefined, "cache-orders");
    const position = positionOf(before);
    publish(server, 1, "cache-orders");
    publish(server, 2, "cache-orders");
    const after = server.open();
    enter(after, position, "cache-orders");
    expect(dataHeard(after)).toEqual([1, 2]);
    const fresh = server.open();
    enter(fresh, undefined, "cache-orders");
    expect(dataHeard(fresh)).toEqual([2]);
  });

  test("stays connected and is asked to reload when too much was missed", () => {
    const server = open();
    const client = server.open();
    const channels = ["orders-1", "orders-2", "orders-3"];
    const positions = channels.map((channel) => {
      enter(client, undefined, channel);
      return positionOf(client);
    });
    const data = "x".repeat(10_000);
    for (const channel of channels) for (let each = 0; each < 24; each++) publish(server, data, channel);
    const after = server.open();
    for (const [index, channel] of channels.entries()) {
      after.send("pusher:subscribe", { channel, position: positions[index] });
    }
    const received = after.socket.received.reduce((sum, frame) => sum + JSON.stringify(frame).length, 0);
    expect(received).toBeLessThan(limits.replay_bytes_max + 10_000);
    expect(after.socket.received.filter(({ event }) => event === MISSED)).toHaveLength(1);
    expect(after.socket.closed).toBeUndefined();
  });
});

describe("plain clients", () => {
  test("receive a position field only on channels with a history rule", () => {
    const server = open();
    const client = server.open();
    enter(client);
    enter(client, undefined, "news");
    publish(server, 1);
    publish(server, 2, "news");
    const [positioned, plain] = client.socket.received.slice(-2);
    expect(plain).toEqual({ event: "created", channel: "news", data: 2 });
    expect(positioned?.position).toMatch(/^[\w-]{8}:1$/);
    expect(Object.keys(positioned ?? {})).toEqual(["event", "channel", "data", "position"]);
  });

  test("can send any position on channels without history", () => {
    const client = open().open();
    for (const position of ["x", 7, null, {}]) client.send("pusher:subscribe", { channel: "news", position });
    expect(client.socket.received.filter(({ event }) => event !== SUCCEEDED)).toHaveLength(1);
  });
});
