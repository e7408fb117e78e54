import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AppId } from "@fanfare/contract/lib/ids";
import { isQuiet } from "@fanfare/contract/lib/quiet-hours";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { ALERT_TEXTS } from "@fanfare/contract/wording/alerts";
import { messageKey, readPo } from "../../../../console/locales/po.ts";
import { sharedServer } from "../../../test/support/shared-server.ts";
import { openSmtpInbox } from "../../../test/support/smtp-inbox.ts";
import { APP, OWNER, sampleTour } from "../../../test/support/temporary-server.ts";
import { openVault } from "../../lib/key-file.ts";
import { silentLog } from "../../lib/log.ts";
import { createMailer, type Mailer } from "../../mail/mailer.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import type { BackupFacts } from "../alert-rules.ts";
import { createAlerts } from "../alerts.ts";
import { dueWeek, sendWeeklySummaries } from "../summary/weekly-summary.ts";
import { sendAlertEmails } from "./alert-emails.ts";
import { ARABIC_ALERT_TEXTS } from "./arabic.ts";
import { alertEmail } from "./email-text.ts";

const PUBLIC_URL = "https://fanfare.example";
/** How the mail server answers each email. */
let answer: "accept" | "reject" = "accept";
const inbox = await openSmtpInbox({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo: (_address, _session, done) => done(answer === "accept" ? null : new Error("Try later")),
});
const { server, owner } = await sharedServer();
beforeAll(async () => {
  const mail = {
    host: "127.0.0.1",
    port: inbox.port,
    security: "none",
    user: null,
    from: "tours@x.test",
    from_name: "Tours",
  };
  expect((await owner.call("PUT", "/api/mail", mail)).status).toBeLessThan(300);
});
afterAll(() => inbox[Symbol.asyncDispose]());

const SETTINGS = { language: "en", time_zone: "Europe/Zurich", alerts: ["backup_failed"], quiet_hours: null };
const choose = (settings: object) => owner.call("PUT", "/api/me/notifications", { ...SETTINGS, ...settings });

/** A process that checks once, at this time. Each is a restart. */
async function checkAt(now_ms: number, failed: boolean, deliver?: Mailer["deliver"]): Promise<void> {
  const { store, apps } = server.fanfare;
  const clock = { now: () => now_ms, after: () => () => {} };
  const vault = await openVault(server.config, systemRng);
  const mailer = deliver === undefined ? createMailer({ store, vault, log: silentLog }) : { deliver };
  const deps = { clock, rng: systemRng, log: silentLog, store, apps, vault, mailer, notifySoon: () => {} };
  const backupFacts = async (): Promise<BackupFacts> => ({
    interval_hours: 24,
    last_at: now_ms,
    started_at: 0,
    failed,
  });
  const sendEmails = () => sendAlertEmails({ ...deps, public_url: PUBLIC_URL });
  await createAlerts({ ...deps, backupFacts, sendEmails }).check();
}
/** Decodes quoted-printable text of ASCII. */
const decoded = (raw = ""): string =>
  raw.replaceAll("=\r\n", "").replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
/** 03:00 in Zürich. */
const NIGHT_MS = Date.UTC(2026, 10, 23, 2);
const MORNING_MS = Date.UTC(2026, 10, 23, 8);

test("emails an alert once, after the quiet hours and retries, and its end", async () => {
  await choose({ quiet_hours: { from: "22:00", to: "07:00" } });
  await checkAt(NIGHT_MS, true);
  expect(inbox.emails).toHaveLength(0);
  answer = "reject";
  await checkAt(MORNING_MS, true);
  answer = "accept";
  for (let check = 0; check < 3; check++) await checkAt(MORNING_MS + check, true);
  expect(inbox.emails).toHaveLength(1);
  const raw = decoded(inbox.emails[0]?.raw);
  expect(raw).toContain("Subject: Last backup failed");
  expect(raw).toContain("multipart/alternative");
  expect(raw).toContain(`Open alerts: ${PUBLIC_URL}/console/${APP.id}/alerts`);
  await checkAt(MORNING_MS + 3, false);
  for (let check = 0; check < 2; check++) await checkAt(MORNING_MS + 3 + limits.alert_healthy_ms + check, false);
  expect(inbox.emails.map(({ raw: each }) => /^Subject: (.*)$/m.exec(each)?.[1]?.trim())).toEqual([
    "Last backup failed",
    "Resolved: Last backup failed",
  ]);
});

test("unsubscribes with one click and without a session, and refuses other tokens", async () => {
  const raw = decoded(inbox.emails[0]?.raw).replaceAll(/\r\n[ \t]+/g, " ");
  expect(raw).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
  const token =
    /List-Unsubscribe: <https:\/\/fanfare\.example\/api\/unsubscribe\?token=([^>]+)>/
      .exec(raw)?.[1]
      ?.replaceAll(" ", "") ?? "";
  const post = (text: string) =>
    fetch(`${server.origin}/api/unsubscribe?token=${text}`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
  expect((await post(`${token.slice(0, -4)}AAAA`)).status).toBe(401);
  expect((await owner.call("GET", "/api/me/notifications")).json.settings.alerts).toEqual(["backup_failed"]);
  // Programs that open links must not unsubscribe anyone.
  const page = await fetch(`${server.origin}/api/unsubscribe?token=${token}`, { redirect: "manual" });
  expect([page.status, page.headers.get("Location")]).toEqual([
    303,
    `${server.origin}/console/unsubscribe?token=${token}`,
  ]);
  for (let click = 0; click < 2; click++) expect((await post(token)).status).toBe(204);
  expect((await owner.call("GET", "/api/me/notifications")).json.settings.alerts).toEqual([]);
  await checkAt(MORNING_MS + 2 * limits.alert_healthy_ms, true);
  expect(inbox.emails).toHaveLength(2);
});

test("never sends an email again after a crash while it was sent", async () => {
  await choose({});
  const start_ms = MORNING_MS + 10 * limits.alert_healthy_ms;
  for (const hour of [0, 1]) await checkAt(start_ms + hour * limits.alert_healthy_ms, false);
  const before = inbox.emails.length;
  const crash = async (): Promise<never> => {
    throw new Error("The process was killed.");
  };
  const again_ms = start_ms + 2 * limits.alert_healthy_ms;
  expect(await checkAt(again_ms, true, crash).then(String, () => "killed")).toBe("killed");
  for (let check = 1; check < 3; check++) await checkAt(again_ms + check, true);
  expect(inbox.emails).toHaveLength(before);
});

test("writes in the member's language, from right to left, and escapes names", async () => {
  const content = '<b>"A" & B';
  const email = alertEmail({
    ...{
      to: OWNER.email,
      language: "ar",
      workspace: "Acme",
      alerts_url: "https://x.test/a?b&c",
      unsubscribe_url: "https://x.test/u",
    },
    alerts: [{ kind: "completion_halved", event: "opened", values: { content, percent: 20 } }],
  });
  expect(email.html).toContain('<html lang="ar" dir="rtl">');
  expect(email.html).toContain("&lt;b&gt;&quot;A&quot; &amp; B");
  expect(email.html).not.toContain("<b>");
  expect(email.subject).toBe(`عدد أقل من الأشخاص يُكملون \u2068${content}\u2069`);
  const po = readPo(readFileSync(join(import.meta.dirname, "../../../../console/locales/ar.po"), "utf8"));
  const shown = new Map(po.map((each) => [messageKey(each), each.translation]));
  for (const [code, text] of Object.entries(ALERT_TEXTS)) {
    expect(ARABIC_ALERT_TEXTS[code as keyof typeof ALERT_TEXTS]).toBe(shown.get(text) ?? `No translation of ${text}`);
  }
});

test("knows quiet hours within a day and over midnight", () => {
  const quiet = (from: string, to: string, now_ms: number) =>
    isQuiet({ quiet_hours: { from, to }, time_zone: "Europe/Zurich" }, now_ms);
  expect([quiet("22:00", "07:00", NIGHT_MS), quiet("22:00", "07:00", MORNING_MS)]).toEqual([true, false]);
  expect([quiet("02:00", "03:00", NIGHT_MS), quiet("03:00", "03:01", NIGHT_MS)]).toEqual([false, true]);
});

test("sends the weekly summary once a week, on Monday or after downtime on Tuesday", async () => {
  const settings = JSON.stringify({ ...SETTINGS, weekly_summary: true });
  const due = (now_ms: number, summary_week: string | null = null) => dueWeek({ settings, summary_week }, now_ms);
  const [monday, tuesday] = [Date.UTC(2026, 10, 23, 7), Date.UTC(2026, 10, 24, 12)];
  expect([due(monday - 1), due(monday), due(tuesday), due(tuesday + DAY_MS)]).toEqual([
    ...[undefined, "2026-11-23", "2026-11-23", undefined],
  ]);
  expect([due(tuesday, "2026-11-23"), due(monday, "2026-11-16")]).toEqual([undefined, "2026-11-23"]);

  const { store, apps } = server.fanfare;
  const now_ms = Date.UTC(2026, 10, 23, 9);
  const counted = (days_ago: number, name: string, events: number) => ({
    query: insertRow(store.db, "event_rollups", {
      ...{
        app_id: APP.id as AppId,
        day: Date.UTC(2026, 10, 23) - days_ago * DAY_MS,
        name,
        content_id,
        facets: "",
        events,
      },
    }),
  });
  const made = await owner.call("POST", "/api/contents", {
    ...{ app_id: APP.id, name: "Welcome", slug: "summary-welcome", draft: sampleTour("Hello") },
  });
  const content_id = made.json.id;
  await store.write([
    ...[counted(1, "tour_started", 60), counted(1, "tour_completed", 30), counted(8, "tour_started", 40)],
    ...[counted(15, "tour_started", 900), counted(0, "tour_started", 900)],
  ]);
  await choose({ alerts: [], weekly_summary: true });
  const vault = await openVault(server.config, systemRng);
  const mailer = createMailer({ store, vault, log: silentLog });
  const clock = { now: () => now_ms };
  const before = inbox.emails.length;
  const deps = { clock, log: silentLog, store, apps, vault, mailer, public_url: PUBLIC_URL };
  answer = "reject";
  await sendWeeklySummaries(deps);
  answer = "accept";
  for (let check = 0; check < 2; check++) await sendWeeklySummaries(deps);
  expect(inbox.emails).toHaveLength(before + 1);
  const raw = decoded(inbox.emails.at(-1)?.raw);
  expect(raw).toContain("Subject: Weekly summary of Fanfare");
  // Days outside of the two weeks don't count.
  expect(raw).toContain("Views: 60 (+50%)");
  expect(raw).toContain("Completed: 30 (none the week before)");
});
