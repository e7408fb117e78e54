import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { parseChannel } from "@fanfare/contract/realtime/channel";
import { consoleChannel } from "@fanfare/contract/realtime/console-channel";
import type { TailBatch } from "@fanfare/contract/schema/realtime/channel";
import { ConsoleWatch } from "./console-watch.ts";

const SHOP = "1001" as AppId; // tests make apps by hand
const OTHER = "1002" as AppId;
const CONSOLE = "9" as AppId;

function setting() {
  const clock = manualClock(1_000);
  const told: { channel: string; data: unknown }[] = [];
  let came = 0;
  const watch = new ConsoleWatch({
    clock,
    consoleApp: () => CONSOLE,
    publish: (_app, channel, _event, data) => void told.push({ channel, data }),
    occupiedChannelsOf: () => [],
    transportsOf: () => ({ pusher_websocket: 3 }),
    openedSinceStart: () => came,
  });
  const look = (what: "tail" | "pulse", kind: "occupied" | "vacated", app = CONSOLE) => {
    const channel = parseChannel(consoleChannel(what, SHOP));
    if (channel !== undefined) watch.observe(app, { kind, channel: channel.name });
  };
  const say = (name: string, data = "{}", app = SHOP, from?: string) => {
    const channel = parseChannel(name);
    if (channel !== undefined) watch.onEvent(app, channel, { event: "changed", data }, from);
  };
  return {
    clock,
    told,
    watch,
    look,
    say,
    came: (count: number) => {
      came = count;
    },
  };
}

test("nothing is done for an app that nobody looks at, and nothing repeats after the last look", () => {
  const { clock, told, look, say } = setting();
  say("orders");
  look("tail", "occupied");
  say("orders", "{}", OTHER);
  look("tail", "vacated");
  say("orders");
  clock.advance(60_000);
  expect(told).toEqual([]);
  expect(clock.pending()).toBe(0);
});

test("who looks is told what was said, a moment later and together; silence says nothing", () => {
  const { clock, told, look, say } = setting();
  look("tail", "occupied");
  clock.advance(60_000);
  expect(told).toEqual([]);
  say("orders", '{"a":1}');
  say("private-chat", '"ü"', SHOP, "1.2");
  clock.advance(limits.tail_interval_ms);
  expect(told).toMatchObject([
    {
      channel: "private-console-tail-1001",
      data: {
        skipped: 0,
        events: [
          { id: 1, channel: "orders", event: "changed", data: '{"a":1}', bytes: 7, from: "server" },
          { id: 2, channel: "private-chat", bytes: 4, from: "client" },
        ],
      },
    },
  ]);
});

test("what is encrypted is told without its data, and what is long is cut", () => {
  const { clock, told, look, say } = setting();
  look("tail", "occupied");
  say("private-encrypted-orders", "secret");
  say("private-encrypted-cache-orders", "secret");
  say("orders", "x".repeat(limits.tail_data_chars_max + 1));
  clock.advance(limits.tail_interval_ms);
  // What the tail is told, as the console reads it.
  const events = (told[0]?.data as TailBatch | undefined)?.events ?? [];
  expect(events.map(({ data }) => data?.length ?? data)).toEqual([null, null, limits.tail_data_chars_max]);
  expect(events.map(({ bytes }) => bytes)).toEqual([6, 6, limits.tail_data_chars_max + 1]);
});

test("of a flood some are shown and the rest is counted", () => {
  const { clock, told, look, say } = setting();
  look("tail", "occupied");
  for (let time = 0; time < limits.tail_events_per_interval_max + 7; time++) say("orders");
  clock.advance(limits.tail_interval_ms);
  expect(told).toMatchObject([{ data: { skipped: 7 } }]);
});

test("the pulse says how many are connected, and how fast they come and speak", () => {
  const { clock, told, look, say, came } = setting();
  look("pulse", "occupied");
  came(5);
  say("orders");
  say("orders");
  clock.advance(limits.pulse_interval_ms);
  clock.advance(limits.pulse_interval_ms);
  expect(told.map(({ data }) => data)).toMatchObject([
    { connections: { pusher_websocket: 3 }, connects_per_s: 5, events_per_s: 2 },
    { connects_per_s: 0, events_per_s: 0 },
  ]);
  look("pulse", "vacated");
  clock.advance(10_000);
  expect(told.length).toBe(2);
});

test("a channel of that name in a customer's own app makes nobody look", () => {
  const { clock, told, look, say } = setting();
  look("tail", "occupied", OTHER);
  say("orders");
  clock.advance(10_000);
  expect(told).toEqual([]);
});
