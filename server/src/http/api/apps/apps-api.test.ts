import { beforeAll, expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { type AppId, newId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS } from "@fanfare/contract/limits";
import { sampleRows } from "../../../../test/support/sample-rows.ts";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { sampleTour } from "../../../../test/support/temporary-server.ts";
import { silentLog } from "../../../lib/log.ts";
import { createControlClient } from "../../../operations/control-client.ts";
import { toJson } from "../../../store/columns.ts";
import { namesApp } from "../../routing/mount-routes.ts";
import { ROUTE_ACCESS } from "../guards/access.ts";

/** Resources of the app `own`, by the first path segment that names them. */
let owned: Readonly<Record<string, string>> = {};
let own = "";
let other = "";

const SHARED = new Set([
  "apps",
  "backups",
  "cap-groups",
  "contents",
  "images",
  "invites",
  "me",
  "members",
  "nodes",
  "roles",
  "schemas",
  "segments",
  "themes",
  "tokens",
  "templates",
]);
/** Not stored resources: an unoccupied channel is reported as empty in every app. */
const FLEETING = new Set(["channels"]);
/** Routes that create the resource if it doesn't exist. */
const MAKERS = new Set(["PUT /api/groups/:external_id", "PUT /api/people/:external_id"]);
const SCHEDULED_EMAILS = {
  ...{ schedule: { every: "day", time: "08:00" }, time_zone: "UTC", recipients: ["ada@shop.example"] },
};
/** Bodies of routes that need a specific one. */
const BODIES: Readonly<Record<string, unknown>> = {
  "POST /api/dashboards/:id/links": { expires_in_days: 7 },
  "POST /api/dashboards/:id/emails": SCHEDULED_EMAILS,
  "PUT /api/dashboards/:id/emails/:email_id": SCHEDULED_EMAILS,
  "POST /api/people/:external_id/suppressions": { scope: "all", expires_at: "2999-01-01T00:00:00Z" },
  "PUT /api/people-imports/:id/parts/:number": { text: "", last: true },
  "POST /api/webhooks/:id/replay": { since: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z" },
  "POST /api/destinations/:id/replay": { since: "2026-01-01T00:00:00Z", until: "2026-01-02T00:00:00Z" },
  "POST /api/builder-sessions/:id/commands": { kind: "cancel" },
  "PUT /api/live-updates/:id": { audience: { kind: "everyone" }, body: { kind: "toast", text: "Hi" } },
  "POST /api/people-imports/:id/check": {},
  "POST /api/people-imports/:id/start": {},
};

const { server, owner } = await sharedServer();
beforeAll(async () => {
  const client = createControlClient(server.config, silentLog);
  own = (await client("app.create", { name: "Own" })).id;
  other = (await client("app.create", { name: "Other" })).id;
  const { store } = server.fanfare;
  const { db } = store;
  const rows = sampleRows("own");
  const app_id = own as AppId;
  const person = { ...rows.people, id: newId("per", systemClock, systemRng), app_id };
  const webhook = { ...rows.webhooks, id: newId("whk", systemClock, systemRng), app_id };
  const webhook_id = webhook.id;
  const delivery = { ...rows.webhook_deliveries, id: newId("whd", systemClock, systemRng), app_id, webhook_id };
  const message = toJson({ kind: "data", name: "stock" });
  const live_update = {
    ...rows.live_updates,
    body: message,
    id: newId("lup", systemClock, systemRng),
    app_id,
    created_by: null,
  };
  const group = { ...rows.groups, app_id };
  const goal = { ...rows.goals, id: newId("gol", systemClock, systemRng), app_id };
  const dashboard = { ...rows.dashboards, id: newId("dsh", systemClock, systemRng), app_id, updated_by: null };
  const tracker = { ...rows.trackers, id: newId("trk", systemClock, systemRng), app_id, updated_by: null };
  const file = { ...rows.people_imports, id: newId("imp", systemClock, systemRng), app_id, member_id: null };
  await store.write(
    [
      db.insertInto("people").values(person),
      db.insertInto("webhooks").values(webhook),
      db.insertInto("webhook_deliveries").values({ ...delivery, state: "dead" }),
      db.insertInto("live_updates").values(live_update),
      db.insertInto("groups").values(group),
      db.insertInto("goals").values(goal),
      db.insertInto("dashboards").values(dashboard),
      db.insertInto("trackers").values(tracker),
      db.insertInto("people_imports").values(file),
    ].map((query) => ({ query: query.compile(), expect: 1 })),
  );
  const { json: content } = await owner.call("POST", "/api/contents", {
    ...{ app_id, slug: "owned", name: "Owned", draft: sampleTour("Owned") },
  });
  const place = { url: "https://shop.example/", content_id: content.id };
  const { json: builder } = await owner.call("POST", `/api/builder-links?app_id=${app_id}`, place);
  const { json: pointing } = await owner.call("POST", `/api/builder-links/trackers?app_id=${app_id}`, {
    ...{ url: "https://shop.example/", kind: "click" },
  });
  const row = { ...rows.preview_links, id: newId("prv", systemClock, systemRng), app_id, content_id: content.id };
  const expires_at = systemClock.now() + DAY_MS;
  const { id: member_id } = await db.selectFrom("members").select("id").executeTakeFirstOrThrow();
  const link = { ...row, member_id, expires_at };
  await store.write([{ query: db.insertInto("preview_links").values(link).compile(), expect: 1 }]);
  const { json: destination } = await owner.call("POST", "/api/destinations", {
    ...{ app_id, preset: "http", name: "Own", settings: { url: "http://127.0.0.1:9/" }, events: ["goal.reached"] },
  });
  const body = '{"type":"goal.reached","timestamp":"2026-01-01T00:00:00Z","data":{"id":"m","app":{}}}';
  const id = newId("whd", systemClock, systemRng);
  const sent = { ...delivery, id, webhook_id: destination.id, body, state: "dead" } as const;
  await store.write([{ query: db.insertInto("webhook_deliveries").values(sent).compile(), expect: 1 }]);
  owned = {
    destinations: destination.id,
    "destination-deliveries": sent.id,
    "builder-sessions": builder.id,
    "tracker-builders": pointing.id,
    "preview-links": link.id,
    people: person.external_id ?? "",
    webhooks: webhook.id,
    "webhook-deliveries": delivery.id,
    "live-updates": live_update.id,
    groups: group.external_id,
    dashboards: dashboard.id,
    goals: goal.id,
    trackers: tracker.id,
    "people-imports": file.id,
  };
});

const withNames = Object.keys(ROUTE_ACCESS).filter((route) => route.includes(":"));
/** Parameters that a route requires beside the app. */
const QUERIES: Readonly<Record<string, string>> = {
  "GET /api/goals/:id/report": "&from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z",
};
/** Routes with the app in their body take no parameter. */
const queryOf = (route: string, app_id: string): string =>
  namesApp(ROUTE_ACCESS[route]?.query) ? `?app_id=${app_id}${QUERIES[route] ?? ""}` : "";
const nounOf = (route: string): string =>
  route.endsWith("/api/builder-sessions/:id/tracker") ? "tracker-builders" : (route.split("/")[2] ?? "");

test("references only resources of an app or the workspace in every route", () => {
  const known = new Set([...SHARED, ...FLEETING, ...Object.keys(owned)]);
  const unknown = withNames.filter((route) => !known.has(nounOf(route)));
  expect(unknown).toEqual([]);
});

test.each(withNames.filter((route) => ![...SHARED, ...FLEETING].includes(nounOf(route)) && !MAKERS.has(route)))(
  "finds nothing of another app with %s",
  async (route) => {
    const [method = "", pattern = ""] = route.split(" ");
    const path = pattern.replace(/:\w+/, owned[nounOf(route)] ?? "").replaceAll(/:\w+/g, "anything");
    const bodies = { POST: { app_id: other }, PUT: { attributes: {} }, PATCH: {}, GET: undefined, DELETE: undefined };
    const body = BODIES[route] ?? bodies[method as keyof typeof bodies];
    const answer = await owner.call(method, `${path}${queryOf(route, other)}`, body, { "If-Match": '"1"' });
    // The suppressions of an unknown person are an empty list.
    if (answer.status === 200) expect(answer.json).toEqual({ suppressions: [] });
    else expect([answer.status, answer.json?.code]).toEqual([404, expect.stringMatching(/_not_found$/)]);
  },
);

test.each(
  withNames.filter(
    (route) =>
      route.startsWith("GET ") &&
      !SHARED.has(nounOf(route)) &&
      !FLEETING.has(nounOf(route)) &&
      !route.includes("suppressions"),
  ),
)("finds resources of its own app with %s", async (route) => {
  const path = route.slice("GET ".length).replace(/:\w+/, owned[nounOf(route)] ?? "");
  expect((await owner.call("GET", path + queryOf(route, own))).status).toBe(200);
});

test("returns not found for unknown apps and the console's app in every route", async () => {
  const hidden = server.fanfare.apps.all().find(({ system }) => system)?.id ?? "";
  for (const app_id of ["999", hidden, "nonsense"]) {
    for (const path of [
      "contents",
      "people",
      "webhooks",
      "live-updates",
      "groups",
      "attributes",
      "webhook-deliveries",
    ]) {
      expect((await owner.call("GET", `/api/${path}?app_id=${app_id}`)).json.code).toBe("app_not_found");
    }
    expect((await owner.call("GET", `/api/apps/${app_id}`)).json.code).toBe("app_not_found");
    expect((await owner.call("DELETE", `/api/apps/${app_id}`)).json.code).toBe("app_not_found");
    expect((await owner.call("POST", `/api/apps/${app_id}/secrets`, {})).json.code).toBe("app_not_found");
  }
});
