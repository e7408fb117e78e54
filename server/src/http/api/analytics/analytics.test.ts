import { beforeAll, expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { newId } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, sampleTour } from "../../../../test/support/temporary-server.ts";

const content_id = newId("cnt", systemClock, systemRng);
const times = (count: number, name: string, props: Record<string, unknown>) =>
  Array.from({ length: count }, () => ({ name, props: { content_id, ...props } }));

/** No test ID, but three elements with that text: the closest match. */
const TRIED = [
  { kind: "test_id", matches: 0, visible: 0 },
  { kind: "text", matches: 3, visible: 2 },
];
const NEAR = { strategy: "text", found: "several", times: 2 };

const { server, owner } = await sharedServer();
beforeAll(async () => {
  const events = [
    ...times(26, "tour_started", { version: 1, wait_ms: 180 }),
    ...times(4, "tour_started", { version: 1, wait_ms: 4_000 }),
    ...times(10, "tour_started", { version: 2 }),
    ...times(18, "tour_step_seen", { version: 1, step_id: "one" }),
    ...times(2, "step_target_missing", { version: 1, step_id: "one", tried: TRIED }),
    ...times(40, "tour_step_seen", { version: 1, step_id: "two" }),
    ...times(2, "step_prepare_failed", { version: 1, step_id: "one", action: "open-menu", why: "unknown" }),
    ...times(3, "step_prepare_failed", { version: 1, step_id: "one", action: "open-menu", why: "late" }),
    ...times(1, "step_prepare_failed", { version: 1, step_id: "one", action: "open-menu", why: "words of a page" }),
    ...times(12, "tour_completed", { version: 1 }),
    ...times(3, "tour_dismissed", { version: 1, unseen: true, reason: "escape" }),
    ...times(1, "tour_step_completed", { version: 1, step_id: "one", unseen: true }),
    ...times(2, "tour_dismissed", { version: 1, reason: "error", error: "TypeError" }),
    ...times(1, "tour_dismissed", { version: 1, reason: "error", error: "the words of <a page>" }),
    ...times(1, "not_ours", { version: 1 }),
    // The holdout isn't part of any funnel.
    ...times(2, "experiment_exposed", { version: 3, variant: "holdout" }),
  ];
  await owner.call("POST", "/api/track", { app_id: APP.id, external_id: "=u_1", events });
});

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();
const funnel = (by: string) =>
  owner.call(
    "GET",
    `/api/analytics/funnel?app_id=${APP.id}&content_id=${content_id}&from=${day(-1)}&to=${day(1)}&by=${by}`,
  );

test("computes a funnel and reports failing targets", async () => {
  const whole = (await funnel("all")).json;
  expect(whole.parts).toMatchObject([{ value: "", started: 40, completed: 12, dismissed: 0 }]);
  expect(whole.parts[0].steps).toEqual([
    {
      ...{ step_id: "one", seen: 18, completed: 0, missing: 2, alert: true, near: [NEAR] },
      people: { seen: 1, completed: 0, missing: 1 },
      unready: [
        { why: "late", times: 3 },
        { why: "unknown", times: 2 },
      ],
    },
    {
      ...{ step_id: "two", seen: 40, completed: 0, missing: 0, alert: false, near: [] },
      people: { seen: 1, completed: 0, missing: 0 },
    },
  ]);
  // Unseen runs count only as unseen, failed ones only as errors by kind.
  expect(whole.parts[0]).toMatchObject({
    unseen: 3,
    errors: [
      { kind: "TypeError", times: 2 },
      { kind: "Error", times: 1 },
    ],
    time_to_show: { p50_ms_max: 250, p95_ms_max: 5_000 },
  });
  const versions = (await funnel("version")).json.parts.map(({ value, started }: Record<string, unknown>) => [
    value,
    started,
  ]);
  expect(versions).toEqual([
    ["1", 30],
    ["2", 10],
  ]);
  expect((await funnel("variant")).json.parts).toMatchObject([{ value: "", started: 40 }]);
  const too_long = `from=${day(-limits.analytics_days_max - 1)}&to=${day(0)}`;
  const wrong = await owner.call("GET", `/api/analytics/funnel?app_id=${APP.id}&content_id=x&${too_long}`);
  expect(wrong.json.code).toBe("query_invalid");
});

test("filters a funnel by segment ID", async () => {
  const rule = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } };
  const made = (await owner.call("POST", "/api/segments", { name: "Pro", rule })).json;
  const range = `from=${day(-1)}&to=${day(1)}`;
  const query = (segment_id: string) =>
    owner.call(
      "GET",
      `/api/analytics/funnel?app_id=${APP.id}&content_id=${content_id}&${range}&segment_id=${segment_id}`,
    );
  // One person has all these views, and isn't in the segment.
  expect((await query(made.id)).json).toMatchObject({
    segment: { id: made.id, met: 1, people: 0, whole: true },
    parts: [],
    reasons: [],
  });
  expect((await query("seg_gone")).json.code).toBe("segment_not_found");
});

test("exports each row of an app once, without spreadsheet formulas", async () => {
  const events = await owner.call("GET", `/api/exports?app_id=${APP.id}&table=events&format=ndjson`);
  const rows = events.text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(rows.length).toBe(128);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(128);
  const people = await owner.call("GET", `/api/exports?app_id=${APP.id}&table=people`);
  expect(people.headers.get("Content-Disposition")).toContain("people.csv");
  expect(people.text).toContain(",'=u_1,");
  const rollups = await owner.call("GET", `/api/exports?app_id=${APP.id}&table=event_rollups&format=ndjson`);
  const counted = rollups.text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).events as number);
  expect(counted.reduce((sum, each) => sum + each, 0)).toBe(128);
});

test("exports people with the search, identity, and segment filters of the list", async () => {
  const put = (id: string, attributes: object) =>
    owner.call("PUT", `/api/people/${id}?app_id=${APP.id}`, { attributes });
  await put("fil_1", { name: "Filed Ada", email: "ada@filed.example", plan: "filed" });
  await put("fil_2", { name: "Filed Grace", plan: "filed" });
  await put("fil_3", { name: "Mary Filed", plan: "other" });
  const rule = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "filed" } };
  const segment = (await owner.call("POST", "/api/segments", { name: "Filed", rule })).json;
  const file = async (narrowed: string): Promise<string[]> => {
    const query = `/api/exports?app_id=${APP.id}&table=people&format=ndjson&${narrowed}`;
    const lines = (await owner.call("GET", query)).text.split("\n").filter((line) => line !== "");
    return lines.map((line) => JSON.parse(line).external_id).toSorted();
  };
  expect(await file("q=filed")).toEqual(["fil_1", "fil_2", "fil_3"]);
  expect(await file("q=FIL_2")).toEqual([]);
  expect(await file("q=ada@filed")).toEqual(["fil_1"]);
  expect(await file(`segment_id=${segment.id}`)).toEqual(["fil_1", "fil_2"]);
  expect(await file(`q=filed%20a&segment_id=${segment.id}`)).toEqual(["fil_1"]);
  expect(await file("q=filed&identity=anonymous")).toEqual([]);
  const audit = (await owner.call("GET", "/api/audit?action=app.export&limit=1")).json.items[0];
  expect(audit.detail).toEqual({ table: "people", format: "ndjson", searched: true, identity: "anonymous" });
});

test("exports only the selected people, each once, identified or not", async () => {
  const put = (id: string) => owner.call("PUT", `/api/people/${id}?app_id=${APP.id}`, { attributes: { plan: "cho" } });
  for (const id of ["cho_1", "cho_2", "cho_3"]) await put(id);
  const chosen = { app_id: APP.id, format: "ndjson", people: ["cho_3", "cho_1", "cho_1", "cho_gone", "anon-gone"] };
  const file = await owner.call("POST", "/api/exports", chosen);
  const lines = file.text.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).external_id)).toEqual(["cho_3", "cho_1"]);
  expect(file.headers.get("Content-Disposition")).toContain("people.ndjson");
  const audit = (await owner.call("GET", "/api/audit?action=app.export&limit=1")).json.items[0];
  expect(audit.detail).toEqual({ table: "people", format: "ndjson", chosen: 5 });
  const many = Array.from({ length: limits.selected_max + 1 }, (_, index) => `cho_${index}`);
  expect((await owner.call("POST", "/api/exports", { ...chosen, people: many })).json.code).toBe("body_invalid");
});

test("exports content as listed, also with filters", async () => {
  const draft = { ...sampleTour("Hello"), tags: ["filed"] };
  for (const slug of ["filed-b", "filed-a", "other-one"]) {
    const name = slug.startsWith("filed") ? `Filed ${slug}` : "Another";
    await owner.call("POST", "/api/contents", { app_id: APP.id, slug, name, draft });
  }
  const file = async (narrowed: string) => {
    const query = `/api/exports?app_id=${APP.id}&table=contents&format=ndjson&${narrowed}`;
    const lines = (await owner.call("GET", query)).text.split("\n").filter((line) => line !== "");
    return lines.map((line) => JSON.parse(line));
  };
  const filed = await file("q=filed&status=draft&type=tour&tag=filed");
  expect(filed.map(({ slug, status, draft_issues }) => [slug, status, draft_issues])).toEqual([
    ["filed-a", "draft", 0],
    ["filed-b", "draft", 0],
  ]);
  expect(await file("q=filed&status=live")).toEqual([]);
  expect((await file("tag=filed")).length).toBe(3);
  const other = await owner.call("GET", `/api/exports?app_id=${APP.id}&table=events&tag=filed`);
  expect([other.status, other.json.code]).toEqual([400, "query_invalid"]);
});

test("exports segments, members, and tokens as shown, without hashes or secrets", async () => {
  const file = async (table: string) =>
    (await owner.call("GET", `/api/exports?app_id=${APP.id}&table=${table}`)).text.trimEnd().split("\r\n");
  const rule = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "a,b" } };
  await owner.call("POST", "/api/segments", { name: "=Taken along", rule });
  const segments = await file("segments&q=TAKEN");
  expect(segments[0]).toBe("id,name,rule,revision,created_at,updated_at");
  expect(segments).toHaveLength(2);
  expect(segments[1]).toContain(`,'=Taken along,"{""kind"":""attribute""`);
  const [head, ...members] = await file("members");
  expect(head).toBe("id,name,email,role,two_factor,created_at,has_password,has_provider,last_seen_at,deactivated");
  expect(members).toEqual([expect.stringContaining("owner@example.com,owner,0,")]);
  const input = { name: "Night's files", scopes: ["export.read"] };
  const { json: made } = await owner.call("POST", "/api/tokens", input);
  const tokens = await file("tokens");
  expect(tokens[0]).toBe("id,name,member_id,scopes,created_at,last_used_at,expires_at");
  expect(tokens.find((line) => line.includes("Night's files"))).toContain('"[""export.read""]"');
  expect(tokens.join()).not.toContain(made.token);
  const script = (table: string) =>
    server.browser().call("GET", `/api/exports?app_id=${APP.id}&table=${table}`, undefined, {
      Authorization: `Bearer ${made.token}`,
    });
  expect((await script("segments")).status).toBe(200);
  for (const table of ["members", "tokens"]) {
    expect([table, (await script(table)).json.code]).toEqual([table, "scope_insufficient"]);
  }
});

test("rejects filters for an export of another table", async () => {
  const { status, json } = await owner.call("GET", `/api/exports?app_id=${APP.id}&table=events&q=ada`);
  expect([status, json.code, json.fields[0].pointer]).toEqual([400, "query_invalid", "/table"]);
  const stateless = await owner.call("GET", `/api/exports?app_id=${APP.id}&table=runs&state=dead`);
  expect([stateless.status, stateless.json.code]).toEqual([400, "query_invalid"]);
  const other = await owner.call("GET", `/api/exports?app_id=${APP.id}&table=runs&webhook_id=whk_1`);
  expect([other.status, other.json.code]).toEqual([400, "query_invalid"]);
  const gone = await owner.call("GET", `/api/exports?app_id=${APP.id}&table=people&segment_id=seg_gone`);
  expect(gone.json.code).toBe("segment_not_found");
});

test("lists the app's own event names by frequency, without content events", async () => {
  const events = [{ name: "signed_up" }, { name: "order_shipped" }, { name: "order_shipped" }];
  await owner.call("POST", "/api/track", { app_id: APP.id, external_id: "u_2", events });
  const { status, json } = await owner.call("GET", `/api/event-names?app_id=${APP.id}`);
  expect([status, json]).toEqual([
    200,
    {
      items: [
        { name: "order_shipped", events: 2 },
        { name: "not_ours", events: 1 },
        { name: "signed_up", events: 1 },
      ],
    },
  ]);
});
