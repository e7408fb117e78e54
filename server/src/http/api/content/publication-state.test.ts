import { beforeAll, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { HOUR_MS, limits } from "@fanfare/contract/limits";
import type { ContentSummary } from "@fanfare/contract/schema/responses/content/content";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, sampleTour } from "../../../../test/support/temporary-server.ts";
import { publishDue } from "../../../engage/publish/scheduled-publications.ts";

const START_MS = Date.UTC(2026, 10, 21, 12);
const clock = manualClock(START_MS);
const { server, owner } = await sharedServer({ clock });
let id: string;
beforeAll(async () => {
  const draft = { app_id: APP.id, slug: "welcome", name: "Welcome", draft: sampleTour("One") };
  id = (await owner.call("POST", "/api/contents", draft)).json.id;
});

const act = (verb: string, more: object = {}, revision = 1) =>
  owner.call("POST", `/api/contents/${id}/${verb}`, { app_id: APP.id, ...more }, { "If-Match": `"${revision}"` });
const shown = async () =>
  (await server.browser().call("POST", "/v1/boot?app=shop", {})).json.decisions.map(
    (each: { edition: { body: { steps: { title: string }[] } } }) => each.edition.body.steps[0]?.title,
  );
const version = () => server.fanfare.apps.byId(APP.id)?.config_version ?? 0;

test("hides paused content until resumed, and signals pages of both", async () => {
  await act("publish");
  expect(await shown()).toEqual(["One"]);
  const before = version();
  expect((await act("pause")).status).toBe(200);
  expect([await shown(), version()]).toEqual([[], before + 1]);
  // Idempotent.
  await act("pause");
  expect(version()).toBe(before + 1);
  const { json } = await owner.call("GET", `/api/explain?app_id=${APP.id}&person=ada&content_id=welcome`);
  expect(json.items[0].gates[0]).toMatchObject({
    gate: "not_published",
    evidence: "Published in this app, but paused.",
  });
  await act("resume");
  expect([await shown(), version()]).toEqual([["One"], before + 2]);
});

test("lists and counts paused content apart from live content, edited or not", async () => {
  const made = { app_id: APP.id, slug: "held", name: "Held", draft: sampleTour("Held") };
  const held: string = (await owner.call("POST", "/api/contents", made)).json.id;
  const send = (verb: string, revision = 1) =>
    owner.call("POST", `/api/contents/${held}/${verb}`, { app_id: APP.id }, { "If-Match": `"${revision}"` });
  const found = async (status: string) => {
    const { items } = (await owner.call("GET", `/api/contents?app_id=${APP.id}&q=held&status=${status}`)).json;
    return items.map((each: ContentSummary) => [each.status, each.edited]);
  };
  const stands = async () => {
    const { items } = (await owner.call("GET", `/api/facets/contents?app_id=${APP.id}&q=held&by=status`)).json;
    const { items: versions } = (await owner.call("GET", `/api/contents/${held}/versions`)).json;
    return [items[0], versions[0].live_in, versions[0].paused_in];
  };
  const counted = async () => {
    const { live_contents, paused_contents } = (await owner.call("GET", `/api/overview?app_id=${APP.id}`)).json;
    return [live_contents, paused_contents];
  };
  await send("publish");
  const [live, paused] = await counted();
  expect(await stands()).toEqual([{ value: "live", count: 1 }, [APP.id], []]);
  await send("pause");
  expect(await counted()).toEqual([live - 1, paused + 1]);
  expect(await stands()).toEqual([{ value: "paused", count: 1 }, [APP.id], [APP.id]]);
  expect([await found("paused"), await found("live")]).toEqual([[["paused", false]], []]);
  const path = `/api/contents/${held}?app_id=${APP.id}`;
  await owner.call("PATCH", path, { draft: sampleTour("Held, edited") }, { "If-Match": '"1"' });
  expect([await found("paused"), await found("changed")]).toEqual([[["paused", true]], []]);
  await send("resume");
  expect([await found("paused"), await found("changed")]).toEqual([[], [["changed", true]]]);
  // Archived content is neither live nor paused.
  await send("archive");
  expect(await counted()).toEqual([live - 1, paused]);
});

test("publishes an older version unchanged and keeps the draft", async () => {
  const path = `/api/contents/${id}?app_id=${APP.id}`;
  const saved = await owner.call("PATCH", path, { draft: sampleTour("Two") }, { "If-Match": '"1"' });
  await act("publish", {}, saved.json.revision);
  expect(await shown()).toEqual(["Two"]);
  const { json } = await owner.call("GET", `/api/contents/${id}/versions`);
  const first = json.items.find((each: { number: number }) => each.number === 1);
  const back = await act("rollback", { version_id: first.id });
  expect([back.status, back.json.content.draft.body.steps[0].title]).toEqual([200, "Two"]);
  expect(await shown()).toEqual(["One"]);
  for (const version_id of ["ver_nothing", "x"]) {
    expect((await act("rollback", { version_id })).json.code).toBe("version_not_found");
  }
});

test("signals pages and lists when scheduled content begins and ends", async () => {
  const schedule = { starts_at: "2026-11-21T13:00", ends_at: "2026-11-21T15:00", zone: "utc" };
  const path = `/api/contents/${id}?app_id=${APP.id}`;
  const { json: present } = await owner.call("GET", path);
  const draft = { ...sampleTour("Sale"), schedule };
  const saved = await owner.call("PATCH", path, { draft }, { "If-Match": `"${present.revision}"` });
  await act("publish", {}, saved.json.revision);
  expect(await shown()).toEqual([]);
  const listed = async (status: string) => {
    const { items } = (await owner.call("GET", `/api/contents?app_id=${APP.id}&status=${status}`)).json;
    return items.map((each: ContentSummary) => [each.id, each.status, each.starts_at]);
  };
  expect(await listed("scheduled")).toEqual([[id, "scheduled", "2026-11-21T13:00:00.000Z"]]);
  expect(await listed("live")).toEqual([]);
  expect((await owner.call("GET", `/api/overview?app_id=${APP.id}`)).json.live_contents).toBe(0);
  const { items: versions } = (await owner.call("GET", `/api/contents/${id}/versions`)).json;
  expect(versions[0]).toMatchObject({ live_in: [APP.id], starts_at: "2026-11-21T13:00:00.000Z" });
  for (const [at_ms, there] of [
    [START_MS + HOUR_MS, ["Sale"]],
    [START_MS + 3 * HOUR_MS, []],
  ] as const) {
    const before = version();
    // The timer is set only after the published content has been reloaded.
    while (version() === before) {
      if (clock.now() < at_ms) clock.advance(limits.schedule_wait_ms_max);
      await Bun.sleep(1);
    }
    expect([version(), await shown()]).toEqual([before + 1, [...there]]);
    expect([await listed("scheduled"), await listed("live")]).toEqual([[], [[id, "live", null]]]);
  }
});

test("publishes a scheduled version at its time, also after downtime, unless canceled or archived", async () => {
  const create = async (slug: string): Promise<string> => {
    const made = { app_id: APP.id, slug, name: slug, draft: sampleTour("Then") };
    return (await owner.call("POST", "/api/contents", made)).json.id;
  };
  const call = (content: string, method: string, body?: object) =>
    owner.call(method, `/api/contents/${content}/schedule?app_id=${APP.id}`, body, { "If-Match": '"1"' });
  const status = async (content: string) => {
    const { json } = await owner.call("GET", `/api/contents/${content}?app_id=${APP.id}`);
    return [json.status, json.publishes_at];
  };
  const [later, canceled, archived] = [await create("later"), await create("canceled"), await create("put-away")];
  const publish_at = new Date(clock.now() + HOUR_MS).toISOString();
  expect((await call(later, "POST", { publish_at: new Date(clock.now()).toISOString() })).status).toBe(400);
  for (const content of [later, canceled, archived]) {
    expect((await call(content, "POST", { publish_at })).json).toMatchObject({ publishes_at: publish_at });
  }
  expect((await call(canceled, "DELETE")).json.publishes_at).toBeNull();
  await owner.call("POST", `/api/contents/${archived}/archive?app_id=${APP.id}`);
  // A change after scheduling isn't published.
  const path = `/api/contents/${later}?app_id=${APP.id}`;
  await owner.call("PATCH", path, { draft: sampleTour("Much later") }, { "If-Match": '"1"' });
  await publishDue(server.fanfare.operator);
  expect(await status(later)).toEqual(["draft", publish_at]);
  // The server was down when it became due.
  await publishDue({ ...server.fanfare.operator, clock: manualClock(clock.now() + 5 * HOUR_MS) });
  expect([await status(later), await shown()]).toEqual([["changed", null], expect.arrayContaining(["Then"])]);
  expect([await status(canceled), await status(archived)]).toEqual([
    ["draft", null],
    ["archived", null],
  ]);
});

test("resumes the paused version when it's published, rolled back to, or scheduled", async () => {
  const draft = { app_id: APP.id, slug: "resumed", name: "Resumed", draft: sampleTour("Again") };
  const content: string = (await owner.call("POST", "/api/contents", draft)).json.id;
  const send = (verb: string, body: object = {}) =>
    owner.call("POST", `/api/contents/${content}/${verb}?app_id=${APP.id}`, body, { "If-Match": '"1"' });
  const status = async () => (await owner.call("GET", `/api/contents/${content}?app_id=${APP.id}`)).json.status;
  const audited = async () => {
    const { items } = (await owner.call("GET", `/api/audit?resource_id=${content}&limit=1`)).json;
    return [items[0].action, items[0].detail];
  };
  await send("publish");
  const version_id: string = (await owner.call("GET", `/api/contents/${content}/versions`)).json.items[0].id;
  for (const [verb, body] of [
    ["publish", {}],
    ["rollback", { version_id }],
  ] as const) {
    await send("pause");
    const before = version();
    // Entries of the audit log have the order of their times.
    clock.advance(1_000);
    expect((await send(verb, body)).json.content.status).toBe("live");
    expect([await shown(), version()]).toEqual([expect.arrayContaining(["Again"]), before + 1]);
    expect(await audited()).toEqual(["content.resume", {}]);
  }
  await send("pause");
  await send("schedule", { publish_at: new Date(clock.now() + HOUR_MS).toISOString() });
  await publishDue({ ...server.fanfare.operator, clock: manualClock(clock.now() + 2 * HOUR_MS) });
  expect([await status(), await audited()]).toEqual(["live", ["content.resume", { scheduled: true }]]);
});

test("audits no publication of a scheduled version that is live already", async () => {
  const draft = { app_id: APP.id, slug: "live-already", name: "Live already", draft: sampleTour("Same") };
  const content: string = (await owner.call("POST", "/api/contents", draft)).json.id;
  const send = (verb: string, body: object = {}) =>
    owner.call("POST", `/api/contents/${content}/${verb}?app_id=${APP.id}`, body, { "If-Match": '"1"' });
  await send("schedule", { publish_at: new Date(clock.now() + HOUR_MS).toISOString() });
  await send("publish");
  const before = version();
  await publishDue({ ...server.fanfare.operator, clock: manualClock(clock.now() + 2 * HOUR_MS) });
  const { items } = (await owner.call("GET", `/api/audit?resource_id=${content}&limit=10`)).json;
  const actions = items.map(({ action }: { action: string }) => action);
  expect([actions.filter((action: string) => action === "content.publish").length, version()]).toEqual([1, before]);
  expect((await owner.call("GET", `/api/contents/${content}?app_id=${APP.id}`)).json.publishes_at).toBeNull();
});

test("publishes what is due although another scheduled publication fails unexpectedly", async () => {
  const publish_at = new Date(clock.now() + HOUR_MS).toISOString();
  const schedule = async (slug: string): Promise<string> => {
    const made = { app_id: APP.id, slug, name: slug, draft: sampleTour("Due") };
    const content: string = (await owner.call("POST", "/api/contents", made)).json.id;
    await owner.call(
      "POST",
      `/api/contents/${content}/schedule?app_id=${APP.id}`,
      { publish_at },
      { "If-Match": '"1"' },
    );
    return content;
  };
  const [failing, other] = [await schedule("failing"), await schedule("other")];
  const { operator } = server.fanfare;
  const write: typeof operator.store.write = (statements) =>
    statements.some(({ query }) => query.parameters.includes(failing))
      ? Promise.reject(new Error("This content can't be stored."))
      : operator.store.write(statements);
  const due = manualClock(clock.now() + 2 * HOUR_MS);
  await publishDue({ ...operator, clock: due, store: { ...operator.store, write } });
  const status = async (content: string) =>
    (await owner.call("GET", `/api/contents/${content}?app_id=${APP.id}`)).json.status;
  expect([await status(failing), await status(other)]).toEqual(["draft", "live"]);
  await publishDue({ ...operator, clock: due });
  expect(await status(failing)).toBe("live");
});
