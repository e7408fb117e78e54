import { expect, test } from "bun:test";
import type { AppId, PersonId } from "@fanfare/contract/lib/ids";
import { HOUR_MS, limits } from "@fanfare/contract/limits";
import { sampleRows } from "../../../../test/support/sample-rows.ts";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, identityToken } from "../../../../test/support/temporary-server.ts";

const { server, owner } = await sharedServer();

const imported = (people: readonly unknown[]) => owner.call("POST", "/api/people/import", { app_id: APP.id, people });
const person = async (id: string) => (await owner.call("GET", `/api/people/${id}?app_id=${APP.id}`)).json;

async function identifies(sub: string, attributes: object) {
  const token = await identityToken(sub);
  return server
    .browser()
    .call("POST", "/v1/identify?app=shop", { external_id: sub, attributes }, { Authorization: `Bearer ${token}` });
}

test("creates new people and adds to known ones without other changes", async () => {
  const first = await imported([
    { external_id: "i_1", attributes: { name: "Ada Lovelace", plan: "pro" } },
    { external_id: "i_2", attributes: { seats: 3 } },
  ]);
  expect([first.status, first.json]).toEqual([200, { made: 2, changed: 0, refused: [] }]);
  const again = await imported([
    { external_id: "i_1", attributes: { plan: "team", city: "Bern" } },
    { external_id: "i_1", attributes: { city: null } },
    { external_id: "i_2", attributes: { seats: 3 } },
  ]);
  expect(again.json).toEqual({ made: 0, changed: 1, refused: [] });
  expect((await person("i_1")).attributes).toEqual({ name: "Ada Lovelace", plan: "team" });
  const found = await owner.call("GET", `/api/people?app_id=${APP.id}&q=lovelace`);
  expect(found.json.items.map((each: { external_id: string }) => each.external_id)).toEqual(["i_1"]);
});

test("rejects an invalid entry by its position and stores the others", async () => {
  const { json } = await imported([
    { external_id: "", attributes: {} },
    { external_id: "anon-1", attributes: {} },
    { external_id: "i_5", attributes: { name: { first: "x" } } },
    { external_id: "i_6", attributes: JSON.parse('{"__proto__": "x"}') },
    "i_7",
    { external_id: "i_8", attributes: { name: "Hedy" } },
  ]);
  expect([json.made, json.refused.map((each: { index: number }) => each.index)]).toEqual([1, [0, 1, 2, 3, 4]]);
  expect((await person("i_8")).name).toBe("Hedy");
  const named = await imported([{ external_id: "i_11", attributes: { "e-mail": "x" } }]);
  expect(named.json.refused).toMatchObject([
    { index: 0, message: "e-mail: Start with a letter, then use letters, digits, and _." },
  ]);
  const many = Array.from({ length: limits.people_import_batch_max + 1 }, (_, n) => ({ external_id: `m_${n}` }));
  expect((await imported(many)).status).toBe(400);
});

test("doesn't restore erased people", async () => {
  await imported([{ external_id: "i_gone", attributes: { name: "Gone" } }]);
  await owner.call("DELETE", `/api/people/i_gone?app_id=${APP.id}`);
  const { json } = await imported([{ external_id: "i_gone", attributes: { name: "Gone" } }]);
  expect([json.made, json.refused.length]).toEqual([0, 1]);
});

test("keeps imported attributes when the person is verified later", async () => {
  await identifies("somebody", {});
  await imported([{ external_id: "i_9", attributes: { plan: "pro" } }]);
  expect((await identifies("i_9", { name: "Linus" })).status).toBe(200);
  expect((await person("i_9")).attributes).toEqual({ plan: "pro", name: "Linus" });
});

test("requires a token for new people if the app verified people before many visitors", async () => {
  await identifies("i_verified", {});
  const { db, write } = server.fanfare.store;
  const { people } = sampleRows("later");
  const visitors = Array.from({ length: limits.page_size_max + 1 }, (_, index) => ({
    // Casts: made-up IDs.
    ...{ ...people, id: `per-later-${index}` as PersonId, app_id: APP.id as AppId, external_id: `later-${index}` },
    ...{ verified: 0 as const, last_seen_at: Date.now() + HOUR_MS },
  }));
  await write([{ query: db.insertInto("people").values(visitors).compile() }]);
  await imported([{ external_id: "i_12", attributes: { balance: 12 } }]);
  const claim = await server.browser().call("POST", "/v1/identify?app=shop", { external_id: "i_12" });
  expect([claim.status, claim.json.code]).toEqual([401, "identity_required"]);
});

test("writes one audit entry without the imported values", async () => {
  await imported([{ external_id: "i_10", attributes: { secret_hobby: "chess" } }]);
  const rows = await server.fanfare.store.db
    .selectFrom("audit_entries")
    .selectAll()
    .where("action", "=", "person.import")
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
  expect(JSON.parse(rows[0]?.detail ?? "")).toEqual({ made: 1, changed: 0, refused: 0 });
});
