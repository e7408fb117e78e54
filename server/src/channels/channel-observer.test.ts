import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { parseChannel } from "@fanfare/contract/realtime/channel";
import type { ChannelActivity } from "./channel-observer.ts";
import { Channels } from "./channels.ts";
import type { Lane, Subscriber } from "./subscriber.ts";

const APP_ID = "3" as AppId; // Cast: made-up test ID.
const LANE: Lane = { name: "test", encode: () => "", fanOut: () => {} };

function watched() {
  const clock = manualClock();
  const seen: ChannelActivity[] = [];
  const channels = new Channels({
    clock,
    observer(app_id, happening) {
      expect(app_id).toBe(APP_ID);
      seen.push(happening);
    },
  });
  let connections = 0;
  return {
    clock,
    channels,
    take: () => seen.splice(0),
    enter(name: string, user_id?: string) {
      const channel = parseChannel(name);
      if (channel === undefined) throw new Error(`${name} is no channel name.`);
      const subscriber: Subscriber = {
        socket_id: `1.${++connections}`,
        lane: LANE,
        welcome: () => {},
        join: () => {},
        leave: () => {},
      };
      const member = user_id === undefined ? undefined : { user_id, user_info: "{}" };
      const result = channels.subscribe(APP_ID, channel, subscriber, member);
      if (result.outcome === "full") throw new Error(`${name} is full.`);
      return {
        occupied: result.occupied,
        socket_id: subscriber.socket_id,
        leave: () => channels.unsubscribe(result.occupied, subscriber),
      };
    },
  };
}

test("reports only the first subscriber to enter and the last to leave", () => {
  const server = watched();
  const [first, second] = [server.enter("news"), server.enter("news")];
  first.leave();
  expect(server.take()).toEqual([{ kind: "occupied", channel: "news" as never }]);
  second.leave();
  expect(server.take()).toEqual([{ kind: "vacated", channel: "news" as never }]);
});

test("reports each presence member once, between occupied and vacated", () => {
  const server = watched();
  const seats = [
    server.enter("presence-desk", "ada"),
    server.enter("presence-desk", "ada"),
    server.enter("presence-desk", "bob"),
  ];
  for (const seat of seats) seat.leave();
  expect(server.take().map((each) => ("user_id" in each ? [each.kind, each.user_id] : [each.kind]))).toEqual([
    ["occupied"],
    ["member_added", "ada"],
    ["member_added", "bob"],
    ["member_removed", "ada"],
    ["member_removed", "bob"],
    ["vacated"],
  ]);
});

test("reports client events, but not server events", () => {
  const server = watched();
  const { occupied, socket_id } = server.enter("presence-desk", "ada");
  server.take();
  server.channels.publish(APP_ID, "presence-desk", "hello", "1");
  server.channels.relay(occupied, { event: "client-hi", data: "{}", user_id: "ada" }, socket_id);
  expect(server.take()).toEqual([
    {
      kind: "client_event",
      channel: "presence-desk" as never,
      event: "client-hi",
      data: "{}",
      socket_id,
      user_id: "ada",
    },
  ]);
});

test("reports a cache miss and the event that fills the cache", () => {
  const server = watched();
  const kinds = () => server.take().map(({ kind }) => kind);
  server.enter("cache-a");
  expect(kinds()).toEqual(["occupied", "cache_miss"]);
  server.channels.publish(APP_ID, "cache-a", "hello", "1");
  server.enter("cache-a");
  expect(kinds()).toEqual(["cache_filled"]);
  server.clock.advance(limits.cache_ttl_s * SECOND_MS);
  server.enter("cache-a");
  expect(kinds()).toEqual(["cache_miss"]);
});
