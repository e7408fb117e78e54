import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits, SECOND_MS } from "@fanfare/contract/limits";
import { PERSON_CHANGED } from "@fanfare/contract/realtime/change-signal";
import { EVERYONE_CHANNEL } from "@fanfare/contract/realtime/channel";
import { MESSAGE } from "@fanfare/contract/realtime/live-update";
import { createRecentSignals } from "./recent-signals.ts";

const SIGNAL = { event: PERSON_CHANGED, data: '{"kind":"runs","socket_id":null}' };

test("keeps a signal for its time, and the newest signals of an app up to the limit", () => {
  const clock = manualClock();
  const signals = createRecentSignals(clock);
  signals.remember("1", "private-fanfare-first", SIGNAL);
  for (let person = 0; person < limits.signals_kept_max; person++) {
    signals.remember("1", `private-fanfare-${person}`, SIGNAL);
  }
  expect(signals.recall("1", "private-fanfare-first")).toEqual([]);
  expect(signals.recall("1", "private-fanfare-0")).toEqual([SIGNAL]);
  expect(signals.recall("2", "private-fanfare-0")).toEqual([]);
  clock.advance(limits.signal_kept_s * SECOND_MS);
  expect(signals.recall("1", "private-fanfare-0")).toEqual([]);
});

test("ignores what a backend publishes on Fanfare's channels in another form", () => {
  const signals = createRecentSignals(manualClock());
  for (const data of ["", "{", "null", "7", '"x"', "[]"]) {
    signals.remember("1", EVERYONE_CHANNEL, { event: MESSAGE, data });
    expect(signals.recall("1", EVERYONE_CHANNEL)).toEqual([]);
  }
  signals.remember("1", EVERYONE_CHANNEL, { event: MESSAGE, data: '{"spread_ms":"x","message":{}}' });
  expect(signals.recall("1", EVERYONE_CHANNEL)).toEqual([{ event: MESSAGE, data: '{"spread_ms":0}' }]);
});
