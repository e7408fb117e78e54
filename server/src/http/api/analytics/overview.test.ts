import { expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { newId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, sampleTour } from "../../../../test/support/temporary-server.ts";

const { owner, server } = await sharedServer();

const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString();
const times = (count: number, name: string, props: Record<string, unknown>) =>
  Array.from({ length: count }, () => ({ name, props }));

test("counts the panels and dismissals of an announcement in its funnel", async () => {
  const announcement = newId("cnt", systemClock, systemRng);
  const events = [
    ...times(5, "announcement_seen", { content_id: announcement }),
    ...times(5, "announcement_panel_seen", { content_id: announcement, step_id: "q1" }),
    ...times(3, "announcement_acted", { content_id: announcement, step_id: "q1" }),
    ...times(2, "announcement_completed", { content_id: announcement }),
    ...times(1, "announcement_suppressed", { content_id: announcement }),
    ...times(1, "toString", { content_id: announcement }),
  ];
  await owner.call("POST", "/api/track", { app_id: APP.id, external_id: "u_9", events });
  const range = `from=${day(-1)}&to=${day(1)}`;
  const { json } = await owner.call(
    "GET",
    `/api/analytics/funnel?app_id=${APP.id}&content_id=${announcement}&${range}`,
  );
  expect(json.parts).toMatchObject([
    {
      ...{ value: "", started: 5, completed: 2, dismissed: 0, suppressed: 1 },
      steps: [{ step_id: "q1", seen: 5, completed: 3, missing: 0, alert: false }],
    },
  ]);
});

test("reports completions, open steps, and what needs attention in the overview", async () => {
  const made = await owner.call("POST", "/api/contents", {
    ...{ app_id: APP.id, name: "Welcome", slug: "overview-welcome", draft: sampleTour("Hello") },
  });
  const { id, revision } = made.json;
  const published = await owner.call(
    ...(["POST", `/api/contents/${id}/publish`, { app_id: APP.id }, { "if-match": `"${revision}"` }] as const),
  );
  expect(published.status).toBe(200);
  const events = [
    ...times(18, "tour_step_seen", { content_id: id, step_id: "one" }),
    ...times(2, "step_target_missing", { content_id: id, step_id: "one" }),
    ...times(2, "step_prepare_failed", { content_id: id, step_id: "one", action: "open-menu", why: "failed" }),
    ...times(2, "step_obstructed", { content_id: id, step_id: "one", how: "made_inert" }),
    ...times(3, "step_obstructed", { content_id: id, step_id: "one", how: "events_stopped" }),
    ...times(4, "step_obstructed", { content_id: id, step_id: "one", how: "words of a page" }),
  ];
  await owner.call("POST", "/api/track", { app_id: APP.id, external_id: "u_9", events });
  const { json } = await owner.call("GET", `/api/overview?app_id=${APP.id}`);
  expect(json.live_contents).toBeGreaterThanOrEqual(1);
  expect(json.completions.length).toBe(limits.overview_days);
  expect(json.completions.at(-1)).toEqual({ day: day(0).slice(0, 10), count: 2 });
  expect(json.attention).toEqual([
    {
      ...{ kind: "prepare_failed", content_id: id, name: "Welcome", step_id: "one" },
      views: 20,
      failed: 2,
      why: "failed",
    },
    { kind: "target_missing", content_id: id, name: "Welcome", step_id: "one", views: 20, missing: 2 },
    {
      ...{ kind: "page_obstructs", content_id: id, name: "Welcome", step_id: "one" },
      views: 20,
      obstructed: 5,
      how: "events_stopped",
    },
  ]);
  const without = await owner.call("GET", `/api/overview?app_id=${APP.id}&omit=attention`);
  expect(without.json).toEqual({ ...json, attention: [] });
  expect(json.first_steps).toEqual({ connected: false, published: true, invited: false, said: false, goal: false });
});

test("counts an invitation that isn't accepted yet as a first step", async () => {
  await owner.call("POST", "/api/invites", { email: "ada@example.com", role: "viewer" });
  const { json } = await owner.call("GET", `/api/overview?app_id=${APP.id}`);
  expect(json.first_steps.invited).toBe(true);
});

test("lists live trackers of an element without events in the overview, until one arrives", async () => {
  const target = { strategies: [{ kind: "test_id", value: "share" }] };
  const publish = async (name: string, on: object, urls = {}) => {
    const { json } = await owner.call("POST", `/api/trackers?app_id=${APP.id}`, { name, on, urls });
    const path = `/api/trackers/${json.id}/publish?app_id=${APP.id}`;
    expect((await owner.call("POST", path, undefined, { "If-Match": '"1"' })).status).toBe(200);
    return json.id;
  };
  const id = await publish("report_shared", { kind: "click", target });
  await publish("shop_visited", { kind: "page" }, { include: ["/*"] });
  await publish("gave_up", { kind: "rage_click" });
  const silent = async () => {
    const { json } = await owner.call("GET", `/api/overview?app_id=${APP.id}`);
    return json.attention.filter(({ kind }: { readonly kind: string }) => kind === "tracker_silent");
  };
  expect(await silent()).toEqual([]);
  const published_at = Date.now() - limits.tracker_events_days * DAY_MS;
  const { store } = server.fanfare;
  await store.write([{ query: store.db.updateTable("trackers").set({ published_at }).compile() }]);
  expect(await silent()).toEqual([{ kind: "tracker_silent", tracker_id: id, name: "report_shared" }]);
  await owner.call("POST", "/api/track", {
    ...{ app_id: APP.id, external_id: "u_9" },
    events: [{ name: "report_shared" }],
  });
  expect(await silent()).toEqual([]);
});

test("counts the results of content as its report does, also completions that only a backend knows", async () => {
  const [one, other] = [newId("cnt", systemClock, systemRng), newId("cnt", systemClock, systemRng)];
  const send = (external_id: string, events: readonly unknown[]) =>
    owner.call("POST", "/api/track", { app_id: APP.id, external_id, events });
  await send("u_20", [
    ...times(2, "tour_started", { content_id: one }),
    ...times(1, "tour_completed", { content_id: one }),
  ]);
  await send("u_21", times(1, "tour_completed", { content_id: one }));
  await send("u_22", times(1, "tour_started", { content_id: one }));
  const range = `app_id=${APP.id}&from=${day(-1)}&to=${day(1)}`;
  const { json } = await owner.call("GET", `/api/analytics/contents?content_ids=${other},${one}&${range}`);
  const zero = { started: 0, completed: 0 };
  expect(json.items[0]).toEqual({ content_id: other, ...zero, people: zero });
  const funnel = await owner.call("GET", `/api/analytics/funnel?content_id=${one}&${range}`);
  const { started, completed, people } = funnel.json.parts[0];
  expect(json.items[1]).toEqual({
    ...{ content_id: one, started, completed },
    people: { started: people.started, completed: people.completed },
  });
  expect(people).toMatchObject({ started: 2, completed: 1 });
});
