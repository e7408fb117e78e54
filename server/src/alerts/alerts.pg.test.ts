import { expect, test } from "bun:test";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { sampleRows } from "../../test/support/sample-rows.ts";
import { emptyPostgresStore } from "../../test/support/temporary-store.ts";
import { createAppDirectory } from "../accounts/apps/app-directory.ts";
import { changeNotificationSettings } from "../accounts/notifications/notification-settings.ts";
import { silentLog } from "../lib/log.ts";
import type { Email } from "../mail/email-templates.ts";
import { alertsOf } from "../store/statements/analytics/alerts.ts";
import { createAlerts } from "./alerts.ts";
import { sendAlertEmails } from "./emails/alert-emails.ts";
import { sendWeeklySummaries } from "./summary/weekly-summary.ts";

test("opens, emails, lists, resolves, and summarizes alerts on PostgreSQL", async () => {
  await using temporary = await emptyPostgresStore();
  const { store } = temporary;
  const { db } = store;
  const rows = sampleRows("alerts");
  const monday_ms = Date.UTC(2026, 10, 23);
  const { id: app_id } = rows.apps;
  const rollup = (days_ago: number, name: string, events: number) =>
    db.insertInto("event_rollups").values({ ...rows.event_rollups, name, events, day: monday_ms - days_ago * DAY_MS });
  const publication = { ...rows.publications, published_at: monday_ms - 40 * DAY_MS, paused_at: null };
  await store.write(
    [
      db.insertInto("workspace").values(rows.workspace),
      ...[db.insertInto("members").values(rows.members), db.insertInto("apps").values(rows.apps)],
      ...[
        db.insertInto("people").values(rows.people),
        db.insertInto("contents").values({ ...rows.contents, archived_at: null }),
      ],
      ...[db.insertInto("versions").values(rows.versions), db.insertInto("publications").values(publication)],
      ...[db.insertInto("goals").values(rows.goals), db.insertInto("milestones").values(rows.milestones)],
      ...[
        db.insertInto("funnel_runs").values(rows.funnel_runs),
        db.insertInto("funnel_steps").values(rows.funnel_steps),
      ],
      db.insertInto("survey_answers").values({ ...rows.survey_answers, text: "Nice", answered_at: monday_ms - DAY_MS }),
      ...[rollup(1, "tour_started", 60), rollup(2, "tour_completed", 10)],
      ...[rollup(9, "tour_started", 80), rollup(9, "tour_completed", 70)],
    ].map((query) => ({ query: query.compile() })),
  );
  const sent: Email[] = [];
  const deliver = async (email: Email) => {
    sent.push(email);
    return { state: "sent" } as const;
  };
  // Cast: only these fields are read.
  const apps = createAppDirectory([{ id: app_id, name: "Shop", system: false } as never]);
  const checkAt = async (now_ms: number): Promise<void> => {
    const clock = { now: () => now_ms, after: () => () => {} };
    const vault = { derive: () => new Uint8Array(32) };
    const deps = { clock, rng: systemRng, log: silentLog, store, apps, vault, mailer: { deliver } };
    const emails = { ...deps, public_url: "https://fanfare.example" };
    const sendEmails = async (): Promise<void> => {
      await sendAlertEmails(emails);
      await sendWeeklySummaries(emails);
    };
    await createAlerts({ ...deps, backupFacts: async () => undefined, notifySoon: () => {}, sendEmails }).check();
  };
  const write = { store, clock: { now: () => monday_ms }, rng: systemRng };
  await changeNotificationSettings(write, rows.members.id, {
    ...{ language: "en", time_zone: "UTC", alerts: ["completion_halved"], quiet_hours: null, weekly_summary: true },
  });
  for (let check = 0; check < 2; check++) await checkAt(monday_ms + DAY_MS / 2 + check);
  expect(sent.map(({ subject }) => subject)).toEqual([
    `Fewer people complete ${rows.contents.name}`,
    "Weekly summary of Acme",
  ]);
  expect(sent[1]?.text).toContain("Views: 60 (-25%)");
  expect(sent[1]?.text).toContain("Nice");
  const list = { app_id, kinds: ["completion_halved"], after: undefined, limit: 10 } as const;
  expect(await alertsOf(db, { ...list, state: "open" })).toHaveLength(1);
  await store.write([
    { query: db.updateTable("event_rollups").set({ events: 60 }).where("name", "=", "tour_completed").compile() },
  ]);
  const healthy_ms = monday_ms + DAY_MS / 2 + 10;
  await checkAt(healthy_ms);
  await checkAt(healthy_ms + limits.alert_healthy_ms);
  expect(await alertsOf(db, { ...list, state: "resolved" })).toMatchObject([{ resolution: "healed" }]);
  expect(sent.at(-1)?.subject).toBe(`Resolved: Fewer people complete ${rows.contents.name}`);
});
