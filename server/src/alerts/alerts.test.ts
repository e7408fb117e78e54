import { afterAll, expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { type AppId, type ContentId, newId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, HOUR_MS, limits } from "@fanfare/contract/limits";
import { sharedServer } from "../../test/support/shared-server.ts";
import { APP, QUICK_PASSWORDS, sampleTour } from "../../test/support/temporary-server.ts";
import { until } from "../../test/support/webhook-fixture.ts";
import { createMember } from "../accounts/members/members.ts";
import { silentLog } from "../lib/log.ts";
import { insertRow } from "../store/statements/insert-row.ts";
import { backupFindings, completionFinding } from "./alert-rules.ts";
import { createAlerts } from "./alerts.ts";

const app_id = APP.id as AppId; // Cast: the test server's app.
const texts: string[] = [];
const slack = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  async fetch(request) {
    // Cast: the preset sends a text.
    const { text } = (await request.json()) as { text: string };
    texts.push(...text.split("\n"));
    return new Response("ok");
  },
});
const { server, owner } = await sharedServer();
afterAll(() => slack.stop(true));

/** A process that checks at these times. Each is a restart. */
const checkAt = async (now_ms: number): Promise<void> => {
  const { store, apps } = server.fanfare;
  const clock = { now: () => now_ms, after: () => () => {} };
  const deps = { clock, rng: systemRng, log: silentLog, store, apps, backupFacts: async () => undefined };
  await createAlerts({ ...deps, notifySoon: () => {}, sendEmails: async () => {} }).check();
};
const alerts = async (state: string) =>
  (await owner.call("GET", `/api/alerts?app_id=${app_id}&state=${state}`)).json.items;
const attention = async (browser = owner) => (await browser.call("GET", `/api/attention?app_id=${app_id}`)).json;
const send = (name: string, count: number, props: object) =>
  owner.call("POST", "/api/track", {
    ...{ app_id, external_id: "u_1" },
    events: Array.from({ length: count }, () => ({ name, props })),
  });

test("tells of a lost target once, and resolves it an hour after a new version finds it", async () => {
  await owner.call("POST", `/api/destinations?app_id=${app_id}`, {
    ...{ preset: "slack", name: "Team", events: ["alert.opened", "alert.resolved"], settings: {} },
    secrets: { webhook_url: `http://127.0.0.1:${slack.port}/hook` },
  });
  const draft = sampleTour("Hello");
  const made = await owner.call("POST", "/api/contents", { app_id, name: "Welcome", slug: "alerts-welcome", draft });
  const { id: content_id } = made.json;
  const publish = (revision: number) =>
    owner.call("POST", `/api/contents/${content_id}/publish`, { app_id }, { "if-match": `"${revision}"` });
  await publish(made.json.revision);
  await send("tour_step_seen", 19, { content_id, step_id: "hello" });
  const now_ms = Date.now();
  await checkAt(now_ms);
  expect(await alerts("all")).toEqual([]);
  await send("step_target_missing", 3, { content_id, step_id: "hello" });
  // Several nodes and restarts find the same.
  for (let check = 0; check < 3; check++) await checkAt(Date.now());
  expect(await alerts("open")).toMatchObject([
    {
      ...{ kind: "target_lost", state: "open", content_id, step_id: "hello", resolved_at: null },
      title: "Welcome: target not found",
      text: "Step 1 didn't find its target in 3 of 22 views (14%) in the last 7 days.",
    },
  ]);
  expect(await attention()).toMatchObject({ alerts: [{ kind: "target_lost", step_id: "hello" }], notices: [] });
  const changed = await owner.call(
    ...(["PATCH", `/api/contents/${content_id}?app_id=${app_id}`, { draft: sampleTour("Hello again") }] as const),
    { "if-match": `"${made.json.revision}"` },
  );
  expect((await publish(changed.json.revision)).status).toBe(200);
  await checkAt(Date.now());
  // A new version without views neither proves nor disproves it.
  expect(await alerts("open")).toHaveLength(1);
  await send("tour_step_seen", 20, { content_id, step_id: "hello" });
  const healthy_ms = Date.now();
  await checkAt(healthy_ms);
  await checkAt(healthy_ms + limits.alert_healthy_ms - 1);
  expect(await alerts("open")).toHaveLength(1);
  await checkAt(healthy_ms + limits.alert_healthy_ms);
  expect(await alerts("resolved")).toMatchObject([{ content_id, state: "healed" }]);
  await until(async () => {
    await Bun.sleep(50);
    return texts.length >= 2;
  });
  expect(texts).toEqual([
    "Welcome: target not found. Step 1 didn't find its target in 3 of 22 views (14%) in the last 7 days.",
    "Resolved: Welcome: target not found",
  ]);
});

test("shows alerts about deliveries only to owners and admins, and none about what is gone", async () => {
  const { store } = server.fanfare;
  const { json: hook } = await owner.call("POST", `/api/webhooks?app_id=${app_id}`, { url: `${slack.url}hook` });
  const failing_since = Date.now() - limits.webhook_alert_ms - 1;
  await store.write([
    { query: store.db.updateTable("webhooks").set({ failing_since }).where("id", "=", hook.id).compile() },
  ]);
  await checkAt(Date.now());
  const [alert] = await alerts("open");
  expect(alert).toMatchObject({ kind: "deliveries_failing", receiver_id: hook.id });
  expect(alert.title).toBe(`${slack.url.host}: deliveries are failing`);
  const viewer = { email: "vera@example.com", password: "a long pass phrase", name: "Vera", role: "viewer" } as const;
  await createMember({ clock: systemClock, rng: systemRng, store, passwords: QUICK_PASSWORDS }, viewer);
  const page = server.browser();
  await page.call("POST", "/api/sign-in", { email: viewer.email, password: viewer.password });
  const seen = (await page.call("GET", `/api/alerts?app_id=${app_id}`)).json.items;
  expect(seen.map(({ kind }: { kind: string }) => kind)).toEqual(["target_lost"]);
  await owner.call("DELETE", `/api/webhooks/${hook.id}?app_id=${app_id}`);
  await checkAt(Date.now());
  const first = await owner.call("GET", `/api/alerts?app_id=${app_id}&limit=1`);
  expect(first.json.items).toMatchObject([{ id: alert.id, state: "gone" }]);
  const rest = await owner.call("GET", `/api/alerts?app_id=${app_id}&limit=1&after=${first.json.next}`);
  expect(rest.json).toMatchObject({ items: [{ kind: "target_lost" }], next: null });
});

test("names each webhook that fails once, and only to those who may read webhooks", async () => {
  const { store } = server.fanfare;
  const { json: hook } = await owner.call("POST", `/api/webhooks?app_id=${app_id}`, { url: `${slack.url}failing` });
  const set = (values: { readonly failing_since?: number; readonly stopped_at?: number }) =>
    store.write([{ query: store.db.updateTable("webhooks").set(values).where("id", "=", hook.id).compile() }]);
  const notice = { receivers: "webhooks", receiver_id: hook.id, name: slack.url.host };
  const about = async () => {
    const { alerts: open, notices } = await attention();
    const isAbout = ({ receiver_id }: { receiver_id?: string }) => receiver_id === hook.id;
    return { alerts: open.filter(isAbout).length, notices: notices.filter(isAbout) };
  };
  await set({ failing_since: Date.now() - limits.webhook_alert_ms - 1 });
  const failing = { kind: "webhooks_failing", ...notice, dead: 0, failing: 1 };
  expect(await about()).toEqual({ alerts: 0, notices: [failing] });
  const member = { email: "vito@example.com", password: "a long pass phrase", name: "Vito", role: "viewer" } as const;
  await createMember({ clock: systemClock, rng: systemRng, store, passwords: QUICK_PASSWORDS }, member);
  const viewer = server.browser();
  await viewer.call("POST", "/api/sign-in", { email: member.email, password: member.password });
  expect(JSON.stringify(await attention(viewer))).not.toContain(slack.url.host);
  expect(JSON.stringify(await attention())).toContain(slack.url.host);
  await checkAt(Date.now());
  expect(await about()).toEqual({ alerts: 1, notices: [] });
  await owner.call("DELETE", `/api/webhooks/${hook.id}?app_id=${app_id}`);
  await checkAt(Date.now());
  expect(await about()).toEqual({ alerts: 0, notices: [] });
});

test("never opens the same problem twice, even if two nodes find it at once", async () => {
  const { store } = server.fanfare;
  const row = {
    ...({ key: "backup_failed", kind: "backup_failed", app_id: null, content_id: null, step_id: null } as const),
    ...{ receiver_id: null, data: "{}", opened_at: 1, healthy_since: null, resolved_at: null, resolution: null },
  };
  const open = () =>
    store.write([
      { query: insertRow(store.db, "alerts", { ...row, id: newId("alr", systemClock, systemRng) }), expect: 1 },
    ]);
  await open();
  expect(await open().then(String, () => "refused")).toBe("refused");
});

test("compares a tour's completion with its own history only from enough views on", () => {
  const state = (recent: readonly [number, number], earlier: readonly [number, number]) => {
    const counts = ([views, completed]: readonly [number, number]) => ({ views, completed });
    const content = { app_id, content_id: "cnt_1" as ContentId, name: "Welcome" }; // Cast: a made-up ID.
    return completionFinding({ ...content, recent: counts(recent), earlier: counts(earlier) }).state;
  };
  expect(state([100, 30], [400, 240])).toBe("firing");
  expect(state([100, 31], [400, 240])).toBe("healthy");
  expect(state([49, 0], [400, 240])).toBe("unknown");
  expect(state([100, 0], [49, 49])).toBe("unknown");
  expect(state([100, 0], [400, 0])).toBe("unknown");
});

test("keeps a failed backup's alert until a newer backup, also after a restart", () => {
  const now_ms = 1_000 * DAY_MS;
  const facts = {
    interval_hours: 24,
    last_at: now_ms - 3 * DAY_MS,
    failed: false,
    started_at: now_ms - 3 * DAY_MS - 1,
  };
  const states = (change: Partial<typeof facts>) =>
    backupFindings({ ...facts, ...change }, now_ms).map(({ kind, state }) => `${kind} ${state}`);
  expect(states({ failed: true })).toEqual(["backup_failed firing", "backup_overdue firing"]);
  expect(states({ started_at: now_ms - HOUR_MS })).toEqual(["backup_failed unknown", "backup_overdue unknown"]);
  expect(states({ last_at: now_ms - HOUR_MS })).toEqual(["backup_failed healthy", "backup_overdue healthy"]);
  expect(backupFindings(undefined, now_ms)).toEqual([]);
});
