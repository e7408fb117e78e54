import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { type Channel, parseChannel } from "@fanfare/contract/realtime/channel";
import { CONTRACT_SETTINGS, channelsContract } from "./channels.contract.ts";
import { Channels } from "./channels.ts";
import type { Lane, Subscriber } from "./subscriber.ts";

// Casts: made-up test IDs.
const APP = "3" as AppId;
const OTHER_APP = "4" as AppId;
const named = (name: string): Channel => {
  const channel = parseChannel(name);
  if (channel === undefined) throw new Error(`${name} is no channel name.`);
  return channel;
};

/** A lane that records all frames. */
function wire(name: string): {
  lane: Lane;
  passed: string[];
  encoded: () => number;
  join(socket_id: string): Subscriber;
} {
  const passed: string[] = [];
  let encoded = 0;
  const lane: Lane = {
    name,
    encode(channel, message) {
      encoded++;
      return `${channel} ${message.kind}`;
    },
    fanOut: (topic, frame, except) => passed.push(`${topic} ${frame} but ${except ?? "nobody"}`),
  };
  const join = (socket_id: string): Subscriber => ({
    socket_id,
    lane,
    welcome: (channel) => passed.push(`welcome ${socket_id} to ${channel}`),
    join: (topic) => passed.push(`${socket_id} joins ${topic}`),
    leave: (topic) => passed.push(`${socket_id} leaves ${topic}`),
  });
  return { lane, passed, encoded: () => encoded, join };
}

describe("channels", () => {
  test("send the welcome before any event, and notify the others last", () => {
    const { passed, join } = wire("pusher");
    const channels = new Channels({ clock: manualClock() });
    channels.subscribe(APP, named("presence-a"), join("1.1"), { user_id: "u", user_info: "{}" });
    expect(passed).toEqual([
      "welcome 1.1 to presence-a",
      "1.1 joins 3:presence-a:pusher",
      "3:presence-a:pusher presence-a member_added but 1.1",
    ]);
  });

  test("encode a message once for each wire protocol, not for each subscriber", () => {
    const [first, second, idle] = [wire("first"), wire("second"), wire("idle")];
    const channels = new Channels({ clock: manualClock() });
    for (const id of ["1.1", "1.2", "1.3"]) channels.subscribe(APP, named("news"), first.join(id));
    channels.subscribe(APP, named("news"), second.join("2.1"));
    const gone = idle.join("3.1");
    const subscribed = channels.subscribe(APP, named("news"), gone);
    if (subscribed.outcome === "subscribed") channels.unsubscribe(subscribed.occupied, gone);
    channels.publish(APP, "news", "hello", {});
    expect([first.encoded(), second.encoded(), idle.encoded()]).toEqual([1, 1, 0]);
    expect(first.passed.at(-1)).toBe("3:news:first news event but nobody");
  });

  test("encode nothing for a channel without subscribers", () => {
    const { encoded } = wire("pusher");
    new Channels({ clock: manualClock() }).publish(APP, "news", "hello", {});
    expect(encoded()).toBe(0);
  });

  test("pass strings unchanged and anything else as JSON", () => {
    const published: unknown[] = [];
    const { join, lane } = wire("pusher");
    const channels = new Channels({ clock: manualClock() });
    const listener = {
      ...join("1.1"),
      lane: { ...lane, encode: (_: string, message: object) => String(published.push(message)) },
    };
    channels.subscribe(APP, named("news"), listener);
    for (const data of ["text", { a: 1 }, undefined]) channels.publish(APP, "news", "e", data);
    expect(published).toMatchObject([{ data: "text" }, { data: '{"a":1}' }, { data: "null" }]);
  });

  test("throw when the name to publish under isn't valid", () => {
    expect(() => new Channels({ clock: manualClock() }).publish(APP, "a b", "e", {})).toThrow(RangeError);
  });

  test("keep the most recently written cache events", () => {
    const channels = new Channels({ clock: manualClock() });
    channels.publish(APP, "cache-first", "e", "1");
    channels.publish(APP, "cache-second", "e", "1");
    channels.publish(APP, "cache-first", "e", "2");
    for (let index = 1; index < limits.cached_channels_max; index++) channels.publish(APP, `cache-${index}`, "e", "1");
    expect(channels.cached(APP, "cache-first")?.data).toBe("2");
    expect(channels.cached(APP, "cache-second")).toBeUndefined();
  });
});

test("counts the presence members of each app, so that a full app doesn't fill another", () => {
  const { join } = wire("pusher");
  const settings = appSettings({ limits: { presence_memberships_max: 2 } });
  const channels = new Channels({ clock: manualClock(), settingsOf: () => settings });
  const enter = (app_id: AppId, name: string, socket_id: string, user_id: string) =>
    channels.subscribe(app_id, named(name), join(socket_id), { user_id, user_info: "{}" });
  const first = enter(APP, "presence-a", "1.1", "ada");
  expect(enter(APP, "presence-b", "1.1", "ada").outcome).toBe("subscribed");
  // Another connection of the same person isn't another member.
  expect(enter(APP, "presence-a", "1.2", "ada").outcome).toBe("subscribed");
  expect(enter(APP, "presence-c", "1.3", "bob")).toEqual({ outcome: "full", limit: "presence_memberships_max" });
  expect([...channels.occupiedChannels(APP)].map(({ channel }) => String(channel.name))).toEqual([
    "presence-a",
    "presence-b",
  ]);
  expect(enter(OTHER_APP, "presence-c", "2.1", "bob").outcome).toBe("subscribed");
  if (first.outcome === "full") throw new Error("The first member found no room.");
  for (const socket_id of ["1.1", "1.2"]) channels.unsubscribe(first.occupied, join(socket_id));
  expect(enter(APP, "presence-c", "1.3", "bob").outcome).toBe("subscribed");
});

channelsContract("one process", async () => {
  const channels = new Channels({ clock: manualClock(), settingsOf: () => CONTRACT_SETTINGS });
  return { nodes: [channels, channels], settle: async () => {}, [Symbol.asyncDispose]: async () => {} };
});
