import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { parseChannel } from "@fanfare/contract/realtime/channel";
import { consoleChannel } from "@fanfare/contract/realtime/console-channel";
import type { TailBatch } from "@fanfare/contract/schema/realtime/channel";
import { ConsoleWatch } from "./console-watch.ts";

const SHOP = "1001" as AppId; // Cast: made-up test ID.
const OTHER = "1002" as AppId;
const CONSOLE = "9" as AppId;

function setting() {
  const clock = manualClock(1_000);
  const reports: { channel: string; data: unknown }[] = [];
  let came = 0;
  const watch = new ConsoleWatch({
    clock,
    consoleApp: () => CONSOLE,
    publish: (_app, channel, _event, data) => void reports.push({ channel, data }),
    occupiedChannelsOf: () => [],
    transportsOf: () => ({ pusher_websocket: 3 }),
    openedSinceStart: () => came,
  });
  const look = (what: "tail" | "pulse", kind: "occupied" | "vacated", app = CONSOLE) => {
    const channel = parseChannel(consoleChannel(what, SHOP));
    if (channel !== undefined) watch.observe(app, { kind, channel: channel.name });
  };
  const send = (name: string, data = "{}", app = SHOP, from?: string) => {
    const channel = parseChannel(name);
    if (channel !== undefined) watch.onEvent(app, channel, { event: "changed", data }, from);
  };
  return {
    clock,
    reports,
    watch,
    look,
    send: send,
    came: (count: number) => {
      came = count;
    },
  };
}

test("does nothing for an app without viewers and stops after the last one", () => {
  const { clock, reports, look, send } = setting();
  send("orders");
  look("tail", "occupied");
  send("orders", "{}", OTHER);
  look("tail", "vacated");
  send("orders");
  clock.advance(60_000);
  expect(reports).toEqual([]);
  expect(clock.pending()).toBe(0);
});

test("sends viewers the events of an interval together, and none without events", () => {
  const { clock, reports, look, send } = setting();
  look("tail", "occupied");
  clock.advance(60_000);
  expect(reports).toEqual([]);
  send("orders", '{"a":1}');
  send("private-chat", '"ü"', SHOP, "1.2");
  clock.advance(limits.tail_interval_ms);
  expect(reports).toMatchObject([
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

test("omits encrypted data and truncates long data", () => {
  const { clock, reports, look, send } = setting();
  look("tail", "occupied");
  send("private-encrypted-orders", "secret");
  send("private-encrypted-cache-orders", "secret");
  send("orders", "x".repeat(limits.tail_data_chars_max + 1));
  clock.advance(limits.tail_interval_ms);
  // Cast: events sent to the tail, as the console parses them.
  const events = (reports[0]?.data as TailBatch | undefined)?.events ?? [];
  expect(events.map(({ data }) => data?.length ?? data)).toEqual([null, null, limits.tail_data_chars_max]);
  expect(events.map(({ bytes }) => bytes)).toEqual([6, 6, limits.tail_data_chars_max + 1]);
});

test("shows some events of a flood and counts the rest", () => {
  const { clock, reports, look, send } = setting();
  look("tail", "occupied");
  for (let time = 0; time < limits.tail_events_per_interval_max + 7; time++) send("orders");
  clock.advance(limits.tail_interval_ms);
  expect(reports).toMatchObject([{ data: { skipped: 7 } }]);
});

test("reports connections and the rates of connecting and sending in the pulse", () => {
  const { clock, reports, look, send, came } = setting();
  look("pulse", "occupied");
  came(5);
  send("orders");
  send("orders");
  clock.advance(limits.pulse_interval_ms);
  clock.advance(limits.pulse_interval_ms);
  expect(reports.map(({ data }) => data)).toMatchObject([
    { connections: { pusher_websocket: 3 }, connects_per_s: 5, events_per_s: 2 },
    { connects_per_s: 0, events_per_s: 0 },
  ]);
  look("pulse", "vacated");
  clock.advance(10_000);
  expect(reports.length).toBe(2);
});

test("ignores a channel of the same name in a customer's app", () => {
  const { clock, reports, look, send } = setting();
  look("tail", "occupied", OTHER);
  send("orders");
  clock.advance(10_000);
  expect(reports).toEqual([]);
});
