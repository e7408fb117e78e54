import { expect, test } from "bun:test";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP } from "../../../../test/support/temporary-server.ts";

const { owner } = await sharedServer();

const CLICK = { kind: "click", target: { strategies: [{ kind: "test_id", value: "upgrade" }] } };
const call = (method: string, path: string, body?: object, revision?: number) =>
  owner.call(
    method,
    `/api/trackers${path}?app_id=${APP.id}`,
    body,
    revision === undefined ? {} : { "If-Match": `"${revision}"` },
  );
const make = async (input: object) => (await call("POST", "", { on: CLICK, ...input })).json;
/** What pages of the app get. */
const trackedNames = async () => {
  const { json } = await owner.call("POST", `/v1/boot?app=${APP.key}`, {});
  return json.extras?.trackers.map(({ name }: { readonly name: string }) => name);
};

test("gives pages a published tracker as it was published, until it's paused or deleted", async () => {
  expect(await trackedNames()).toBeUndefined();
  const { id } = await make({ name: "upgraded" });
  expect(await trackedNames()).toBeUndefined();
  expect((await call("POST", `/${id}/publish`)).status).toBe(428);
  expect((await call("POST", `/${id}/publish`, undefined, 9)).json.code).toBe("revision_stale");
  expect((await call("POST", `/${id}/publish`, undefined, 1)).json).toMatchObject({ status: "live", edited: false });
  expect(await trackedNames()).toEqual(["upgraded"]);
  const { published_at } = (await call("GET", `/${id}`)).json;
  expect(Date.parse(published_at)).toBeGreaterThan(0);

  const edited = await call("PATCH", `/${id}`, { name: "plan_upgraded" }, 1);
  expect(edited.json).toMatchObject({ status: "live", edited: true, revision: 2, published_at });
  expect(await trackedNames()).toEqual(["upgraded"]);
  expect((await call("PATCH", `/${id}`, { name: "late" }, 1)).json.code).toBe("revision_stale");

  expect((await call("POST", `/${id}/pause`)).json.status).toBe("paused");
  expect(await trackedNames()).toBeUndefined();
  await call("POST", `/${id}/publish`, undefined, 2);
  expect(await trackedNames()).toEqual(["plan_upgraded"]);

  expect((await call("DELETE", `/${id}`)).status).toBe(204);
  expect(await trackedNames()).toBeUndefined();
  expect((await call("POST", `/${id}/restore`)).json).toMatchObject({ id, status: "live" });
  expect(await trackedNames()).toEqual(["plan_upgraded"]);
  await call("DELETE", `/${id}`);

  const { json } = await owner.call("GET", `/api/audit?resource_type=tracker&resource_id=${id}`);
  expect(json.items.map(({ action }: { readonly action: string }) => action).toReversed()).toEqual(
    ["create", "publish", "update", "pause", "publish", "delete", "restore", "delete"].map((deed) => `tracker.${deed}`),
  );
});

test("refuses a name of Fanfare, a name in use, and a page visit on no page in particular", async () => {
  const refusal = async (input: object) => {
    const { code, fields } = await make(input);
    return [code, fields?.[0]?.pointer];
  };
  expect(await refusal({ name: "tour_completed" })).toEqual(["body_invalid", "/name"]);
  expect(await refusal({ name: "seen", on: { kind: "page" } })).toEqual(["body_invalid", "/urls/include"]);
  const { id } = await make({ name: "twice", urls: { include: ["/plans"] } });
  expect(await refusal({ name: "twice" })).toEqual(["name_taken", "/name"]);
  const moved = await call("PATCH", `/${id}`, { on: { kind: "page" }, urls: { include: [], exclude: [] } }, 1);
  expect([moved.json.code, moved.json.fields[0].pointer]).toEqual(["body_invalid", "/urls/include"]);
  await call("DELETE", `/${id}`);
  const { id: second } = await make({ name: "twice" });
  expect((await call("POST", `/${id}/restore`)).json.code).toBe("name_taken");
  await call("DELETE", `/${second}`);
});

test("counts the events of a tracker's name and offers it where events are chosen", async () => {
  const { id } = await make({ name: "counted" });
  const names = async () => (await owner.call("GET", `/api/event-names?app_id=${APP.id}`)).json.items;
  expect(await names()).toContainEqual({ name: "counted", events: 0 });
  const body = { app_id: APP.id, external_id: "u_1", events: [{ name: "counted" }, { name: "counted" }] };
  await owner.call("POST", "/api/track", body);
  const { json } = await call("GET", `/${id}`);
  expect(json).toMatchObject({ events: 2, status: "draft" });
  expect(Date.parse(json.last_seen_at)).toBeGreaterThan(0);
  expect(await names()).toContainEqual({ name: "counted", events: 2 });
});

test("lists the goals, segments, and content that use a tracker's event, under its old name too", async () => {
  const name = 'plan "upgraded"_\\';
  const make_content = (slug: string, draft: object) =>
    owner.call("POST", "/api/contents", { app_id: APP.id, slug, name: slug, draft });
  const { id } = await make({ name });
  await call("POST", `/${id}/publish`, undefined, 1);
  await call("PATCH", `/${id}`, { name: "upgrade" }, 1);
  await owner.call("POST", "/api/goals", { app_id: APP.id, name: "Upgrades", event_name: name });
  await owner.call("POST", "/api/goals", { app_id: APP.id, name: "Others", event_name: "plan upgraded" });
  const filter = { name: "upgrade" };
  const rule = { kind: "event_sequence", first: { name: "seen" }, next: filter, within_days: 3 };
  await owner.call("POST", "/api/segments", { name: "Upgraded", rule: { kind: "not", rule } });
  const body = { type: "celebration", preset: "stars" };
  const trigger = { kind: "event", event: name };
  const { json: party } = await make_content("thanks", { body, trigger });
  const named = { kind: "attribute", of: "person", name: "upgrade", test: { type: "any", op: "is_set" } };
  await make_content("other", { body, targeting: { audience: named } });
  const task = { id: "a", title: "Upgrade", blocks: [], done_when: { kind: "event", event: "upgrade" } };
  const { json: list } = await make_content("start", { body: { type: "checklist", title: "Start", tasks: [task] } });
  await owner.call(
    "POST",
    `/api/contents/${party.id}/publish`,
    { app_id: APP.id },
    { "If-Match": `"${party.revision}"` },
  );

  const { json } = await call("GET", `/${id}/uses`);
  expect(json).toEqual({
    goals: [{ id: expect.any(String), name: "Upgrades" }],
    segments: [{ id: expect.any(String), name: "Upgraded" }],
    contents: [
      { id: party.id, name: "thanks", live: true },
      { id: list.id, name: "start", live: false },
    ],
  });
  await call("DELETE", `/${id}`);
});
