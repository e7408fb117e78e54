import { expect, test } from "bun:test";
import { parseChannel } from "@fanfare/contract/channel";
import { manualClock } from "@fanfare/contract/clock";
import type { AppId } from "@fanfare/contract/ids";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { createChannels } from "./channels.ts";
import type { ChannelHappening } from "./observer.ts";
import type { Lane, Subscriber } from "./subscriber.ts";

const APP_ID = "3" as AppId; // A test makes apps by hand.
const LANE: Lane = { name: "test", encode: () => "", fanOut: () => {} };

function watched() {
  const clock = manualClock();
  const seen: ChannelHappening[] = [];
  const channels = createChannels({
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
        room: result.room,
        socket_id: subscriber.socket_id,
        leave: () => channels.unsubscribe(result.room, subscriber),
      };
    },
  };
}

test("the observer hears of the first who comes and the last who goes, and of nobody between", () => {
  const house = watched();
  const [first, second] = [house.enter("news"), house.enter("news")];
  first.leave();
  expect(house.take()).toEqual([{ kind: "occupied", channel: "news" as never }]);
  second.leave();
  expect(house.take()).toEqual([{ kind: "vacated", channel: "news" as never }]);
});

test("the observer hears of each person of a presence channel once, however many connections, inside occupied and vacated", () => {
  const house = watched();
  const seats = [
    house.enter("presence-desk", "ada"),
    house.enter("presence-desk", "ada"),
    house.enter("presence-desk", "bob"),
  ];
  for (const seat of seats) seat.leave();
  expect(house.take().map((each) => ("user_id" in each ? [each.kind, each.user_id] : [each.kind]))).toEqual([
    ["occupied"],
    ["member_added", "ada"],
    ["member_added", "bob"],
    ["member_removed", "ada"],
    ["member_removed", "bob"],
    ["vacated"],
  ]);
});

test("the observer hears what a client says, and not what the server says", () => {
  const house = watched();
  const { room, socket_id } = house.enter("presence-desk", "ada");
  house.take();
  house.channels.publish(APP_ID, "presence-desk", "hello", "1");
  house.channels.say(room, { kind: "event", event: "client-hi", data: "{}", user_id: "ada" }, socket_id);
  expect(house.take()).toEqual([
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

test("the observer hears of a newcomer for whom a cache channel holds nothing, and of the event that fills it", () => {
  const house = watched();
  const kinds = () => house.take().map(({ kind }) => kind);
  house.enter("cache-a");
  expect(kinds()).toEqual(["occupied", "cache_miss"]);
  house.channels.publish(APP_ID, "cache-a", "hello", "1");
  house.enter("cache-a");
  expect(kinds()).toEqual(["cache_filled"]);
  house.clock.advance(limits.cache_ttl_s * SECOND_MS);
  house.enter("cache-a");
  expect(kinds()).toEqual(["cache_miss"]);
});
