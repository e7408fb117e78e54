import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { type Channel, parseChannel } from "@fanfare/contract/realtime/channel";
import { Channels } from "./channels.ts";
import type { OccupiedChannel } from "./occupied-channel.ts";
import type { Lane, Member } from "./subscriber.ts";

const APP = "3" as AppId; // Cast: made-up test ID.
const OTHER = "4" as AppId; // Cast: made-up test ID.

/** Channels of an app with subscription counts enabled, and all counts that were sent. */
function counted() {
  const clock = manualClock();
  const counts: number[] = [];
  const lane: Lane = {
    name: "test",
    encode(_, message) {
      if (message.kind === "subscription_count") counts.push(message.count);
      return "";
    },
    fanOut: () => {},
  };
  const channels = new Channels({
    clock,
    settingsOf: (app_id) => appSettings({ subscription_counts: app_id === APP }),
  });
  let next = 0;
  const join = (name = "news", app_id = APP, member?: Member): (() => void) => {
    const channel: Channel | undefined = parseChannel(name);
    if (channel === undefined) throw new Error(`${name} is no channel name.`);
    const subscriber = { socket_id: `1.${next++}`, lane, welcome: () => {}, join: () => {}, leave: () => {} };
    const result = channels.subscribe(app_id, channel, subscriber, member);
    if (result.outcome === "full") throw new Error("The channel is full.");
    const { occupied }: { occupied: OccupiedChannel } = result;
    return () => channels.unsubscribe(occupied, subscriber);
  };
  const take = (): number[] => counts.splice(0);
  return { clock, join, take };
}

describe("subscription counts", () => {
  test("are sent on each subscribe and unsubscribe except the last", () => {
    const { join, take, clock } = counted();
    const first = join();
    const second = join();
    second();
    first();
    expect(take()).toEqual([1, 2, 1]);
    expect(clock.pending()).toBe(0);
  });

  test("are not sent on presence channels or when the app turns them off", () => {
    const { join, take } = counted();
    join("presence-a", APP, { user_id: "u", user_info: "{}" });
    join("news", OTHER);
    expect(take()).toEqual([]);
  });

  test("are sent at most every 5 seconds on large channels, and after the last change", () => {
    const { join, take, clock } = counted();
    for (let index = 0; index < limits.counted_at_once_max; index++) join();
    take();
    for (let index = 0; index < 10; index++) join();
    expect(take()).toEqual([limits.counted_at_once_max + 1]);
    clock.advance(limits.count_interval_ms - 1);
    expect(take()).toEqual([]);
    clock.advance(1);
    expect(take()).toEqual([limits.counted_at_once_max + 10]);
    clock.advance(10 * limits.count_interval_ms);
    expect(take()).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  test("leave no timer when all subscribers leave during the wait", () => {
    const { join, take, clock } = counted();
    const leave = Array.from({ length: limits.counted_at_once_max + 5 }, () => join());
    for (const one of leave) one();
    take();
    clock.advance(limits.count_interval_ms);
    expect(take()).toEqual([]);
    expect(clock.pending()).toBe(0);
  });
});
