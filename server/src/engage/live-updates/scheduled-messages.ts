import { type AppId, isId, type MemberId, newId } from "@fanfare/contract/lib/ids";
import { wallTime } from "@fanfare/contract/lib/wall-clock";
import { DAY_MS, limits, MINUTE_MS } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { type DeliveryTiming, firstDeliveryMs, isDeliverable } from "@fanfare/contract/realtime/delivery-timing";
import type { LiveUpdateInput } from "@fanfare/contract/schema/realtime/live-update";
import type { AppDirectory } from "../../accounts/apps/app-directory.ts";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import type { Log } from "../../lib/log.ts";
import type { RepeatedWork } from "../../lib/repeat.ts";
import { toIso, toJson } from "../../store/columns.ts";
import { goalsOf } from "../../store/statements/analytics/goals.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { type LiveUpdateRow, targetsOf, timedLiveUpdates } from "../../store/statements/realtime/live-updates.ts";
import {
  changeScheduledRow,
  deleteScheduledLiveUpdate,
  dueLiveUpdates,
  type ScheduledLiveUpdateRow,
  scheduledLiveUpdate,
  scheduledLiveUpdates,
  takeScheduledLiveUpdate,
} from "../../store/statements/realtime/scheduled-live-updates.ts";
import type { WriteDeps } from "../../store/store.ts";
import { peopleOfTargets } from "./delivery-targets.ts";
import {
  type LiveUpdatesDeps,
  notifyRecipients,
  recipientsNow,
  type SendLiveUpdate,
  storeLiveUpdate,
} from "./live-updates.ts";
import { audienceOf, parseInput, timingOf } from "./present-message.ts";

export interface ScheduledMessagesDeps extends LiveUpdatesDeps {
  readonly apps: Pick<AppDirectory, "all">;
  readonly log: Log;
  /** Updates open consoles. */
  readonly notifySoon: () => void;
}

type SchedulingDeps = WriteDeps & Pick<LiveUpdatesDeps, "segmentPeople">;

/**
 * Sends a live update, or stores it if its time is in the future.
 *
 * @throws ProblemError `segment_not_found`, `goal_not_found`, `live_updates_full`, or `body_invalid` for a time in the past or too far
 * ahead.
 */
export async function sendOrSchedule(
  deps: SchedulingDeps & { readonly sendLiveUpdate: SendLiveUpdate },
  app_id: AppId,
  input: LiveUpdateInput,
  member_id: MemberId | null,
): Promise<{ readonly sent: LiveUpdateRow } | { readonly scheduled: ScheduledLiveUpdateRow }> {
  const { timing, experiment } = input;
  if (experiment?.goal_id) await assertGoal(deps, app_id, experiment.goal_id);
  if (timing !== null) await assertRoomForTimed(deps, app_id);
  const send_at = timing === null ? undefined : firstDeliveryMs(timing);
  if (timing === null || send_at === undefined) return { sent: await deps.sendLiveUpdate(app_id, input, member_id) };
  return { scheduled: await schedule(deps, app_id, { ...input, timing }, send_at, member_id) };
}

async function assertGoal({ store }: Pick<WriteDeps, "store">, app_id: AppId, goal_id: string): Promise<void> {
  if ((await goalsOf(store.db, app_id)).some(({ id }) => id === goal_id)) return;
  throw new ProblemError("goal_not_found", "Goal not found in this app. It may have been deleted.", {
    fields: [{ pointer: "/experiment/goal_id", message: "Goal not found." }],
  });
}

/** Limits what every pull of a page looks through. */
export async function assertRoomForTimed(
  { store, clock }: Pick<WriteDeps, "store" | "clock">,
  app_id: AppId,
): Promise<void> {
  const waiting = await Promise.all([
    scheduledLiveUpdates(store.db, app_id),
    timedLiveUpdates(store.db, app_id, clock.now()),
  ]);
  if (waiting.flat().length < limits.live_updates_timed_max) return;
  throw new ProblemError(
    "live_updates_full",
    `This app has ${limits.live_updates_timed_max} live updates that are scheduled or wait for local times or quiet hours. Cancel one, or wait until one expires.`,
  );
}

/** The audience is evaluated when it's sent: at its time, or when the first time zone reaches its local time. */
async function schedule(
  deps: SchedulingDeps,
  app_id: AppId,
  input: LiveUpdateInput & { readonly timing: DeliveryTiming },
  send_at: number,
  member_id: MemberId | null,
): Promise<ScheduledLiveUpdateRow> {
  const { clock, rng, store } = deps;
  const now_ms = clock.now();
  assertTime(input.timing, send_at, now_ms);
  await recipientsNow(deps, app_id, input.audience);
  const row: ScheduledLiveUpdateRow = {
    ...{ id: newId("lup", clock, rng), app_id, input: toJson(input) },
    ...{ send_at: Math.max(send_at, now_ms), created_at: now_ms, created_by: member_id },
  };
  await store.write([
    { query: insertRow(store.db, "scheduled_live_updates", row), expect: 1 },
    scheduleAudit(deps, row, input, member_id),
  ]);
  return row;
}

/** @throws ProblemError `body_invalid` for a time in the past or too far ahead. */
function assertTime(timing: DeliveryTiming, send_at: number, now_ms: number): void {
  // With local times, it's in the future for at least the author's time zone.
  const at_ms = firstDeliveryMs({ ...timing, zone: "fixed" }) ?? send_at;
  if (at_ms > now_ms && at_ms <= now_ms + limits.live_update_schedule_days_max * DAY_MS) return;
  const message = `Choose a time in the future, at most ${limits.live_update_schedule_days_max} days ahead.`;
  throw new ProblemError("body_invalid", message, { fields: [{ pointer: "/timing/send_at", message }] });
}

const scheduleAudit = (
  deps: WriteDeps,
  { id, app_id, send_at }: Pick<ScheduledLiveUpdateRow, "id" | "app_id" | "send_at">,
  { audience, body }: LiveUpdateInput,
  member_id: MemberId | null,
) =>
  auditStatement(deps, {
    ...{ member_id, action: "live_update.schedule", resource: { type: "live_update", id }, app_id },
    detail: { send_at: toIso(send_at), audience: audience.kind, kind: body.kind },
  });

/**
 * Replaces a live update that isn't sent yet. Without a time, it's due now.
 *
 * @throws ProblemError `live_update_not_found` if it was sent or canceled meanwhile, `segment_not_found`,
 * `goal_not_found`, or `body_invalid` for a time in the past or too far ahead.
 */
export async function changeScheduledLiveUpdate(
  deps: SchedulingDeps,
  app_id: AppId,
  id: string,
  input: LiveUpdateInput,
  member_id: MemberId | null,
): Promise<ScheduledLiveUpdateRow> {
  const { clock, store } = deps;
  const row = isId("lup", id) ? await scheduledLiveUpdate(store.db, app_id, id) : undefined;
  if (row === undefined) throw notScheduled();
  const { timing, experiment, audience } = input;
  if (experiment?.goal_id) await assertGoal(deps, app_id, experiment.goal_id);
  const now_ms = clock.now();
  const send_at = timing === null ? undefined : firstDeliveryMs(timing);
  if (timing !== null && send_at !== undefined) assertTime(timing, send_at, now_ms);
  await recipientsNow(deps, app_id, audience);
  const changed = { ...row, input: toJson(input), send_at: Math.max(send_at ?? now_ms, now_ms) };
  const written = await store.write([
    { query: changeScheduledRow(store.db, changed), expect: 1 },
    scheduleAudit(deps, changed, input, member_id),
  ]);
  if (written.outcome !== "committed") throw notScheduled();
  return changed;
}

/** @throws ProblemError `live_update_not_found` if it was sent or canceled before. */
export async function cancelScheduledLiveUpdate(
  deps: WriteDeps,
  app_id: AppId,
  id: string,
  member_id: MemberId | null,
): Promise<void> {
  const row = isId("lup", id) ? await scheduledLiveUpdate(deps.store.db, app_id, id) : undefined;
  const written =
    row &&
    (await deps.store.write([
      { query: deleteScheduledLiveUpdate(deps.store.db, row.id), expect: 1 },
      cancelAudit(deps, row, member_id),
    ]));
  if (written?.outcome !== "committed") throw notScheduled();
}

const notScheduled = (): ProblemError =>
  new ProblemError(
    "live_update_not_found",
    "No scheduled live update of this app has this ID. It may have been sent or canceled.",
  );

const cancelAudit = (
  deps: WriteDeps,
  { id, app_id }: ScheduledLiveUpdateRow,
  member_id: MemberId | null,
  code?: string,
) =>
  auditStatement(deps, {
    ...{ member_id, action: "live_update.cancel", resource: { type: "live_update", id }, app_id },
    detail: code === undefined ? {} : { code },
  });

/**
 * Sends what is due, and signals what becomes due in a time zone. The database keeps what became due while no server
 * ran. One process of a cluster runs it.
 *
 * @example
 * repeatWork({ ...deps, ...scheduledMessages(deps) }).start();
 */
export function scheduledMessages(deps: ScheduledMessagesDeps): RepeatedWork {
  const { clock, store } = deps;
  // Signals that a previous process may have missed are repeated: pages show a message only once.
  let signaled_ms = clock.now() - SIGNALS_REPEATED_MS;
  return {
    interval_ms: limits.live_update_schedule_interval_ms,
    failure: "scheduled_live_updates_failed",
    async run() {
      const due = await dueLiveUpdates(store.db, clock.now(), limits.live_update_schedule_batch);
      for (const row of due) {
        await sendScheduled(deps, row).catch((error: unknown) =>
          // Tried again by the next run.
          deps.log.error("scheduled_live_update_failed", { id: row.id, app_id: row.app_id, error }),
        );
      }
      if (due.length > 0) deps.notifySoon();
      const now_ms = clock.now();
      // Local times have no seconds.
      if (Math.floor(now_ms / MINUTE_MS) === Math.floor(signaled_ms / MINUTE_MS)) return;
      for (const { id } of deps.apps.all()) await signalDue(deps, id, signaled_ms, now_ms);
      signaled_ms = now_ms;
    },
  };
}

const SIGNALS_REPEATED_MS = 10 * MINUTE_MS;

async function sendScheduled(deps: ScheduledMessagesDeps, row: ScheduledLiveUpdateRow): Promise<void> {
  const { log, store } = deps;
  const { id, app_id, created_by } = row;
  const take = { query: takeScheduledLiveUpdate(store.db, row), expect: 1 };
  try {
    const input = parseInput(row.input);
    const people = await recipientsNow(deps, app_id, input.audience);
    const sent = await storeLiveUpdate(deps, { id, app_id, input, people, member_id: created_by, first: [take] });
    if (sent !== undefined) await notifyRecipients(deps, sent, input.audience, people);
  } catch (error) {
    // Its segment was deleted.
    if (!(error instanceof ProblemError)) throw error;
    log.warn("scheduled_live_update_dropped", { id, app_id, code: error.code });
    await store.write([take, cancelAudit(deps, row, null, error.code)]);
  }
}

/** Signals live updates that are due in a time zone now, and weren't before. */
async function signalDue(deps: ScheduledMessagesDeps, app_id: AppId, before_ms: number, now_ms: number): Promise<void> {
  const rows = await timedLiveUpdates(deps.store.db, app_id, now_ms);
  if (rows.length === 0) return;
  const zones = representativeZones(now_ms);
  for (const row of rows) {
    if (!zones.some((zone) => isNewlyDue(row, zone, before_ms, now_ms))) continue;
    const people = peopleOfTargets(await targetsOf(deps.store.db, row.id));
    await notifyRecipients(deps, row, audienceOf(row), people);
  }
}

function isNewlyDue(row: LiveUpdateRow, zone: string, before_ms: number, now_ms: number): boolean {
  const timing = timingOf(row);
  if (timing === null) return false;
  const sent = { sent_ms: row.created_at, ttl_s: timing.ttl_s };
  // When it was sent, it was signaled.
  const known_ms = Math.max(before_ms, row.created_at);
  return !isDeliverable(timing, sent, zone, known_ms) && isDeliverable(timing, sent, zone, now_ms);
}

/** One time zone for each local time that some people have now. */
function representativeZones(now_ms: number): readonly string[] {
  const by_time = new Map<string, string>();
  for (const zone of Intl.supportedValuesOf("timeZone")) {
    const wall = wallTime(now_ms, zone);
    if (wall !== undefined) by_time.set(`${wall.date}T${wall.time}`, zone);
  }
  return [...by_time.values()];
}
