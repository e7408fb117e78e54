import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { type ChannelName, EVERYONE_CHANNEL, parseChannel, personChannel } from "@fanfare/contract/realtime/channel";
import type { WebhookEvent } from "@fanfare/contract/realtime/webhook";
import fc from "fast-check";
import type { ChannelActivity } from "../channels/channel-observer.ts";
import { Channels } from "../channels/channels.ts";
import type { Lane, Subscriber } from "../channels/subscriber.ts";
import { WebhookEvents } from "./channel-events.ts";

// Casts: made-up test IDs.
const APP_ID = "3" as AppId;
const OTHER_ID = "4" as AppId;
const name = (text: string) => text as ChannelName;
const ABSENCE_MS = limits.webhook_absence_ms;

function machine() {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const delivered: { readonly app_id: AppId; readonly at: number; readonly event: WebhookEvent }[] = [];
  const events = new WebhookEvents({
    clock,
    emit: (app_id, event) => void delivered.push({ app_id, at: clock.now(), event }),
  });
  return {
    clock,
    delivered,
    events,
    see: (...happenings: ChannelActivity[]) => {
      for (const happening of happenings) events.observe(APP_ID, happening);
    },
    take: () => delivered.splice(0).map(({ event }) => event),
  };
}

const occupied = { kind: "occupied", channel: name("news") } as const;
const vacated = { kind: "vacated", channel: name("news") } as const;

describe("person who leaves", () => {
  test("is reported exactly when the time is up", () => {
    const { clock, see, take } = machine();
    see(occupied, vacated);
    clock.advance(ABSENCE_MS - 1);
    expect(take()).toEqual([{ name: "channel_occupied", channel: "news" }]);
    clock.advance(1);
    expect(take()).toEqual([{ name: "channel_vacated", channel: "news" }]);
    expect(clock.pending()).toBe(0);
  });

  test("isn't reported as gone or back when returning in time", () => {
    const { clock, see, take } = machine();
    see(occupied, vacated);
    clock.advance(ABSENCE_MS - 1);
    see(occupied);
    clock.advance(10 * ABSENCE_MS);
    expect(take()).toEqual([{ name: "channel_occupied", channel: "news" }]);
    expect(clock.pending()).toBe(0);
  });

  test("gets the whole time again after returning", () => {
    const { clock, see, take } = machine();
    see(occupied, vacated);
    clock.advance(ABSENCE_MS - 1);
    see(occupied, vacated);
    take();
    clock.advance(ABSENCE_MS - 1);
    expect(take()).toEqual([]);
    clock.advance(1);
    expect(take()).toEqual([{ name: "channel_vacated", channel: "news" }]);
  });

  test("is tracked per channel and per app", () => {
    const { clock, events, see, delivered } = machine();
    const desk = name("presence-desk");
    see({ kind: "member_removed", channel: desk, user_id: "1" }, { kind: "vacated", channel: desk });
    see({ kind: "member_added", channel: desk, user_id: "2" });
    events.observe(OTHER_ID, { kind: "occupied", channel: desk });
    clock.advance(ABSENCE_MS);
    expect(delivered.map(({ app_id, event }) => [app_id, event.name])).toEqual([
      [APP_ID, "member_added"],
      [OTHER_ID, "channel_occupied"],
      [APP_ID, "member_removed"],
      [APP_ID, "channel_vacated"],
    ]);
  });

  test("leaves no timer when the server stops", () => {
    const { clock, events, see, take } = machine();
    see({ kind: "member_removed", channel: name("presence-desk"), user_id: "1" });
    events.expectReturn(APP_ID, { channel: "presence-desk", user_id: "2" });
    events.stop();
    expect(take()).toEqual([]);
    expect(clock.pending()).toBe(0);
  });

  test("has 30 seconds to return after a restart, and 3 seconds after that", () => {
    const { clock, events, see, take } = machine();
    const desk = name("presence-desk");
    for (const user_id of ["1", "2", ""]) events.expectReturn(APP_ID, { channel: desk, user_id });
    clock.advance(limits.webhook_return_ms - 1);
    see({ kind: "occupied", channel: desk }, { kind: "member_added", channel: desk, user_id: "1" });
    see({ kind: "member_removed", channel: desk, user_id: "1" });
    expect(take()).toEqual([]);
    clock.advance(1);
    expect(take()).toEqual([{ name: "member_removed", channel: desk, user_id: "2" }]);
    clock.advance(ABSENCE_MS);
    expect(take()).toEqual([{ name: "member_removed", channel: desk, user_id: "1" }]);
    expect(clock.pending()).toBe(0);
  });

  test("is reported even if the clock is set back an hour meanwhile", () => {
    const clock = manualClock(Date.UTC(2026, 0, 1));
    let set_back_ms = 0;
    const delivered: WebhookEvent[] = [];
    const events = new WebhookEvents({
      clock: { now: () => clock.now() - set_back_ms, after: clock.after },
      emit: (_, event) => void delivered.push(event),
    });
    events.observe(APP_ID, vacated);
    set_back_ms = 3_600_000;
    clock.advance(ABSENCE_MS);
    expect(delivered).toHaveLength(1);
  });
});

test("reports a cache miss once until the cache was filled and is empty again", () => {
  const { see, take } = machine();
  const miss = { kind: "cache_miss", channel: name("cache-a") } as const;
  see(miss, miss, { kind: "cache_miss", channel: name("cache-b") }, miss);
  expect(take()).toEqual([
    { name: "cache_miss", channel: "cache-a" },
    { name: "cache_miss", channel: "cache-b" },
  ]);
  see({ kind: "cache_filled", channel: name("cache-a") }, miss);
  expect(take()).toEqual([{ name: "cache_miss", channel: "cache-a" }]);
});

test("keeps a limited number of the newest cache misses", () => {
  const { see, take } = machine();
  const miss = (index: number) => ({ kind: "cache_miss", channel: name(`cache-${index}`) }) as const;
  for (let index = 0; index <= limits.cached_channels_max; index++) see(miss(index));
  take();
  see(miss(1), miss(0));
  expect(take()).toEqual([{ name: "cache_miss", channel: "cache-0" }]);
});

test("passes client events and counts through, with user_id if present", () => {
  const { see, take } = machine();
  const clientEvent = { kind: "client_event", event: "client-hi", data: '{"a":1}', socket_id: "1.2" } as const;
  see({ ...clientEvent, channel: name("private-a"), user_id: undefined });
  see({ ...clientEvent, channel: name("presence-a"), user_id: "7" });
  see({ kind: "subscription_count", channel: name("news"), count: 3 });
  const { kind: _, ...fields } = clientEvent;
  expect(take()).toEqual([
    { name: "client_event", channel: "private-a", ...fields },
    { name: "client_event", channel: "presence-a", ...fields, user_id: "7" },
    { name: "subscription_count", channel: "news", subscription_count: 3 },
  ]);
});

test("excludes the channels of Fanfare's own SDK", () => {
  const { see, take } = machine();
  see({ kind: "occupied", channel: EVERYONE_CHANNEL }, { kind: "occupied", channel: personChannel("u_42") });
  see({ kind: "occupied", channel: name("private-user-u_42") });
  expect(take()).toEqual([{ name: "channel_occupied", channel: "private-user-u_42" }]);
});

describe("people who enter and leave in any order", () => {
  const LANE: Lane = { name: "test", encode: () => "", fanOut: () => {} };
  const CHANNELS = ["presence-a", "presence-b"];
  const step = fc.oneof(
    fc.record({ do: fc.constant("come" as const), channel: fc.nat(1), user: fc.nat(2) }),
    fc.record({ do: fc.constant("go" as const), which: fc.nat(20) }),
    fc.record({ do: fc.constant("wait" as const), ms: fc.nat({ max: 2 * ABSENCE_MS }) }),
  );

  test("reports alternating, true states that end with the actual state", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { clock, events, delivered } = machine();
        const channels = new Channels({ clock, observer: (app_id, activity) => events.observe(app_id, activity) });
        const seats: { readonly member_key: string; readonly user: string; leave(): void }[] = [];
        // When each channel and member was last present.
        const left_at = new Map<string, number>();
        const present = (): Set<string> =>
          new Set(seats.flatMap(({ member_key, user }) => [member_key, `${member_key}:${user}`]));
        const state = new Map<string, boolean>();
        let connections = 0;

        const check = (): void => {
          for (const { at, event } of delivered.splice(0)) {
            const member_key = "user_id" in event ? `${event.channel}:${event.user_id}` : event.channel;
            const there = event.name === "channel_occupied" || event.name === "member_added";
            expect(state.get(member_key) ?? false).toBe(!there);
            state.set(member_key, there);
            if (there) expect(present()).toContain(member_key);
            else {
              expect(present()).not.toContain(member_key);
              expect(at - (left_at.get(member_key) ?? Number.NaN)).toBe(ABSENCE_MS);
            }
          }
        };
        for (const each of steps) {
          if (each.do === "come") {
            const channel = parseChannel(CHANNELS[each.channel] ?? "");
            if (channel === undefined) throw new Error("The channels of this test are channels.");
            const user_id = `u${each.user}`;
            const subscriber: Subscriber = {
              socket_id: `1.${++connections}`,
              lane: LANE,
              welcome: () => {},
              join: () => {},
              leave: () => {},
            };
            const result = channels.subscribe(APP_ID, channel, subscriber, { user_id, user_info: "{}" });
            if (result.outcome === "full") throw new Error("Three people do not fill a channel.");
            const leave = () => channels.unsubscribe(result.occupied, subscriber);
            seats.push({ member_key: channel.name, user: user_id, leave });
          } else if (each.do === "go") {
            const [seat] = seats.splice(each.which % Math.max(1, seats.length), 1);
            seat?.leave();
            if (seat !== undefined) {
              for (const member_key of [seat.member_key, `${seat.member_key}:${seat.user}`])
                left_at.set(member_key, clock.now());
            }
          } else {
            clock.advance(each.ms);
          }
          check();
        }
        clock.advance(ABSENCE_MS);
        check();
        const told_present = [...state].filter(([, there]) => there).map(([member_key]) => member_key);
        expect(new Set(told_present)).toEqual(present());
        expect(clock.pending()).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});
