import { afterAll, beforeAll, expect, test } from "bun:test";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, HOUR_MS, limits } from "@fanfare/contract/limits";
import { sharedServer } from "../../../test/support/shared-server.ts";
import { openSmtpInbox } from "../../../test/support/smtp-inbox.ts";
import { APP, OWNER } from "../../../test/support/temporary-server.ts";
import { nextEmailMs } from "../../analytics/dashboard-emails.ts";
import { openVault } from "../../lib/key-file.ts";
import { silentLog } from "../../lib/log.ts";
import { createMailer, type Mailer } from "../../mail/mailer.ts";
import { scheduledDashboards } from "./scheduled-dashboards.ts";

const query = `?app_id=${APP.id}`;
/** How the mail server answers each email. */
let answer: "accept" | "reject" = "accept";
const inbox = await openSmtpInbox({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo: (_address, _session, done) => done(answer === "accept" ? null : new Error("Try later")),
});
const { server, owner } = await sharedServer();
beforeAll(async () => {
  const sender = { security: "none", user: null, from: "tours@x.test", from_name: "Tours" };
  await owner.call("PUT", `/api/people/ada${query}`, { attributes: { name: "Ada Lovelace" } });
  const { store } = server.fanfare;
  const two_days_ago = store.db
    .updateTable("people")
    .set((eb) => ({ first_seen_at: eb("first_seen_at", "-", 2 * DAY_MS) }));
  await store.write([{ query: two_days_ago.compile(), expect: 1 }]);
  expect((await owner.call("PUT", "/api/mail", { host: "127.0.0.1", port: inbox.port, ...sender })).status).toBe(200);
});
afterAll(() => inbox[Symbol.asyncDispose]());

const DAILY = { schedule: { every: "day", time: "08:00" }, time_zone: "Europe/Zurich", days: 7 };

async function schedule(name: string, more: object) {
  const chart = { id: "a", kind: "cohorts", title: `=${name}` };
  const dashboard = (await owner.call("POST", `/api/dashboards${query}`, { name, charts: [chart] })).json;
  const path = `/api/dashboards/${dashboard.id}/emails`;
  const made = await owner.call("POST", path + query, { ...DAILY, recipients: [OWNER.email], ...more });
  expect([made.status, made.json.code]).toEqual([201, undefined]);
  return {
    email: made.json,
    at: Date.parse(made.json.next_at),
    now: async () => (await owner.call("GET", path + query)).json.items[0],
    change: (more: object, browser = owner, headers = {}) =>
      browser.call("PUT", `${path}/${made.json.id}${query}`, { ...DAILY, recipients: [OWNER.email], ...more }, headers),
    remove: () => owner.call("DELETE", `${path}/${made.json.id}${query}`),
  };
}

/** A process that looks once, at this time. Each is a restart. */
async function lookAt(now_ms: number, deliver?: Mailer["deliver"], public_url: string | undefined = "https://x.test") {
  const { store, apps } = server.fanfare;
  const vault = await openVault(server.config, systemRng);
  const mailer = deliver === undefined ? createMailer({ store, vault, log: silentLog }) : { deliver };
  const deps = { clock: { now: () => now_ms }, log: silentLog, store, apps, vault, mailer };
  await scheduledDashboards({ ...deps, notifySoon: () => {}, public_url }).run();
}
const inboxOf = (address: string) => inbox.emails.filter(({ to }) => to.includes(address));
/** Text of all parts, with unfolded headers. */
function decoded(raw = ""): string {
  const plain = raw.replaceAll(
    /(Content-Transfer-Encoding: base64\r\n(?:[^\r].*\r\n)*\r\n)([\w+/=\r\n]+)/g,
    (_, head, body) => head + Buffer.from(body, "base64").toString(),
  );
  return plain
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\r\n[ \t]/g, " ");
}

test("sends a dashboard once per time, as text, tables, and files, and then the next one", async () => {
  const { at, now, remove } = await schedule("Growth", { recipients: [OWNER.email, "reader@x.test"] });
  await lookAt(at - 1);
  expect(inboxOf("reader@x.test")).toHaveLength(0);
  for (let restart = 0; restart < 3; restart++) await lookAt(at + restart);
  expect([inboxOf(OWNER.email).length, inboxOf("reader@x.test").length]).toEqual([1, 1]);
  const raw = decoded(inboxOf("reader@x.test")[0]?.raw);
  expect(raw).toMatch(/^Subject: Growth: /m);
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
  expect(raw).toContain('<th scope="col"');
  expect(raw).toContain("filename=1-growth.csv");
  expect(raw).toContain("\uFEFFWeek from,People");
  expect(raw).not.toMatch(/Ada|Lovelace/);
  // Only members have a link to the console.
  expect(raw).not.toContain("/console/");
  expect(decoded(inboxOf(OWNER.email)[0]?.raw)).toContain("Open dashboard: https://x.test/console/");
  expect(await now()).toMatchObject({ failure: null, last_sent_at: new Date(at).toISOString() });
  await lookAt(at + DAY_MS + HOUR_MS);
  expect(inboxOf("reader@x.test")).toHaveLength(2);
  expect((await remove()).status).toBe(204);
});

test("an email that was claimed before the process was killed isn't sent again", async () => {
  const { at, now, remove } = await schedule("Killed", { recipients: ["once@x.test", "twice@x.test"] });
  const sent: string[] = [];
  const killed = lookAt(at, async ({ to }) => {
    sent.push(to);
    throw new Error("killed");
  });
  await expect(killed).rejects.toThrow("killed");
  await lookAt(at + limits.dashboard_email_interval_ms);
  expect([sent, inboxOf("once@x.test").length, inboxOf("twice@x.test").length]).toEqual([["once@x.test"], 0, 1]);
  expect((await now()).next_at > new Date(at).toISOString()).toBe(true);
  await remove();
});

test("shows why emails weren't sent, and repeats them until they are", async () => {
  const { at, now, remove } = await schedule("Refused", { recipients: ["late@x.test"] });
  answer = "reject";
  await lookAt(at);
  answer = "accept";
  expect(await now()).toMatchObject({
    failure: "mail_refused",
    last_sent_at: null,
    next_at: new Date(at).toISOString(),
  });
  await lookAt(at + limits.dashboard_email_retry_ms - 1);
  expect(inboxOf("late@x.test")).toHaveLength(0);
  await lookAt(at + limits.dashboard_email_retry_ms);
  expect(inboxOf("late@x.test")).toHaveLength(1);
  expect(await now()).toMatchObject({ failure: null });
  let next = Date.parse((await now()).next_at);
  for (let attempt = 0; attempt < limits.dashboard_email_attempts_max; attempt++) {
    await lookAt(next, async () => ({ state: "off" }));
    next += limits.dashboard_email_retry_ms;
  }
  expect(await now()).toMatchObject({ failure: "mail_off" });
  expect(Date.parse((await now()).next_at)).toBeGreaterThan(next);
  await remove();
});

test("changes when and to whom emails go, without a second email of the same time", async () => {
  const recipients = ["keep@x.test", "drop@x.test"];
  const { at, now, change, remove } = await schedule("Changed", { recipients });
  await lookAt(at);
  const next = (await now()).next_at;
  const changed = await change({ recipients: ["keep@x.test", "new@x.test"], days: 90, language: "ar" });
  expect([changed.status, changed.json.next_at, changed.json.days, changed.json.language]).toEqual([
    200,
    next,
    90,
    "ar",
  ]);
  await lookAt(at + 1);
  expect(["keep@x.test", "drop@x.test", "new@x.test"].map((each) => inboxOf(each).length)).toEqual([1, 1, 0]);
  await lookAt(Date.parse(next));
  expect(["keep@x.test", "drop@x.test", "new@x.test"].map((each) => inboxOf(each).length)).toEqual([2, 1, 1]);
  const weekly = { schedule: { every: "month", day: 5, time: "10:30" }, time_zone: "UTC", recipients: ["new@x.test"] };
  expect((await change(weekly)).json).toMatchObject({
    schedule: weekly.schedule,
    recipients: [{ email: "new@x.test" }],
  });
  expect((await now()).next_at).toMatch(/-05T10:30:00\.000Z$/);
  expect((await change({ recipients: [] })).json.code).toBe("body_invalid");
  await remove();
  expect((await change({})).json.code).toBe("dashboard_email_not_found");
});

test("members who may not share keep addresses that aren't members', and add none", async () => {
  const { now, change, remove } = await schedule("Kept", { recipients: [OWNER.email, "guest@x.test"] });
  const { json: made } = await owner.call("POST", "/api/tokens", { name: "Change", scopes: ["dashboard.write"] });
  const headers = { Authorization: `Bearer ${made.token}` };
  const save = (recipients: string[]) => change({ recipients, days: 30 }, server.browser(), headers);
  expect((await save(["guest@x.test", "other@x.test"])).json).toMatchObject({
    ...{ code: "body_invalid", fields: [{ pointer: "/recipients/1" }] },
  });
  expect((await save(["guest@x.test"])).json).toMatchObject({ days: 30, recipients: [{ email: "guest@x.test" }] });
  const rows = await server.fanfare.store.db.selectFrom("dashboard_emails").select("member_id").execute();
  expect(rows.map(({ member_id }) => member_id)).not.toContain(null);
  expect((await now()).recipients).toHaveLength(1);
  await remove();
});

test("one click unsubscribes a recipient from the dashboard's emails, and no one else", async () => {
  const { at, now, remove } = await schedule("Stopped", { recipients: ["stop@x.test", "stay@x.test"] });
  await lookAt(at);
  const [, link] = /^List-Unsubscribe:\s*<([^>]+)>/m.exec(decoded(inboxOf("stop@x.test")[0]?.raw)) ?? [];
  const { search } = new URL(link ?? "");
  expect((await server.browser().call("POST", `/api/unsubscribe${search}`)).status).toBe(204);
  expect((await now()).recipients).toEqual([{ email: "stay@x.test", member: false }]);
  await lookAt(at + DAY_MS + HOUR_MS);
  expect([inboxOf("stop@x.test").length, inboxOf("stay@x.test").length]).toEqual([1, 2]);
  await remove();
});

test("only people who may share add addresses that aren't members', and their emails end with that right", async () => {
  const { store } = server.fanfare;
  const { at, now, remove } = await schedule("Shared", { recipients: [OWNER.email, "guest@x.test"] });
  const role = (to: "owner" | "viewer") =>
    store.write([{ query: store.db.updateTable("members").set({ role: to }).compile() }]);
  await role("viewer");
  await lookAt(at);
  await role("owner");
  expect(inboxOf("guest@x.test")).toHaveLength(0);
  expect(await now()).toMatchObject({ failure: "not_allowed" });
  const { json: made } = await owner.call("POST", "/api/tokens", { name: "Boards", scopes: ["dashboard.write"] });
  const path = `/api/dashboards/${(await owner.call("GET", `/api/dashboards${query}`)).json.items[0].id}/emails${query}`;
  const headers = { Authorization: `Bearer ${made.token}` };
  const add = (recipients: string[]) => server.browser().call("POST", path, { ...DAILY, recipients }, headers);
  expect((await add(["guest@x.test"])).json).toMatchObject({
    ...{ code: "body_invalid", fields: [{ pointer: "/recipients/0" }] },
  });
  expect((await add([OWNER.email])).status).toBe(201);
  await remove();
});

test("follows the author's time zone through daylight saving time, weeks, and months", () => {
  const next = (schedule: Parameters<typeof nextEmailMs>[0], after: string) =>
    new Date(nextEmailMs(schedule, "Europe/Zurich", Date.parse(after))).toISOString();
  const time = "08:00";
  expect(next({ every: "day", time }, "2026-03-28T06:59:00Z")).toBe("2026-03-28T07:00:00.000Z");
  expect(next({ every: "day", time }, "2026-03-28T07:00:00Z")).toBe("2026-03-29T06:00:00.000Z");
  expect(next({ every: "week", day: 7, time }, "2026-11-28T12:00:00Z")).toBe("2026-11-29T07:00:00.000Z");
  expect(next({ every: "week", day: 6, time }, "2026-11-28T12:00:00Z")).toBe("2026-12-05T07:00:00.000Z");
  expect(next({ every: "month", day: 28, time }, "2026-01-28T12:00:00Z")).toBe("2026-02-28T07:00:00.000Z");
});
