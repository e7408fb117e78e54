import { expect, test } from "bun:test";
import { DAY_MS } from "@fanfare/contract/limits";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, sampleTour } from "../../../../test/support/temporary-server.ts";

const { owner } = await sharedServer({
  contents: { contents: [{ slug: "welcome", name: "Welcome", edition: sampleTour("Hello") }] },
});

const PERIOD = { from: new Date(Date.now() - DAY_MS).toISOString(), to: new Date(Date.now() + DAY_MS).toISOString() };
const event = (name: string) => ({ kind: "event", name });
const track = (external_id: string, ...names: readonly string[]) =>
  owner.call("POST", "/api/track", { app_id: APP.id, external_id, events: names.map((name) => ({ name })) });
const funnel = (path: string, body: object) =>
  owner.call("POST", `/api/analytics/event-funnel${path}?app_id=${APP.id}`, { ...PERIOD, ...body });

test("counts a funnel from event to goal, lists who dropped off, and narrows it to a segment", async () => {
  const goal = await owner.call("POST", "/api/goals", { app_id: APP.id, name: "Ordered", event_name: "order" });
  await track("u_1", "sign_up", "order");
  await track("u_2", "sign_up");
  await track("u_3", "order", "visit");
  await owner.call("POST", "/api/people/import", {
    ...{ app_id: APP.id, people: [{ external_id: "u_2", attributes: { plan: "pro" } }] },
  });
  const steps = [event("sign_up"), { kind: "goal", goal_id: goal.json.id }];
  const { json } = await funnel("", { steps });
  expect(json).toMatchObject({ whole: true, checked: 2, steps: [{ people: 2, median_ms: null }, { people: 1 }] });

  const people = async (body: object) => {
    const listed = await funnel("/people", { steps, ...body });
    const ids = listed.json.items.map(({ person }: { person: { external_id: string } }) => person.external_id);
    return { total: listed.json.total, ids: ids.toSorted() };
  };
  expect(await people({ step: 1 })).toEqual({ total: 2, ids: ["u_1", "u_2"] });
  expect(await people({ step: 2 })).toEqual({ total: 1, ids: ["u_1"] });
  expect(await people({ step: 2, outcome: "dropped" })).toEqual({ total: 1, ids: ["u_2"] });

  const rule = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } };
  const segment = await owner.call("POST", "/api/segments", { name: "Pro", rule });
  const narrowed = await funnel("", { steps, segment_id: segment.json.id });
  expect(narrowed.json).toMatchObject({ checked: 2, steps: [{ people: 1 }, { people: 0 }] });

  const csv = await funnel("", { steps, format: "csv" });
  expect(csv.text.split("\r\n").map((line) => line.split(",").slice(0, 6).join(","))).toEqual([
    "step,name,people,share_of_first,share_of_previous,dropped",
    ...["1,sign_up,2,1,1,0", "2,Ordered,1,0.5,0.5,1", ""],
  ]);
});

test("refuses funnels with one step, a goal twice, unknown content, and other steps", async () => {
  const goal = { kind: "goal", goal_id: "gol_none" };
  const content = { kind: "content", content_id: "cnt_none", state: "viewed" };
  const code = async (path: string, body: object) => (await funnel(path, body)).json.code;
  expect(await code("", { steps: [event("a")] })).toBe("body_invalid");
  expect(await code("", { steps: [goal, goal] })).toBe("body_invalid");
  expect(await code("", { steps: [event("a"), goal] })).toBe("goal_not_found");
  expect(await code("", { steps: [content, event("a")] })).toBe("content_not_found");
  expect(await code("/people", { steps: [event("a"), event("b")], step: 3 })).toBe("body_invalid");
  expect(await code("", { steps: [event("a"), event("b")], segment_id: "seg_none" })).toBe("segment_not_found");
});

test("compares people who completed content with the others, and counts cohorts, as JSON and CSV", async () => {
  const { json: listed } = await owner.call("GET", `/api/contents?app_id=${APP.id}`);
  const content_id = listed.items[0].id;
  const props = { content_id, version: 1, run_id: "run_1" };
  await owner.call("POST", "/api/track", {
    ...{ app_id: APP.id, external_id: "u_1" },
    events: ["tour_started", "tour_completed"].map((name) => ({ name, props })),
  });
  const query = new URLSearchParams({ app_id: APP.id, ...PERIOD, content_id });
  const { json } = await owner.call("GET", `/api/analytics/retention?${query}`);
  const none = { group: "other", people: 0, weeks: [] };
  expect(json).toEqual({ groups: [{ group: "completed", people: 1, weeks: [] }, none], checked: 1, whole: true });
  const csv = await owner.call("GET", `/api/analytics/retention?${query}&format=csv`);
  expect(csv.text.split("\r\n").map((line) => line.split(",").slice(0, 4).join(","))).toEqual([
    ...["group,people,week_0_people,week_0_active", "completed,1,,", "other,0,,", ""],
  ]);
  const cohorts = await owner.call(
    "GET",
    `/api/analytics/cohorts?${new URLSearchParams({ app_id: APP.id, ...PERIOD })}`,
  );
  const people = cohorts.json.cohorts.reduce((sum: number, cohort: { people: number }) => sum + cohort.people, 0);
  expect({ people, checked: cohorts.json.checked }).toEqual({ people: 3, checked: 3 });
});
