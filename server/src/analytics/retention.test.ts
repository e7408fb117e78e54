import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { DecisionLogId, EventId, WebhookDeliveryId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { sampleRows } from "../../test/support/sample-rows.ts";
import { temporaryStore } from "../../test/support/temporary-store.ts";
import { appRecord } from "../../test/support/v1-server.ts";
import { silentLog } from "../lib/log.ts";
import { createRetention } from "./retention.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 12);

test("deletes expired events and decisions but keeps counts and newer rows", async () => {
  await using temporary = await temporaryStore();
  const { store } = temporary;
  const { db } = store;
  const rows = sampleRows("a");
  const event = (days: number, number: number) => ({
    ...rows.events,
    id: `evt-${days}-${number}` as EventId,
    received_at: NOW_MS - days * DAY_MS,
  });
  const decision = (days: number) => ({
    ...rows.decision_log,
    id: `dec-${days}` as DecisionLogId,
    at: NOW_MS - days * DAY_MS,
  });
  // More than one batch, so that a second step is needed.
  const old = Array.from({ length: limits.events_forgotten_at_once + 5 }, (_, number) => event(11, number));
  const inserts = [
    db.insertInto("members").values(rows.members),
    db.insertInto("apps").values(rows.apps),
    db.insertInto("people").values(rows.people),
    ...[old.slice(0, 1_000), old.slice(1_000, 2_000), [...old.slice(2_000), event(9, 0)]].map((part) =>
      db.insertInto("events").values(part),
    ),
    db.insertInto("event_rollups").values({ ...rows.event_rollups, day: NOW_MS - 11 * DAY_MS }),
    db.insertInto("decision_log").values([decision(31), decision(4), decision(2)]),
  ];
  await store.write(inserts.map((query) => ({ query: query.compile() })));
  const app = {
    ...appRecord(),
    id: rows.apps.id,
    settings: appSettings({ limits: { events_kept_days: 10, decision_log_days: 3 } }),
  };
  const clock = manualClock(NOW_MS);
  const retention = createRetention({ clock, log: silentLog, store, apps: { all: () => [app] } });

  expect(await retention.sweep()).toBe(old.length + 2);
  expect(await db.selectFrom("events").select("id").execute()).toEqual([{ id: "evt-9-0" as EventId }]);
  expect(await db.selectFrom("decision_log").select("id").execute()).toEqual([{ id: "dec-2" as DecisionLogId }]);
  expect(await db.selectFrom("event_rollups").select("events").execute()).toHaveLength(1);
  expect(await retention.sweep()).toBe(0);

  retention.start();
  clock.advance(2 * DAY_MS + limits.retention_first_ms);
  await store.write([]);
  await retention.stop();
});

test("deletes deliveries with their attempts after 30 days, whatever became of them", async () => {
  await using temporary = await temporaryStore();
  const { store } = temporary;
  const { db } = store;
  const rows = sampleRows("a");
  const delivery = (days: number, state: "pending" | "delivered" | "dead") => ({
    ...rows.webhook_deliveries,
    ...{ id: `whd_${days}-${state}` as WebhookDeliveryId, state, stamped_at: NOW_MS - days * DAY_MS },
  });
  const kept_days = limits.webhook_deliveries_kept_days;
  const all = (["pending", "delivered", "dead"] as const).flatMap((state) => [
    delivery(kept_days + 1, state),
    delivery(kept_days - 1, state),
  ]);
  const inserts = [
    db.insertInto("members").values(rows.members),
    db.insertInto("apps").values(rows.apps),
    db.insertInto("webhooks").values(rows.webhooks),
    db.insertInto("webhook_deliveries").values(all),
    db.insertInto("webhook_attempts").values(all.map(({ id }) => ({ ...rows.webhook_attempts, delivery_id: id }))),
  ];
  await store.write(inserts.map((query) => ({ query: query.compile() })));
  const app = { ...appRecord(), id: rows.apps.id };
  const clock = manualClock(NOW_MS);
  await createRetention({ clock, log: silentLog, store, apps: { all: () => [app] } }).sweep();
  const left = all.flatMap(({ id }) => (id.startsWith(`whd_${kept_days - 1}-`) ? [id] : [])).toSorted();
  const ids = await db.selectFrom("webhook_deliveries").select("id").orderBy("id").execute();
  expect(ids.map(({ id }) => id)).toEqual(left);
  const attempts = await db.selectFrom("webhook_attempts").select("delivery_id").orderBy("delivery_id").execute();
  expect(attempts.map(({ delivery_id }) => delivery_id)).toEqual(left);
});

test("deletes expired data of other apps if one app fails", async () => {
  await using temporary = await temporaryStore();
  const { store } = temporary;
  const { db } = store;
  const [broken, other] = [sampleRows("a"), sampleRows("b")];
  const inserts = [broken, other].flatMap(({ members, apps, people, events }) => [
    db.insertInto("members").values(members),
    db.insertInto("apps").values(apps),
    db.insertInto("people").values(people),
    db.insertInto("events").values({ ...events, received_at: NOW_MS - 11 * DAY_MS }),
  ]);
  await store.write(inserts.map((query) => ({ query: query.compile() })));
  const write: typeof store.write = (statements) =>
    statements.some(({ query }) => query.parameters.includes(broken.apps.id))
      ? Promise.reject(new Error("This app's rows can't be deleted."))
      : store.write(statements);
  const settings = appSettings({ limits: { events_kept_days: 10 } });
  const records = [broken, other].map(({ apps }) => ({ ...appRecord(), id: apps.id, settings }));
  const deps = { clock: manualClock(NOW_MS), log: silentLog, store: { ...store, write }, apps: { all: () => records } };
  expect(await createRetention(deps).sweep()).toBe(1);
  expect(await db.selectFrom("events").select("app_id").execute()).toEqual([{ app_id: broken.apps.id }]);
});

test("permanently deletes soft-deleted rows and their dependents after a month", async () => {
  await using temporary = await temporaryStore();
  const { store } = temporary;
  const { db } = store;
  const [old, young] = [sampleRows("old"), sampleRows("young")];
  const deletedAt = (days: number) => ({ archived_at: NOW_MS - days * DAY_MS, updated_by: null });
  const [then, now] = [deletedAt(limits.deleted_kept_days + 1), deletedAt(limits.deleted_kept_days - 1)];
  const { updated_by: _, ...old_at } = then;
  const { updated_by: __, ...young_at } = now;
  const inserts = [
    db.insertInto("members").values(old.members),
    db.insertInto("apps").values(old.apps),
    db.insertInto("goals").values([
      { ...old.goals, ...old_at },
      { ...young.goals, app_id: old.apps.id, ...young_at },
    ]),
    db.insertInto("webhooks").values([
      { ...old.webhooks, ...old_at },
      { ...young.webhooks, app_id: old.apps.id, ...young_at },
    ]),
    db.insertInto("webhook_deliveries").values(old.webhook_deliveries),
    db.insertInto("segments").values([
      { ...old.segments, ...then },
      { ...young.segments, ...now },
    ]),
    db.insertInto("themes").values([
      { ...old.themes, ...then },
      { ...young.themes, ...now },
    ]),
  ];
  await store.write(inserts.map((query) => ({ query: query.compile() })));
  const clock = manualClock(NOW_MS);
  await createRetention({ clock, log: silentLog, store, apps: { all: () => [] } }).sweep();
  for (const table of ["goals", "webhooks", "segments", "themes"] as const) {
    expect(await db.selectFrom(table).select("id").execute()).toEqual([{ id: young[table].id as never }]);
  }
  expect(await db.selectFrom("webhook_deliveries").select("id").execute()).toEqual([]);
});
