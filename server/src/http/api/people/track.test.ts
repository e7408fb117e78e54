import { expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP } from "../../../../test/support/temporary-server.ts";

const { server, owner } = await sharedServer();

const track = (external_id: string, events: unknown[]) =>
  owner.call("POST", "/api/track", { app_id: APP.id, external_id, events });

test("counts events from a backend, with a generated ID and time if missing", async () => {
  const { status, json } = await track("u_1", [{ name: "order_shipped", props: { total: 12 } }, { name: "" }, 7]);
  expect(status).toBe(200);
  expect(json).toMatchObject({ accepted: 1, rejected: [{ index: 1 }, { index: 2 }] });
  const rows = await server.fanfare.store.db
    .selectFrom("events")
    .innerJoin("people", "people.id", "events.person_id")
    .select(["events.name", "people.external_id", "people.verified"])
    .execute();
  expect(rows).toEqual([{ name: "order_shipped", external_id: "u_1", verified: 0 }]);
});

test("counts an event with an ID once, also in the rollup", async () => {
  const event = { id: uuidv7(systemClock, systemRng), name: "paid", at: "2026-11-21T12:00:00Z" };
  for (let call = 0; call < 3; call++) expect((await track("u_1", [event, event])).json.accepted).toBe(2);
  expect((await track("u_1", [{ ...event, name: "unpaid" }])).json).toMatchObject({ accepted: 0 });
  const rolled = await server.fanfare.store.db.selectFrom("event_rollups").select(["name", "events"]).execute();
  expect(rolled.filter(({ name }) => name.endsWith("paid"))).toEqual([{ name: "paid", events: 1 }]);
});

test("doesn't require verification after a backend tracks a person", async () => {
  await track("u_2", [{ name: "order_shipped" }]);
  const answer = await owner.call("POST", `/v1/identify?app=${APP.key}`, { external_id: "u_2" });
  expect(answer.status).toBe(200);
});

test("keeps a verified person verified when a backend tracks them", async () => {
  const { db, write } = server.fanfare.store;
  await write([{ query: db.updateTable("people").set({ verified: 1 }).where("external_id", "=", "u_2").compile() }]);
  expect((await track("u_2", [{ name: "order_shipped" }])).json.accepted).toBe(1);
});
