import { afterAll, expect, test } from "bun:test";
import { APP, sampleTour, startTemporaryServer } from "../../../../test/support/temporary-server.ts";
import { emptyPostgresStore, temporaryPostgresStore } from "../../../../test/support/temporary-store.ts";
import { eventFunnelContract } from "../../../analytics/reports/event-funnel.contract.ts";
import { exportContract } from "../../../analytics/reports/export.contract.ts";
import { retentionContract } from "../../../analytics/reports/retention.contract.ts";
import { seenContract } from "../../request/conditional.contract.ts";
import { eraseContract } from "./erase.contract.ts";

exportContract("PostgreSQL", temporaryPostgresStore);
eventFunnelContract("PostgreSQL", emptyPostgresStore);
retentionContract("PostgreSQL", emptyPostgresStore);
for (const contract of [eraseContract, seenContract]) {
  contract("PostgreSQL", async () => {
    const postgres = await temporaryPostgresStore();
    databases.push(postgres);
    return { FANFARE_DATABASE_URL: postgres.url };
  });
}

const databases: AsyncDisposable[] = [];
afterAll(async () => {
  for (const database of databases) await database[Symbol.asyncDispose]();
});

const CONTENTS = { contents: [{ slug: "welcome", name: "Welcome", edition: sampleTour("Hello") }] };
const idsOf = (items: readonly { external_id: string }[]) => items.map(({ external_id }) => external_id);

test("imports, lists, groups, and hides people on PostgreSQL, with a timeline", async () => {
  await using postgres = await temporaryPostgresStore();
  await using server = await startTemporaryServer({
    environment: { FANFARE_DATABASE_URL: postgres.url },
    contents: CONTENTS,
  });
  const owner = await server.ownerBrowser();
  const at = (path: string, query = "") => `/api/${path}?app_id=${APP.id}${query}`;

  const people = ["Ada Lovelace", "Bob", "Ädler"].map((name, n) => ({
    external_id: `u_${n}`,
    attributes: { name, seats: n },
  }));
  const body = { app_id: APP.id, people };
  expect((await owner.call("POST", "/api/people/import", body)).json).toEqual({ made: 3, changed: 0, refused: [] });
  expect((await owner.call("POST", "/api/people/import", body)).json).toEqual({ made: 0, changed: 0, refused: [] });
  const list = (await owner.call("GET", at("people", "&sort=name&columns=seats"))).json;
  expect(list.items.map((each: { attributes: object }) => each.attributes)).toEqual([
    { seats: 0 },
    { seats: 1 },
    { seats: 2 },
  ]);
  const found = (await owner.call("GET", at("people", "&q=u_&sort=-name"))).json;
  expect(idsOf(found.items)).toEqual(["u_2", "u_1", "u_0"]);

  await owner.call("PUT", at("groups/acme"), { attributes: { name: "Ácme" } });
  for (const id of ["u_0", "u_1"])
    await owner.call("PUT", at(`people/${id}/groups/acme`), { attributes: { role: id } });
  const groups = (await owner.call("GET", at("groups", "&q=ÁC"))).json;
  expect(groups.items).toMatchObject([{ external_id: "acme", people: 2 }]);
  const first = (await owner.call("GET", at("groups/acme/people", "&limit=1"))).json;
  const second = (await owner.call("GET", at("groups/acme/people", `&limit=1&after=${first.next}`))).json;
  expect([first.total, second.next, idsOf([...first.items, ...second.items]).toSorted()]).toEqual([
    2,
    null,
    ["u_0", "u_1"],
  ]);

  const [{ id: content_id }] = (await owner.call("GET", at("contents"))).json.items;
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  const input = { scope: "content", target: content_id, expires_at };
  expect((await owner.call("POST", at("people/u_0/suppressions"), input)).json.suppressions).toHaveLength(1);
  for (const name of ["order_1", "order_2"]) {
    await owner.call("POST", "/api/track", { app_id: APP.id, external_id: "u_0", events: [{ name }] });
  }
  const seen: string[] = [];
  let before = "";
  do {
    const { json } = await owner.call("GET", at("people/u_0/timeline", `&limit=1${before}`));
    seen.push(...json.items.map((each: { kind: string; name?: string }) => each.name ?? each.kind));
    before = json.next === null ? "" : `&after=${json.next}`;
  } while (before !== "" && seen.length < 9);
  expect(seen).toEqual(["order_2", "order_1", "suppression"]);

  const rule = { kind: "group", external_id: "acme" };
  const { id } = (await owner.call("POST", "/api/segments", { name: "Acme", rule })).json;
  const uses = (await owner.call("GET", `/api/segments/${id}/uses`)).json;
  expect(uses).toEqual({ segments: [], contents: [] });
  expect(idsOf((await owner.call("GET", at("people", `&segment_id=${id}`))).json.items).toSorted()).toEqual([
    "u_0",
    "u_1",
  ]);
}, 30_000);
