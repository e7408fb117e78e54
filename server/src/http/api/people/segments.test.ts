import { beforeAll, expect, test } from "bun:test";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, identityToken, sampleTour } from "../../../../test/support/temporary-server.ts";

const at = (path: string, query = "") => `/api/${path}?app_id=${APP.id}${query}`;
const attribute = (name: string, test_of: object) => ({ kind: "attribute", of: "person", name, test: test_of });
const onPlan = (value: string) => attribute("plan", { type: "text", op: "is", value });

async function page(external_id: string) {
  const token = await identityToken(external_id);
  const headers = { Authorization: `Bearer ${token}` };
  return (path: string, body: object) => server.browser().call("POST", `/v1/${path}?app=shop`, body, headers);
}

const { server, owner } = await sharedServer({
  contents: { contents: [{ slug: "welcome", name: "Welcome", edition: sampleTour("Hello") }] },
});
beforeAll(async () => {
  for (const [id, plan] of [
    ["ada", "pro"],
    ["bob", "free"],
    ["cy", "pro"],
  ] as const) {
    await (await page(id))("identify", { external_id: id, attributes: { plan } });
  }
});

test("counts a segment before saving, with some of its people", async () => {
  const { status, json } = await owner.call("POST", "/api/segments/preview", { app_id: APP.id, rule: onPlan("pro") });
  expect(status).toBe(200);
  expect(json).toMatchObject({ count: 2, exact: true, people: 3, unknown: 0 });
  expect(json.samples.map((each: { external_id: string }) => each.external_id).toSorted()).toEqual(["ada", "cy"]);
  const odd = attribute("plan", { type: "number", op: "more", value: 3 });
  const { json: unknown } = await owner.call("POST", "/api/segments/preview", { app_id: APP.id, rule: odd });
  expect(unknown).toMatchObject({ count: 0, unknown: 3 });
});

test("applies a segment to content and sends changes to open pages", async () => {
  const made = await owner.call("POST", "/api/segments", { name: "Pro people", rule: onPlan("pro") });
  expect(made.status).toBe(201);
  const { id } = made.json;
  const contents = await owner.call("GET", at("contents"));
  const [{ id: content_id }] = contents.json.items;
  const detail = await owner.call("GET", at(`contents/${content_id}`));
  const draft = {
    ...detail.json.draft,
    targeting: { ...detail.json.draft.targeting, audience: { kind: "segment", segment_id: id } },
  };
  const saved = await owner.call(
    "PATCH",
    at(`contents/${content_id}`),
    { draft },
    { "If-Match": `"${detail.json.revision}"` },
  );
  const body = { app_id: APP.id };
  const published = await owner.call("POST", `/api/contents/${content_id}/publish`, body, {
    "If-Match": `"${saved.json.revision}"`,
  });
  expect(published.status).toBe(200);
  const shown = async (person: string) => (await (await page(person))("boot", {})).json.decisions.length;
  expect([await shown("ada"), await shown("bob")]).toEqual([1, 0]);

  const before = server.fanfare.apps.byId(APP.id)?.config_version ?? 0;
  const changed = await owner.call("PATCH", `/api/segments/${id}`, { rule: onPlan("free") }, { "If-Match": '"1"' });
  expect([changed.status, changed.headers.get("ETag")]).toEqual([200, '"2"']);
  expect(server.fanfare.apps.byId(APP.id)?.config_version).toBe(before + 1);
  expect([await shown("ada"), await shown("bob")]).toEqual([0, 1]);

  const stale = await owner.call("PATCH", `/api/segments/${id}`, { name: "x" }, { "If-Match": '"1"' });
  expect([stale.status, stale.json.code]).toEqual([412, "revision_stale"]);
  expect((await owner.call("DELETE", `/api/segments/${id}`)).json.code).toBe("segment_used");
  const { json: uses } = await owner.call("GET", `/api/segments/${id}/uses`);
  expect(uses).toEqual({ segments: [], contents: [{ id: content_id, name: "Welcome", live: true }] });
  const list = await owner.call("GET", at("people", `&segment_id=${id}`));
  expect(list.json.items.map((each: { external_id: string }) => each.external_id)).toEqual(["bob"]);

  // Pages must not receive the rule, the segment, or the attribute.
  for (const answer of [await (await page("bob"))("boot", {}), await (await page("ada"))("boot", {})]) {
    for (const secret of ["audience", "segment", id, "plan", "free", "rollout"])
      expect(answer.text).not.toContain(secret);
  }
});

test("rejects rules that are circular, too deep, or reference unknown objects", async () => {
  const one = (await owner.call("POST", "/api/segments", { name: "One", rule: onPlan("a") })).json;
  const two = (
    await owner.call("POST", "/api/segments", { name: "Two", rule: { kind: "segment", segment_id: one.id } })
  ).json;
  const nested = (depth: number): object => (depth === 0 ? onPlan("a") : { kind: "not", rule: nested(depth - 1) });
  for (const [rule, code] of [
    [{ kind: "segment", segment_id: two.id }, "rule_invalid"],
    [{ kind: "segment", segment_id: one.id }, "rule_invalid"],
    [{ kind: "segment", segment_id: "seg_nothing" }, "rule_invalid"],
    [nested(7), "body_invalid"],
    [nested(14), "body_invalid"],
    [{ kind: "url", pattern: "/x" }, "body_invalid"],
  ] as const) {
    const { json } = await owner.call("PATCH", `/api/segments/${one.id}`, { rule }, { "If-Match": '"1"' });
    expect(json.code).toBe(code);
  }
  expect((await owner.call("POST", "/api/segments", { name: "Two", rule: onPlan("a") })).json.code).toBe("name_taken");
  expect((await owner.call("DELETE", `/api/segments/${two.id}`)).status).toBe(204);
  expect((await owner.call("GET", `/api/segments/${two.id}`)).json.code).toBe("segment_not_found");
});

test("matches no one with a deleted segment, which can be restored", async () => {
  const make = async (name: string, rule: object = onPlan("pro")) =>
    (await owner.call("POST", "/api/segments", { name, rule })).json;
  const inner = await make("Inner");
  const outer = await make("Outer", { kind: "segment", segment_id: inner.id });
  const path = `/api/segments/${outer.id}`;
  expect((await owner.call("DELETE", `/api/segments/${inner.id}`)).json).toMatchObject({
    ...{ code: "segment_used", detail: "This segment is used by Outer. Change those first, then delete the segment." },
  });
  expect((await owner.call("DELETE", path)).status).toBe(204);
  expect((await owner.call("GET", at("people", `&segment_id=${outer.id}`))).json.code).toBe("segment_not_found");
  expect((await owner.call("DELETE", `/api/segments/${inner.id}`)).status).toBe(204);
  expect((await owner.call("POST", `${path}/restore`)).json.code).toBe("rule_invalid");
  const back = await owner.call("POST", `/api/segments/${inner.id}/restore`);
  expect([back.status, back.headers.get("ETag"), back.json]).toEqual([200, '"1"', inner]);
  expect((await owner.call("POST", `${path}/restore`)).json).toEqual(outer);
  const people = await owner.call("GET", at("people", `&segment_id=${outer.id}`));
  expect(people.json.items.map((each: { external_id: string }) => each.external_id).toSorted()).toEqual(["ada", "cy"]);

  await owner.call("DELETE", path);
  expect((await make("Outer")).name).toBe("Outer");
  expect((await owner.call("POST", `${path}/restore`)).json.code).toBe("segment_not_found");
});

test("decides by a list, which people enter and leave by name", async () => {
  const { json: list } = await owner.call("POST", "/api/segments", { name: "Beta", rule: { kind: "list" } });
  const path = `/api/segments/${list.id}`;
  const edit = async (change: "add" | "remove", ...external_ids: readonly string[]) =>
    (await owner.call("POST", `${path}/list/${change}`, { app_id: APP.id, external_ids })).json;
  const names = (json: { items: readonly { external_id: string }[] }) =>
    json.items.map(({ external_id }) => external_id).toSorted();

  expect(await edit("add", "ada", "nobody", "cy", "ada")).toEqual({ changed: 2, unchanged: 0, unknown: ["nobody"] });
  expect(await edit("add", "ada", "bob")).toEqual({ changed: 1, unchanged: 1, unknown: [] });
  expect(await edit("remove", "cy")).toEqual({ changed: 1, unchanged: 0, unknown: [] });
  expect((await owner.call("GET", at("people/nobody"))).status).toBe(404);

  const first = (await owner.call("GET", `${path}/list?app_id=${APP.id}&limit=1`)).json;
  const second = (await owner.call("GET", `${path}/list?app_id=${APP.id}&limit=1&after=${first.next}`)).json;
  expect([names(first), names(second), first.total, second.next]).toEqual([["bob"], ["ada"], 2, null]);
  for (const sort of ["-last_seen_at", "name"]) {
    const people = (await owner.call("GET", at("people", `&segment_id=${list.id}&sort=${sort}`))).json;
    expect([people.total, people.exact]).toEqual([2, true]);
    if (sort !== "name") expect(names(people)).toEqual(["ada", "bob"]);
  }
  // Inside other conditions, people are judged one by one.
  const rule = { kind: "and", rules: [{ kind: "segment", segment_id: list.id }, onPlan("pro")] };
  expect((await owner.call("POST", "/api/segments/preview", { app_id: APP.id, rule })).json.count).toBe(1);

  const [{ id: content_id }] = (await owner.call("GET", at("contents"))).json.items;
  const detail = (await owner.call("GET", at(`contents/${content_id}`))).json;
  const targeting = { ...detail.draft.targeting, audience: { kind: "segment", segment_id: list.id } };
  const match = (revision: number) => ({ "If-Match": `"${revision}"` });
  const draft = { ...detail.draft, targeting };
  const saved = (await owner.call("PATCH", at(`contents/${content_id}`), { draft }, match(detail.revision))).json;
  await owner.call("POST", `/api/contents/${content_id}/publish`, { app_id: APP.id }, match(saved.revision));
  const shown = async (person: string) => (await (await page(person))("boot", {})).json.decisions.length;
  const why = async (person: string) => {
    const { json } = await owner.call("GET", at("explain", `&person=${person}&content=${content_id}`));
    return json.items[0].gates.find(({ gate }: { gate: string }) => gate === "audience").evidence;
  };
  const { added_at } = (await owner.call("GET", at("people/ada"))).json.lists[0];
  expect([await shown("ada"), await shown("cy")]).toEqual([1, 0]);
  expect(await why("ada")).toBe(`In the audience: has been on the list ${list.id} since ${added_at}.`);
  expect(await why("cy")).toBe(`Not in the audience: isn't on the list ${list.id}.`);
  await edit("remove", "ada");
  expect([await shown("ada"), (await owner.call("GET", at("people/ada"))).json.lists]).toEqual([0, []]);

  const made = (await owner.call("POST", "/api/segments", { name: "Paying", rule: onPlan("pro") })).json;
  const wrong = await owner.call("POST", `/api/segments/${made.id}/list/add`, {
    app_id: APP.id,
    external_ids: ["ada"],
  });
  expect([wrong.status, wrong.json.code]).toEqual([409, "segment_not_list"]);
  for (const [id, other] of [
    [made.id, { kind: "list" }],
    [list.id, onPlan("pro")],
  ]) {
    const { json } = await owner.call("PATCH", `/api/segments/${id}`, { rule: other }, match(1));
    expect(json.code).toBe("rule_invalid");
  }
});

test("signals open pages when cap groups are created, changed, and deleted", async () => {
  const input = { name: "One a day", runs_max: 1, window_hours: 24 };
  const before = server.fanfare.apps.byId(APP.id)?.config_version ?? 0;
  const { status, json } = await owner.call("POST", "/api/cap-groups", input);
  expect([status, json.covers]).toEqual([201, { types: [], tags: [] }]);
  const changed = await owner.call("PATCH", `/api/cap-groups/${json.id}`, { runs_max: 2 }, { "If-Match": '"1"' });
  expect(changed.json).toMatchObject({ name: "One a day", runs_max: 2, revision: 2 });
  expect((await owner.call("GET", "/api/cap-groups")).json.items).toHaveLength(1);
  const uses = async () => (await owner.call("GET", `/api/cap-groups/${json.id}/uses`)).json.contents;
  expect(await uses()).toEqual([expect.objectContaining({ name: "Welcome", live: true })]);
  const cover = { covers: { types: ["survey"], tags: ["news"] } };
  await owner.call("PATCH", `/api/cap-groups/${json.id}`, cover, { "If-Match": '"2"' });
  expect(await uses()).toEqual([]);
  expect((await owner.call("DELETE", `/api/cap-groups/${json.id}`)).status).toBe(204);
  expect(server.fanfare.apps.byId(APP.id)?.config_version).toBe(before + 4);
});
