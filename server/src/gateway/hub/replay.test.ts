import { describe, expect, test } from "bun:test";
import { hubLimits } from "@fanfare/contract/limits/hub";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { createTestHub, errorCode } from "../../../test/support/hub-client.ts";
import { TEST_APP } from "../../../test/support/pusher-client.ts";
import { success as ok } from "./hub-result.ts";

describe("channel with history", () => {
  const historic = (events_max: number) => {
    const history_rules = [{ pattern: "log*", events_max, ttl_s: 60 }];
    return createTestHub([{ ...TEST_APP, settings: appSettings({ history_rules }) }]);
  };
  const positionOf = (callback: unknown[] | undefined): unknown => {
    const meta = callback?.[4];
    return typeof meta === "object" && meta !== null && "position" in meta ? meta.position : undefined;
  };

  test("replays all events since a position after the response, in order and once", () => {
    const { channels, hub, open } = historic(10);
    const before = open();
    expect(before.call("Subscribe", "log")).toMatchObject({ value: { position: expect.stringMatching(/:0$/) } });
    channels.publish(TEST_APP.id, "log", "e", 1);
    const since = positionOf(before.take().at(-1));
    hub.close(before.client);
    for (const n of [2, 3]) channels.publish(TEST_APP.id, "log", "e", n);
    const after = open();
    after.call("Subscribe", "log", undefined, { since });
    channels.publish(TEST_APP.id, "log", "e", 4);
    const received = after.take();
    expect(received[0]).toMatchObject(["answer", { value: { channel: "log", recovered: true } }]);
    expect(received.slice(1).map(([name, , , data]) => [name, data])).toEqual([
      ["event", 2],
      ["event", 3],
      ["event", 4],
    ]);
    const many = open();
    many.call("SubscribeMany", [{ channel: "log", since }]);
    expect(many.take().map(([name]) => name)).toEqual(["answer", "event", "event", "event"]);
    const items: unknown[] = [];
    const sink = { item: (text: string) => items.push(JSON.parse(text).type), failed: items.push, ended: () => {} };
    hub.listen(open().client, ["log", null, { since }], sink);
    expect(items).toEqual(["subscribed", "event", "event", "event"]);
  });

  test("reports lost events after a long absence or without stored history", () => {
    const { channels, open } = historic(1);
    const first = open();
    first.call("Subscribe", "log");
    for (const n of [1, 2, 3]) channels.publish(TEST_APP.id, "log", "e", n);
    const [since, , to] = first.take().slice(1).map(positionOf);
    const late = open();
    late.call("Subscribe", "log", null, { since });
    expect(late.take()).toEqual([
      ["answer", ok({ channel: "log", position: to, recovered: false })],
      ["reset", "log", { from: since, to }],
    ]);
    late.call("Subscribe", "news", null, { since: "x:1" });
    expect(late.take()).toEqual([
      ["answer", ok({ channel: "news", recovered: false })],
      ["reset", "news", { from: "x:1", to: null }],
    ]);
    expect(errorCode(late.call("Subscribe", "more", null, { since: 7 }))).toBe("arguments_invalid");
  });

  test("reports a loss when a replay is more than the client can take", () => {
    const { channels, clock, hub, open } = historic(500);
    channels.publish(TEST_APP.id, "log", "e", 0);
    const first = open();
    expect(first.call("Subscribe", "log")).toMatchObject({ ok: true });
    channels.publish(TEST_APP.id, "log", "e", 1);
    const since = positionOf(first.take().at(-1));
    const data = "x".repeat(10_000);
    for (let n = 0; n < 20; n++) channels.publish(TEST_APP.id, "log", "e", data);
    const late = open();
    const names = (): readonly unknown[] => {
      late.call("Unsubscribe", "log");
      late.take();
      late.call("Subscribe", "log", null, { since });
      return [...new Set(late.take().map(([name]) => name))];
    };
    expect([names(), names(), names()]).toEqual([
      ["answer", "event"],
      ["answer", "event"],
      ["answer", "reset"],
    ]);
    clock.advance(hubLimits.hub_sweep_ms);
    expect(names()).toEqual(["answer", "event"]);
    hub.close(late.client);
  });

  test("returns the history between the positions of a reset to subscribers only", () => {
    const { channels, open } = historic(10);
    const { call, take } = open();
    expect(errorCode(call("GetHistory", "log"))).toBe("not_subscribed");
    call("Subscribe", "log");
    call("Subscribe", "news");
    for (const n of [1, 2, 3]) channels.publish(TEST_APP.id, "log", "e", { n });
    const [first, , third] = take().slice(-3).map(positionOf);
    expect(call("GetHistory", "log", { after: first, before: third })).toMatchObject({
      value: { events: [{ event: "e", data: { n: 2 } }], complete: true },
    });
    expect(call("GetHistory", "log", { limit: 1 })).toMatchObject({
      value: { events: [{ data: { n: 3 }, position: third }], complete: false },
    });
    expect(errorCode(call("GetHistory", "news"))).toBe("arguments_invalid");
    for (const range of [{ limit: 0 }, { limit: "1" }, { limit: 1e9 }, { after: 7 }]) {
      expect(errorCode(call("GetHistory", "log", range))).toBe("arguments_invalid");
    }
  });
});
