import { expect, test } from "bun:test";
import { DEFAULT_APP_SETTINGS } from "@fanfare/contract/realtime/app-settings";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP } from "../../../../test/support/temporary-server.ts";

const { server, owner } = await sharedServer();

const PATH = `/api/apps/${APP.id}`;
const patch = (body: unknown, revision: number) => owner.call("PATCH", PATH, body, { "If-Match": `"${revision}"` });
const present = async () => (await owner.call("GET", PATH)).json;
const auditOf = async (id: string) =>
  await server.fanfare.store.db.selectFrom("audit_entries").selectAll().where("resource_id", "=", id).execute();

test("returns an app with all settings and defaults, but without its secret", async () => {
  const answer = await owner.call("GET", PATH);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("ETag")).toBe('"1"');
  expect(answer.json).toEqual({
    ...{ id: APP.id, key: APP.key, name: "First app", paused: false, require_identity: false },
    ...{ allowed_origins: [], settings: DEFAULT_APP_SETTINGS, revision: 1 },
  });
  expect(answer.text).not.toContain(APP.secret);
});

test("applies and audits a change immediately without touching other settings", async () => {
  const { revision } = await present();
  const edit = { name: "Shop", settings: { client_events: true, limits: { event_data_bytes_max: 20_000 } } };
  const answer = await patch(edit, revision);
  expect([answer.status, answer.json.revision, answer.json.name]).toEqual([200, revision + 1, "Shop"]);
  const record = server.fanfare.apps.byId(APP.id);
  expect(record?.settings.client_events).toBe(true);
  expect(record?.settings.limits.event_data_bytes_max).toBe(20_000);
  expect(record?.settings.limits.presence_members_max).toBe(100);
  const entries = (await auditOf(APP.id)).filter(({ action }) => action === "app.update");
  expect(entries).toHaveLength(1);
  expect(JSON.parse(entries[0]?.detail ?? "")).toEqual({
    ...edit,
    before: { name: "First app", settings: { client_events: false, limits: { event_data_bytes_max: 10_240 } } },
  });
  const back = await patch({ settings: { limits: { event_data_bytes_max: null } } }, revision + 1);
  expect(back.json.settings.limits.event_data_bytes_max).toBe(10_240);
  expect(back.json.settings.client_events).toBe(true);
});

test("rejects the second of two changes to the same revision", async () => {
  const { revision } = await present();
  const answers = await Promise.all([patch({ name: "One" }, revision), patch({ name: "Two" }, revision)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  const late = answers.find(({ status }) => status === 412);
  expect([late?.json.code, late?.json.current]).toEqual(["revision_stale", { revision: revision + 1 }]);
});

test("rejects a change without If-Match or of an unknown app", async () => {
  expect((await owner.call("PATCH", PATH, { name: "X" })).json.code).toBe("revision_required");
  const wrong = await patch({ settings: { limits: { cache_ttl_s: 0 } } }, (await present()).revision);
  expect([wrong.status, wrong.json.fields[0].pointer]).toEqual([400, "/settings/limits/cache_ttl_s"]);
  const system = server.fanfare.apps.all().find((app) => app.system)?.id;
  for (const id of ["99", system]) expect((await owner.call("GET", `/api/apps/${id}`)).json.code).toBe("app_not_found");
});

test("raises the version for open pages on a pause, but not for other settings", async () => {
  const version = () => server.fanfare.apps.byId(APP.id)?.config_version ?? 0;
  const before = version();
  await patch({ settings: { watchlist: true } }, (await present()).revision);
  expect(version()).toBe(before);
  await patch({ paused: true }, (await present()).revision);
  expect([version(), server.fanfare.apps.byId(APP.id)?.paused]).toEqual([before + 1, true]);
  await patch({ paused: false }, (await present()).revision);
});
