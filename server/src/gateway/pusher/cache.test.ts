import { describe, expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { createTestGateway, SUCCEEDED, subscribeSigned, TEST_APP } from "../../../test/support/pusher-client.ts";

describe("cache channel", () => {
  test.each(["cache-a", "private-cache-a", "private-encrypted-cache-a"])(
    "sends a new subscriber of %s the last event or a cache miss after the welcome",
    (channel) => {
      const server = createTestGateway();
      const [early, late] = [server.open(), server.open()];
      subscribeSigned(early, channel);
      expect(early.socket.take().slice(1)).toEqual([
        { event: SUCCEEDED, channel, data: {} },
        { event: "pusher:cache_miss", channel, data: {} },
      ]);
      early.session.receive({ kind: "closed" });
      server.channels.publish(TEST_APP.id, channel, "older", "1");
      server.channels.publish(TEST_APP.id, channel, "newest", "2");
      subscribeSigned(late, channel);
      expect(late.socket.take().slice(1)).toEqual([
        { event: SUCCEEDED, channel, data: {} },
        { event: "newest", channel, data: 2 },
      ]);
    },
  );

  test("drops its event after 30 minutes", () => {
    const server = createTestGateway();
    server.channels.publish(TEST_APP.id, "cache-a", "old", "1");
    server.clock.advance(limits.cache_ttl_s * 1_000);
    const client = server.open();
    client.send("pusher:subscribe", { channel: "cache-a" });
    expect(client.socket.received.at(-1)?.event).toBe("pusher:cache_miss");
  });

  test("keeps only a limited number of the newest events", () => {
    const server = createTestGateway();
    for (let index = 0; index <= limits.cached_channels_max; index++) {
      server.channels.publish(TEST_APP.id, `cache-${index}`, "event", "1");
    }
    expect(server.channels.cached(TEST_APP.id, "cache-0")).toBeUndefined();
    expect(server.channels.cached(TEST_APP.id, "cache-1")).toMatchObject({ event: "event", ttl_s: 1_800 });
  });
});
