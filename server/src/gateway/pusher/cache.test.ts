import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { enter, SUCCEEDED, TEST_APP, testHouse } from "./testing.ts";

describe("a cache channel", () => {
  test.each(["cache-a", "private-cache-a", "private-encrypted-cache-a"])(
    "%s tells a newcomer the last event right after the welcome, or that there is none",
    (channel) => {
      const house = testHouse();
      const [early, late] = [house.open(), house.open()];
      enter(early, channel);
      expect(early.socket.take().slice(1)).toEqual([
        { event: SUCCEEDED, channel, data: {} },
        { event: "pusher:cache_miss", channel, data: {} },
      ]);
      early.session.receive({ kind: "closed" });
      house.channels.publish(TEST_APP.id, channel, "older", "1");
      house.channels.publish(TEST_APP.id, channel, "newest", "2");
      enter(late, channel);
      expect(late.socket.take().slice(1)).toEqual([
        { event: SUCCEEDED, channel, data: {} },
        { event: "newest", channel, data: 2 },
      ]);
    },
  );

  test("forgets its event after half an hour", () => {
    const house = testHouse();
    house.channels.publish(TEST_APP.id, "cache-a", "old", "1");
    house.clock.advance(limits.cache_ttl_s * 1_000);
    const client = house.open();
    client.say("pusher:subscribe", { channel: "cache-a" });
    expect(client.socket.received.at(-1)?.event).toBe("pusher:cache_miss");
  });

  test("keeps a bounded number of events, the newest", () => {
    const house = testHouse();
    for (let index = 0; index <= limits.cached_channels_max; index++) {
      house.channels.publish(TEST_APP.id, `cache-${index}`, "event", "1");
    }
    expect(house.channels.cached(TEST_APP.id, "cache-0")).toBeUndefined();
    expect(house.channels.cached(TEST_APP.id, "cache-1")).toMatchObject({ event: "event", ttl_s: 1_800 });
  });
});
