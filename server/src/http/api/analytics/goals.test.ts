import { expect, test } from "bun:test";
import type { RunId } from "@fanfare/contract/lib/ids";
import { DAY_MS } from "@fanfare/contract/limits";
import { sampleRows } from "../../../../test/support/sample-rows.ts";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP } from "../../../../test/support/temporary-server.ts";

const { server, owner } = await sharedServer();

const BIG = [{ name: "big", test: { type: "boolean", op: "is", value: true } }];
const make = (input: Record<string, unknown>) =>
  owner.call("POST", "/api/goals", { app_id: APP.id, name: "Shipped", event_name: "order_shipped", ...input });
const track = (external_id: string, name: string, props: Record<string, unknown> = {}) =>
  owner.call("POST", "/api/track", { app_id: APP.id, external_id, events: [{ name, props }] });
const milestones = (goal_id: string) =>
  server.fanfare.store.db
    .selectFrom("milestones")
    .select(["run_id", "content_id"])
    .where("goal_id", "=", goal_id as never)
    .execute();

test("counts a goal once for each person and celebrates at most once", async () => {
  const { status, json: goal } = await make({ props: BIG, celebration: "cannons" });
  expect(status).toBe(201);
  await track("u_1", "order_shipped", { big: false });
  expect(await milestones(goal.id)).toEqual([]);
  for (let time = 0; time < 3; time++) await track("u_1", "order_shipped", { big: true });
  await Promise.all([1, 2, 3].map(() => track("u_2", "order_shipped", { big: true })));
  const { json } = await owner.call("GET", `/api/goals?app_id=${APP.id}`);
  expect(json.items).toMatchObject([{ id: goal.id, people: 2, window_days: 7, attribution: "last" }]);
  const sent = await owner.call("GET", `/api/live-updates?app_id=${APP.id}`);
  const celebrated = sent.json.items.map(
    ({ audience }: { audience: { external_ids: string[] } }) => audience.external_ids,
  );
  expect(celebrated.toSorted()).toEqual([["u_1"], ["u_2"]]);
  expect(sent.json.items[0].body).toEqual({ kind: "celebration", preset: "cannons", text: "Shipped" });
  expect(sent.json.items[0].devices).toBe("one");
});

test("attributes a goal to the first or last content in its window", async () => {
  const { db, write } = server.fanfare.store;
  await owner.call("POST", `/v1/identify?app=${APP.key}`, { external_id: "u_3" });
  const { id: person_id } = await db
    .selectFrom("people")
    .select("id")
    .where("external_id", "=", "u_3")
    .executeTakeFirstOrThrow();
  const rows = sampleRows("goal");
  const now_ms = Date.now();
  const run = (of: string, days_ago: number) => ({
    ...rows.runs,
    ...{ id: `run-${of}` as RunId, app_id: APP.id as never, person_id, state: "completed" as const },
    started_at: now_ms - days_ago * DAY_MS,
  });
  await write([
    {
      query: db
        .insertInto("contents")
        .values({ ...rows.contents, updated_by: null })
        .compile(),
    },
    {
      query: db
        .insertInto("versions")
        .values({ ...rows.versions, created_by: null })
        .compile(),
    },
    {
      query: db
        .insertInto("runs")
        .values([run("old", 9), run("first", 5), run("last", 1)])
        .compile(),
    },
  ]);
  const goals = [
    await make({ event_name: "paid", attribution: "first" }),
    await make({ event_name: "paid", attribution: "last" }),
    await make({ event_name: "paid", window_days: 0.5 }),
  ];
  await track("u_3", "paid");
  const runs = await Promise.all(goals.map(async ({ json }) => (await milestones(json.id))[0]?.run_id));
  expect<unknown[]>(runs).toEqual(["run-first", "run-last", null]);
});

test("rejects an invalid goal at its field and an unknown one as not found", async () => {
  const wrong = await make({ window_days: 0, props: [{ name: "", test: BIG[0]?.test }] });
  expect(wrong.json.fields.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    "/props/0/name",
    "/window_days",
  ]);
  const { json } = await make({ name: "Gone" });
  const path = `/api/goals/${json.id}?app_id=${APP.id}`;
  expect((await owner.call("DELETE", path)).status).toBe(204);
  expect((await owner.call("DELETE", path)).json.code).toBe("goal_not_found");
});

test("stops counting a deleted goal and restores its completions with the goal", async () => {
  const { json: goal } = await make({ name: "Referred", event_name: "referred" });
  await track("u_20", "referred");
  const path = `/api/goals/${goal.id}`;
  const query = `?app_id=${APP.id}`;
  const listed = async () =>
    (await owner.call("GET", `/api/goals${query}`)).json.items.find(({ id }: { id: string }) => id === goal.id);
  const timeline = async () => (await owner.call("GET", `/api/people/u_20/timeline${query}`)).text.includes("Referred");
  expect((await owner.call("DELETE", path + query)).status).toBe(204);
  await track("u_21", "referred");
  expect([await listed(), await timeline()]).toEqual([undefined, false]);
  const change = await owner.call("PATCH", path + query, { name: "x" }, { "if-match": '"1"' });
  expect(change.json.code).toBe("goal_not_found");
  const back = await owner.call("POST", `${path}/restore${query}`);
  expect([back.status, back.json]).toEqual([200, { ...goal, people: 1 }]);
  expect([await listed(), await timeline()]).toEqual([{ ...goal, people: 1 }, true]);
  expect((await owner.call("POST", `${path}/restore${query}`)).status).toBe(200);
  await track("u_22", "referred");
  expect((await listed()).people).toBe(2);
  expect((await owner.call("POST", `/api/goals/gol_none/restore${query}`)).json.code).toBe("goal_not_found");
  const audit = await owner.call("GET", `/api/audit?resource_type=goal&resource_id=${goal.id}`);
  expect(audit.json.items.map(({ action }: { action: string }) => action)).toEqual([
    "goal.restore",
    "goal.delete",
    "goal.create",
  ]);
});

test("changes single fields, and drops completions when the event changes", async () => {
  const { json: goal } = await make({ name: "First invitation", event_name: "invited" });
  let seen: number = goal.revision;
  const change = async (fields: Record<string, unknown>) => {
    const path = `/api/goals/${goal.id}?app_id=${APP.id}`;
    const answer = await owner.call("PATCH", path, fields, { "if-match": `"${seen}"` });
    seen = answer.json.revision ?? seen;
    return answer;
  };
  await track("u_9", "invited");
  expect((await change({ window_days: 14, attribution: "first", celebration: "burst" })).json).toMatchObject({
    ...{ name: "First invitation", window_days: 14, attribution: "first", celebration: "burst", people: 1 },
  });
  expect((await change({ event_name: "invited" })).json.people).toBe(1);
  expect((await change({ event_name: "invitation_sent" })).json).toMatchObject({ window_days: 14, people: 0 });
  await track("u_9", "invitation_sent");
  expect((await change({})).json.people).toBe(1);
  expect((await change({ props: BIG })).json).toMatchObject({ props: BIG, people: 0 });
  expect((await change({ window_days: 0 })).status).toBe(400);
  const nowhere = `/api/goals/gol_none?app_id=${APP.id}`;
  expect((await owner.call("PATCH", nowhere, { name: "x" }, { "if-match": '"1"' })).json.code).toBe("goal_not_found");
});

test("requires the current revision to change a goal", async () => {
  const made = await make({ name: "Upgraded", event_name: "upgraded" });
  expect([made.headers.get("ETag"), made.json.revision]).toEqual(['"1"', 1]);
  const change = (name: string, headers: Record<string, string> = { "if-match": '"1"' }) =>
    owner.call("PATCH", `/api/goals/${made.json.id}?app_id=${APP.id}`, { name }, headers);
  expect(await change("No", {})).toMatchObject({ status: 428, json: { code: "revision_required" } });
  const answers = await Promise.all([change("One"), change("Other")]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  const [won, lost] = answers.toSorted((one, other) => one.status - other.status);
  expect([won?.headers.get("ETag"), won?.json.revision]).toEqual(['"2"', 2]);
  expect(lost?.json).toMatchObject({ code: "revision_stale", current: { revision: 2 } });
  const { json } = await owner.call("GET", `/api/goals?app_id=${APP.id}`);
  expect(json.items.find(({ id }: { id: string }) => id === made.json.id)).toMatchObject({ name: won?.json.name });
});

test("returns experiment results as JSON and as a file", async () => {
  const edition = {
    ...{ body: { type: "tour", steps: [{ kind: "centered", id: "hello", title: "Hello", blocks: [] }] } },
    rollout: { holdout_percent: 20 },
  };
  const content = await owner.call("POST", "/api/contents", {
    ...{ app_id: APP.id, name: "Measured", slug: "measured", draft: edition },
  });
  const { id } = content.json;
  const experimentReport = (more = "") => owner.call("GET", `/api/contents/${id}/experiment?app_id=${APP.id}${more}`);
  expect((await experimentReport()).json).toMatchObject({
    running: false,
    control: null,
    arms: [],
    goals: [],
    people: 0,
  });
  await owner.call("POST", `/api/contents/${id}/publish`, { app_id: APP.id }, { "If-Match": '"1"' });
  const { json } = await experimentReport();
  expect(json).toMatchObject({ running: true, control: "holdout", sample_ratio: null, weights_changed: false });
  expect(json.arms.map(({ arm }: { arm: string }) => arm)).toEqual(["holdout", "a"]);
  expect(json.goals[0].arms[1].lift).toMatchObject({ kind: "not_enough_data", people_more: null });
  const file = await experimentReport("&format=csv");
  expect(file.headers.get("content-disposition")).toContain("measured-experiment.csv");
  expect(file.text.split("\r\n")[1]).toMatch(/,holdout,0,0,0,0,/);
  expect((await experimentReport("&format=xml")).status).toBe(400);
});

test("reports a goal's people by day and by attributed content, compared with the days before", async () => {
  const { db, write } = server.fanfare.store;
  const { json: goal } = await make({ name: "Reported", event_name: "reported" });
  const rows = sampleRows("goal-report");
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const seen = { ...rows.contents, id: "cnt_reported" as never, slug: "reported", name: "Seen", updated_by: null };
  const people = [0, 0, 2, 3, 9].map((days_ago, index) => ({
    person: {
      ...rows.people,
      id: `reporter-${index}` as never,
      external_id: `reporter-${index}`,
      app_id: APP.id as never,
    },
    milestone: {
      ...{ goal_id: goal.id, person_id: `reporter-${index}` as never, app_id: APP.id as never },
      ...{ event_id: `event-${index}` as never, run_id: null, content_id: index === 1 ? null : seen.id },
      reached_at: today - days_ago * DAY_MS,
    },
  }));
  await write([
    { query: db.insertInto("contents").values(seen).compile() },
    {
      query: db
        .insertInto("people")
        .values(people.map(({ person }) => person))
        .compile(),
    },
    {
      query: db
        .insertInto("milestones")
        .values(people.map(({ milestone }) => milestone))
        .compile(),
    },
  ]);
  const report = (from: number, to: number) =>
    owner.call(
      "GET",
      `/api/goals/${goal.id}/report?app_id=${APP.id}&from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`,
    );
  const tomorrow = today + DAY_MS;
  const { json } = await report(tomorrow - 7 * DAY_MS, tomorrow);
  expect(json).toMatchObject({ people: 4, before: 1, days: 1 });
  expect(json.points.map((point: { people: number }) => point.people)).toEqual([0, 0, 0, 1, 1, 0, 2]);
  expect(json.contents).toEqual([
    { content_id: seen.id, name: "Seen", people: 3 },
    { content_id: null, name: null, people: 1 },
  ]);
  const year = (await report(tomorrow - 364 * DAY_MS, tomorrow)).json;
  expect([year.days, year.points.length, year.points.at(-1).people]).toEqual([7, 52, 4]);
  expect((await report(tomorrow, today)).json.code).toBe("query_invalid");
  const none = await owner.call(
    "GET",
    `/api/goals/gol_gone/report?app_id=${APP.id}&from=${year.points[0].day}T00:00:00Z&to=${year.points[1].day}T00:00:00Z`,
  );
  expect(none.json.code).toBe("goal_not_found");
});

test("counts only events whose properties pass all tests of a goal", async () => {
  const props = [
    { name: "total", test: { type: "number", op: "between", min: 100, max: 500 } },
    { name: "plan", test: { type: "text", op: "one_of", values: ["pro", "team"] } },
    { name: "coupon", test: { type: "text", op: "contains", value: "SUMMER" } },
  ];
  const { json: goal } = await make({ event_name: "bought", props });
  const people = async () =>
    (await owner.call("GET", `/api/goals?app_id=${APP.id}`)).json.items.find(
      ({ id }: { readonly id: string }) => id === goal.id,
    ).people;
  const bought = { total: 100, plan: "team", coupon: "SUMMER26" };
  for (const [index, other] of [{ total: 99 }, { total: "250" }, { plan: "free" }, { coupon: "none" }].entries()) {
    await track(`u_not_${index}`, "bought", { ...bought, ...other });
  }
  await track("u_not", "bought");
  expect(await people()).toBe(0);
  await track("u_bought", "bought", bought);
  expect(await people()).toBe(1);
  const refused = await make({ props: [{ name: "total", test: { type: "number", op: "between", min: 5, max: 1 } }] });
  expect(refused.json.code).toBe("body_invalid");
});
