import { Database } from "bun:sqlite";
import { beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { DAY_MS } from "@fanfare/contract/limits";
import type { CompiledQuery } from "kysely";
import { sharedServer } from "../../../test/support/shared-server.ts";
import { APP, sampleTour, type TestBrowser } from "../../../test/support/temporary-server.ts";

const { server, owner } = await sharedServer();
let dashboard_id: string;
beforeAll(async () => {
  dashboard_id = await makeDashboard();
});

const PERSON = "person-with-a-name";

/** Every kind of chart, with one person in all of them, and a chart of a goal that was deleted. */
async function makeDashboard(): Promise<string> {
  const create = async (path: string, body: object) => {
    const { status, json } = await owner.call("POST", path, { app_id: APP.id, ...body });
    expect([path, status]).toEqual([path, 201]);
    return json;
  };
  const content = await create("/api/contents", { slug: "tour", name: "Welcome tour", draft: sampleTour("Hello") });
  const goal = await create("/api/goals", { name: "Ordered", event_name: "order" });
  const gone = await create("/api/goals", { name: "Gone", event_name: "gone" });
  const props = { content_id: content.id, version: 1 };
  const events = [
    { name: "visit" },
    { name: "tour_started", props },
    { name: "tour_completed", props },
    { name: "order" },
  ];
  await owner.call("PUT", `/api/people/${PERSON}?app_id=${APP.id}`, { attributes: { name: "Ada Lovelace" } });
  await owner.call("POST", "/api/track", { app_id: APP.id, external_id: PERSON, events });
  const step = (name: string) => ({ kind: "event", name });
  const charts = [
    { id: "a", kind: "content", title: "Views <b>", content_id: content.id },
    { id: "b", kind: "goal", title: "Orders", goal_id: goal.id },
    { id: "c", kind: "funnel", title: "To order", within_days: 7, steps: [step("visit"), step("order")] },
    { id: "d", kind: "retention", title: "Retention", content_id: content.id },
    { id: "e", kind: "cohorts", title: "Cohorts" },
    { id: "f", kind: "goal", title: "Old goal", goal_id: gone.id },
  ];
  await owner.call("DELETE", `/api/goals/${gone.id}?app_id=${APP.id}`);
  const { status, json } = await owner.call("POST", `/api/dashboards?app_id=${APP.id}`, { name: "Growth", charts });
  expect(status).toBe(201);
  return json.id;
}

const links = `?app_id=${APP.id}`;
const share = async (by: TestBrowser = owner, days = 7) =>
  by.call("POST", `/api/dashboards/${dashboard_id}/links${links}`, { expires_in_days: days });
const open = (url: string, language = "en") =>
  fetch(`${server.url}${new URL(url).pathname}${new URL(url).search}`, { headers: { "Accept-Language": language } });

test("a link shows the charts and their tables, read-only, and no one's name", async () => {
  const { status, json } = await share();
  expect([status, json.url]).toEqual([201, expect.stringMatching(/\/d\/ffd_[\w-]{43}$/)]);
  const page = await open(json.url);
  const html = await page.text();
  expect([page.status, page.headers.get("X-Robots-Tag"), page.headers.get("Referrer-Policy")]).toEqual([
    ...[200, "noindex, nofollow", "no-referrer"],
  ]);
  expect(page.headers.get("Cache-Control")).toBe("no-store");
  expect(page.headers.get("Content-Security-Policy")).not.toMatch(/unsafe|script-src/);
  expect(html).not.toMatch(/<script|style="/);
  expect(html).toContain("<bdi>Views &lt;b&gt;</bdi>");
  for (const caption of ["People by day", "Completions by content", "People by step", "Active people by week"]) {
    expect(html).toContain(`<caption>${caption}</caption>`);
  }
  expect(html).toContain('<th scope="row"><bdi>No content</bdi></th><td>1</td>');
  expect(html).toContain('<th scope="row"><bdi>order</bdi></th><td>1</td><td>100%</td>');
  expect(html).toContain("This report isn’t available.");
  expect(html).not.toMatch(/Ada|Lovelace|person-with-a-name|per_/);

  const arabic = await (await open(`${json.url}?days=90`, "ar-EG")).text();
  expect(arabic).toContain('<html lang="ar" dir="rtl">');
  expect(arabic).toContain('<a href="?days=90" aria-current="page">');

  const { json: list } = await owner.call("GET", `/api/dashboards/${dashboard_id}/links${links}`);
  expect(list.items[0]).toMatchObject({ id: json.id, member: expect.any(String), last_viewed_at: expect.any(String) });
});

test("the database has only a hash of a link's token, and the audit log has who shared and revoked", async () => {
  const { json } = await share();
  const token = json.url.split("/ffd_").at(-1);
  const db = new Database(join(server.config.data_dir, "fanfare.db"), { readonly: true });
  const rows = db.query("select * from dashboard_links").all();
  db.close();
  expect(JSON.stringify(rows)).not.toContain(token);
  const path = `/api/dashboards/${dashboard_id}/links/${json.id}${links}`;
  expect((await owner.call("DELETE", path)).status).toBe(204);
  expect((await owner.call("DELETE", path)).json.code).toBe("dashboard_link_not_found");
  expect((await open(json.url)).status).toBe(404);
  const { json: audit } = await owner.call("GET", "/api/audit?limit=2");
  expect(audit.items.map(({ action }: { action: string }) => action)).toEqual([
    ...["dashboard.revoke_link", "dashboard.share"],
  ]);
  expect(JSON.stringify(audit)).not.toContain(token);
});

test("a link ends when it expires, and with its member's right to share", async () => {
  const { json: short } = await share(owner, 1);
  const { json: long } = await share(owner, 90);
  const { store } = server.fanfare;
  const { db } = store;
  const change = (query: CompiledQuery) => store.write([{ query }]);
  await change(
    db
      .updateTable("dashboard_links")
      .set((eb) => ({ expires_at: eb("expires_at", "-", DAY_MS) }))
      .compile(),
  );
  expect([(await open(short.url)).status, (await open(long.url)).status]).toEqual([404, 200]);
  await change(db.updateTable("members").set({ role: "viewer" }).compile());
  expect((await open(long.url)).status).toBe(404);
  await change(db.updateTable("members").set({ role: "owner" }).compile());
  expect((await open(long.url)).status).toBe(200);
  expect((await share(owner, 2)).json.code).toBe("body_invalid");
});

test("the token of a link opens no other route, and no other app's dashboard", async () => {
  const { json: made } = await share();
  const token = made.url.split("/").at(-1);
  const stranger = server.browser();
  const headers = { Authorization: `Bearer ${token}` };
  const opened: string[] = [];
  for (const { method, path } of server.fanfare.routes.filter((each) =>
    /^\/(api|v1|segment|mcp|apps)\b/.test(each.path),
  )) {
    if (!["GET", "POST", "PUT", "PATCH", "DELETE"].includes(method) || path.includes("*")) continue;
    const url = path.replaceAll(/:[a-z_]+(\{[^}]*\})?/g, (name) =>
      name.startsWith(":id") ? dashboard_id : (token ?? ""),
    );
    const alone = await stranger.call(method, `${url}?app_id=${APP.id}`, method === "GET" ? undefined : {});
    const { status } = await stranger.call(
      method,
      `${url}?app_id=${APP.id}`,
      method === "GET" ? undefined : {},
      headers,
    );
    // What it opens must be open without it, too.
    if (status === 429 || (status < 400 && alone.status >= 400)) opened.push(`${method} ${path}`);
  }
  expect(opened).toEqual([]);
  const { status: created, json: other } = await owner.call("POST", "/api/apps", { name: "Other" });
  expect([created, other]).toEqual([201, expect.objectContaining({ id: expect.any(String) })]);
  const path = `/api/dashboards/${dashboard_id}/links?app_id=${other.id}`;
  expect((await owner.call("POST", path, { expires_in_days: 7 })).json.code).toBe("dashboard_not_found");
  expect((await owner.call("GET", path)).json.code).toBe("dashboard_not_found");
  const there = `/api/dashboards/${dashboard_id}/links/${made.id}?app_id=${other.id}`;
  expect((await owner.call("DELETE", there)).json.code).toBe("dashboard_not_found");
});
