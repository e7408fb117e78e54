import { expect, test } from "bun:test";
import { type ManualClock, manualClock } from "@fanfare/contract/lib/clock";
import { seededRng } from "@fanfare/contract/lib/rng";
import { MINUTE_MS, SECOND_MS } from "@fanfare/contract/limits";
import { appSettings, type StoredAppSettings } from "@fanfare/contract/realtime/app-settings";
import { EVENTS_MISSED } from "@fanfare/contract/realtime/pusher";
import { createRealtimeClient, type RealtimeClient } from "@fanfare/sdk/realtime/realtime-client";
import { type SimulatedServer, simulatedServer } from "./server.ts";
import { connectWire, type Wire } from "./wire.ts";

/**
 * Tests the SDK's live client against the server's sessions and histories, over a network with delays, disconnects, and
 * silence.
 */
const CHANNEL = "orders-1";
const PAGES = 20;
const TROUBLE_MS = 20 * MINUTE_MS;
/** Long enough to detect a silent network and reconnect. */
const QUIET_MS = 6 * MINUTE_MS;
const KEPT: StoredAppSettings = { history_rules: [{ pattern: "orders-*", events_max: 1_000, ttl_s: 600 }] };

interface Listener {
  readonly live: RealtimeClient;
  /** Received numbers in order, and notices of missed events. */
  readonly received: (number | "missed")[];
  wire(): Wire | undefined;
}

function listen(clock: ManualClock, seed: number, server: SimulatedServer): Listener {
  const rng = seededRng(seed);
  const received: (number | "missed")[] = [];
  let wire: Wire | undefined;
  const live = createRealtimeClient({
    ...{ clock, rng, url: "simulated" },
    connect(_url, observer) {
      const accepted = server.accept();
      const net = accepted?.net ?? { topics: { broadcast() {}, joined: () => 0 }, connect: unreachable };
      const laid = connectWire({ clock, rng }, net, accepted?.session, observer);
      wire = laid.wire;
      return laid.transport;
    },
    authorize: () => Promise.reject(new Error("Public channels need no authorization.")),
    invoke: (listener, data) => listener(data),
    onVersion() {},
    onState() {},
  });
  const channel = live.channel(CHANNEL);
  channel.on("number", (data) => void received.push(Number(data)));
  channel.on(EVENTS_MISSED, () => void received.push("missed"));
  live.open();
  return { live, received, wire: () => wire };
}

function unreachable(): never {
  throw new Error("A wire without a session has no socket.");
}

/**
 * Publishes a number per second while connections break and, with `crashes`, the server dies. Then waits for recovery.
 */
function runWithFaults(seed: number, stored: StoredAppSettings, crashes: boolean) {
  const rng = seededRng(seed);
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const server = simulatedServer({ clock, rng, settings: appSettings(stored) });
  const listeners = Array.from({ length: PAGES }, (_, index) => listen(clock, seed * 1_000 + index, server));
  clock.advance(5 * SECOND_MS);
  let last = 0;
  for (let at_ms = 0; at_ms < TROUBLE_MS; at_ms += SECOND_MS) {
    server.broadcast(CHANNEL, "number", ++last);
    for (const { wire } of listeners) {
      if (rng.next() < 0.01) wire()?.cut();
      if (rng.next() < 0.001) wire()?.silence();
    }
    if (crashes && rng.next() < 0.003) {
      server.crash();
      for (const { wire } of listeners) wire()?.cut();
      server.start();
    }
    clock.advance(SECOND_MS);
  }
  clock.advance(QUIET_MS);
  for (const { live } of listeners) live.stop();
  return { last, listeners: listeners.map(({ received }) => received) };
}

/** Numbers that were lost without notice, repeated, or out of order. */
function faultsOf(received: readonly (number | "missed")[], last: number): number {
  let faults = 0;
  let before: number | undefined;
  let reported = false;
  for (const each of [...received, last + 1]) {
    if (each === "missed") {
      reported = true;
      continue;
    }
    if (before !== undefined && each !== before + 1 && !(reported && each > before)) faults++;
    before = each;
    reported = false;
  }
  return faults;
}

test.each([1, 20_261_121])("delivers every number once and in order across network failures (seed %d)", (seed) => {
  const { last, listeners } = runWithFaults(seed, KEPT, false);
  for (const received of listeners) {
    const [first] = received;
    expect(received).toEqual(Array.from({ length: last + 1 - Number(first) }, (_, index) => Number(first) + index));
  }
});

test.each([1, 20_261_121])("reports every gap after network failures and server crashes (seed %d)", (seed) => {
  const { last, listeners } = runWithFaults(seed, KEPT, true);
  expect(listeners.map((received) => faultsOf(received, last))).toEqual(listeners.map(() => 0));
  expect(listeners.flat()).toContain("missed");
});

test("loses events silently without history, so that these tests can fail", () => {
  const { last, listeners } = runWithFaults(1, {}, false);
  expect(listeners.reduce((sum, received) => sum + faultsOf(received, last), 0)).toBeGreaterThan(0);
});
