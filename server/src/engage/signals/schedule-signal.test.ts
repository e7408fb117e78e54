import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { HOUR_MS, limits, MINUTE_MS } from "@fanfare/contract/limits";
import { OWNER, QUICK_PASSWORDS, sampleTour } from "../../../test/support/temporary-server.ts";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { createApp } from "../../accounts/apps/create-app.ts";
import { openAppDirectory } from "../../accounts/apps/open-app-directory.ts";
import { createMember } from "../../accounts/members/members.ts";
import { silentLog } from "../../lib/log.ts";
import { createVault } from "../../lib/vault.ts";
import { type Store, StoreError } from "../../store/store.ts";
import { createContent } from "../content/content.ts";
import { publishContent } from "../publish/publications.ts";
import { createScheduleSignal } from "./schedule-signal.ts";

const START_MS = Date.UTC(2026, 0, 1);

/** A tour that was published at 00:00, starts at 01:00, and ends at 02:00, and servers that come and go. */
async function scheduledTour() {
  const temporary = await temporaryStore();
  const clock = manualClock(START_MS);
  const faults = { left: 0 };
  const store: Store = {
    ...temporary.store,
    write: (batch) =>
      faults.left-- > 0 ? Promise.reject(new StoreError("unavailable", "planted fault")) : temporary.store.write(batch),
  };
  const base = { clock, rng: systemRng, store, vault: createVault([new Uint8Array(32)]), log: silentLog };
  const { id: app_id } = await createApp(base, { name: "Shop" });
  const apps = await openAppDirectory(base);
  const announced: number[] = [];
  const publish = (_app: unknown, channel: string): void => {
    if (channel === "fanfare") announced.push(clock.now() - START_MS);
  };
  const deps = { ...base, apps, publish };
  const member = await createMember({ ...base, passwords: QUICK_PASSWORDS }, { ...OWNER, name: "Ada", role: "owner" });
  const schedule = { starts_at: "2026-01-01T01:00", ends_at: "2026-01-01T02:00", zone: "utc" } as const;
  const draft = { ...sampleTour("Sale"), schedule };
  const id = await createContent(deps, { slug: "sale", name: "Sale", draft }, member.id);
  await publishContent(deps, { id, revision: 1, app_id }, member.id);
  announced.length = 0;
  return {
    ...{ clock, faults, announced },
    /** Of several, each has a clock that differs from the database's. */
    startServer: async (skew_ms?: number) => {
      const databaseNow = skew_ms === undefined ? undefined : async () => clock.now();
      const own_clock = { ...clock, now: () => clock.now() + (skew_ms ?? 0) };
      const signal = createScheduleSignal({ ...deps, clock: own_clock, databaseNow });
      await signal.start();
      return signal;
    },
    /** Advances, and waits until the next timer is set or, after the last one, `announcements` were made. */
    async advance(duration_ms: number, announcements = Number.POSITIVE_INFINITY) {
      clock.advance(duration_ms);
      while (clock.pending() === 0 && announced.length < announcements) await new Promise(setImmediate);
    },
    /** Advances, and waits until each of several servers has set its next timer. */
    async advanceAll(duration_ms: number, servers: number) {
      clock.advance(duration_ms);
      while (clock.pending() < servers) await new Promise(setImmediate);
    },
    [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose](),
  };
}

test("announces at the next start, once, what started while the server was stopped", async () => {
  await using tour = await scheduledTour();
  (await tour.startServer()).stop();
  tour.clock.advance(HOUR_MS + 1);
  (await tour.startServer()).stop();
  expect(tour.announced).toEqual([HOUR_MS + 1]);
  (await tour.startServer()).stop();
  expect(tour.announced).toEqual([HOUR_MS + 1]);
});

test("announces a start and an end in time, and repeats what couldn't be stored", async () => {
  await using tour = await scheduledTour();
  const signal = await tour.startServer();
  for (let minute = 0; minute < 60; minute++) await tour.advance(limits.schedule_wait_ms_max);
  expect(tour.announced).toEqual([HOUR_MS]);
  tour.faults.left = 2;
  for (let minute = 0; minute < 60; minute++) await tour.advance(limits.schedule_wait_ms_max);
  expect(tour.announced).toEqual([HOUR_MS]);
  await tour.advance(limits.schedule_retry_ms);
  await tour.advance(limits.schedule_retry_ms, 2);
  expect(tour.announced).toEqual([HOUR_MS, 2 * HOUR_MS + 2 * limits.schedule_retry_ms]);
  signal.stop();
});

test("announces a start once with three servers, at the database's time, whatever their clocks show", async () => {
  await using tour = await scheduledTour();
  const skews_ms = [-10 * MINUTE_MS, 0, 10 * MINUTE_MS];
  const signals = await Promise.all(skews_ms.map((skew_ms) => tour.startServer(skew_ms)));
  for (let minute = 0; minute < 70; minute++) await tour.advanceAll(limits.schedule_wait_ms_max, signals.length);
  expect(tour.announced).toEqual([HOUR_MS]);
  for (const signal of signals) signal.stop();
});
