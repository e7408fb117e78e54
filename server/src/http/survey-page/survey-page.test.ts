import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { manualClock } from "@fanfare/contract/lib/clock";
import { DAY_MS } from "@fanfare/contract/limits";
import { APP, startTemporaryServer } from "../../../test/support/temporary-server.ts";

const BODY = {
  ...{ type: "survey", title: "How <is> it?", share_by_link: true },
  questions: [{ id: "nps", kind: "nps", title: "Recommend us?" }],
};

test("a survey has a page at its link while it is live and its author shares it", async () => {
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const create = async (slug: string, more: object, draft: object = {}) => {
    const content = { app_id: APP.id, slug, name: slug, draft: { body: { ...BODY, ...more }, ...draft } };
    const { json } = await owner.call("POST", "/api/contents", content);
    const change = async (what: string): Promise<void> => {
      const { json: now } = await owner.call("GET", `/api/contents/${json.id}?app_id=${APP.id}`);
      const tag = { "If-Match": `"${now.revision}"` };
      const done = await owner.call("POST", `/api/contents/${json.id}/${what}`, { app_id: APP.id }, tag);
      expect([what, done.status]).toEqual([what, 200]);
    };
    return change;
  };
  const page = (slug: string, language = "en") =>
    fetch(`${server.url}/s/${slug}`, { headers: { "Accept-Language": language } });
  const shared = await create("shared", {});
  await (await create("own", { share_by_link: undefined }))("publish");
  await (await create("past", {}, { schedule: { ends_at: "2020-01-01T00:00", zone: "utc" } }))("publish");
  await (await create("coming", {}, { schedule: { starts_at: "2100-01-01T00:00", zone: "utc" } }))("publish");

  expect((await page("shared")).status).toBe(404);
  await shared("publish");
  const open = await page("shared");
  const html = await open.text();
  expect([open.status, open.headers.get("X-Robots-Tag")]).toEqual([200, "noindex, nofollow"]);
  expect(html).toContain("<title>How &lt;is&gt; it?</title>");
  expect(html).toMatch(/<noscript>.*needs JavaScript/);
  expect(open.headers.get("Content-Security-Policy")).not.toContain("unsafe");
  for (const [slug, status, text] of [
    ["own", 404, "doesn’t exist"],
    ["nothing", 404, "doesn’t exist"],
    [`shared?app=other`, 404, "doesn’t exist"],
    ["past", 410, "has ended"],
    ["coming", 403, "isn’t open right now"],
  ] as const) {
    const closed = await page(slug);
    expect([slug, closed.status, closed.headers.get("Content-Type")]).toEqual([
      slug,
      status,
      "text/html; charset=UTF-8",
    ]);
    expect(await closed.text()).toContain(text);
  }
  expect(await (await page("past", "ar-EG")).text()).toContain('<html lang="ar" dir="rtl">');
  await shared("pause");
  expect((await page("shared")).status).toBe(403);
});

test("a link opens its survey whatever its targeting, and again only until it is completed", async () => {
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const audience = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } };
  const draft = { body: BODY, targeting: { audience }, trigger: { kind: "manual" }, frequency: { mode: "once" } };
  const { json: made } = await owner.call("POST", "/api/contents", {
    ...{ app_id: APP.id, slug: "shared", name: "Shared", draft },
  });
  const tag = { "If-Match": `"${made.revision}"` };
  expect((await owner.call("POST", `/api/contents/${made.id}/publish`, { app_id: APP.id }, tag)).status).toBe(200);
  // The page of the link is not among the origins of the app.
  const { json: app } = await owner.call("GET", `/api/apps/${APP.id}`);
  const origins = { allowed_origins: ["https://shop.example"] };
  expect((await owner.call("PATCH", `/api/apps/${APP.id}`, origins, { "If-Match": `"${app.revision}"` })).status).toBe(
    200,
  );

  let token: string | undefined;
  const call = async (path: string, body: object, site = "same-origin") => {
    const response = await fetch(`${server.url}/v1/${path}?app=${APP.key}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Sec-Fetch-Site": site, Origin: server.url },
      body: JSON.stringify({ ...body, ...(token === undefined ? {} : { anonymous_token: token }) }),
    });
    return { status: response.status, json: await response.json() };
  };
  expect((await call("surveys/shared", {}, "cross-site")).json.code).toBe("origin_refused");
  const { json: first } = await call("surveys/shared", {});
  expect(first).toMatchObject({ status: "open", survey: { slug: "shared", run: null } });
  token = first.anonymous.token;
  const run_id = "run_019e2b7a-6c00-7000-8000-000000000001";
  const { content_id, version_id } = first.survey;
  const start = { action: "start", run_id, content_id, version_id, step_id: "nps", reason: "survey_link" };
  expect((await call("progress", start)).status).toBe(200);
  expect((await call("surveys/shared", {})).json.survey.run).toMatchObject({ run_id, step_id: "nps" });
  const at = new Date().toISOString();
  const event = (index: number, name: string, props: object) => ({
    ...{ id: `019e2b7a-6c00-7000-8000-00000000001${index}`, name, at },
    props: { content_id, version: 1, run_id, ...props },
  });
  const events = [
    event(1, "survey_started", { start_reason: "survey_link" }),
    event(2, "survey_answered", { step_id: "nps", answer: 9 }),
    event(3, "survey_completed", {}),
  ];
  expect((await call("events", { events })).json).toMatchObject({ accepted: 3, rejected: [] });
  expect((await call("progress", { action: "end", run_id, seq: 1, reason: "completed" })).status).toBe(200);
  expect((await call("surveys/shared", {})).json).toMatchObject({ status: "completed", survey: null });
  const path = `/api/contents/${content_id}/answers`;
  expect((await owner.call("GET", `${path}?app_id=${APP.id}`)).json).toMatchObject({
    responses: 1,
    partial: 0,
    by_link: 1,
  });
  const { json: list } = await owner.call("GET", `${path}/nps?app_id=${APP.id}`);
  expect(list.items).toMatchObject([{ answer: 9, by_link: true }]);
});

test("takes anonymous responses from the start of the survey until an hour after its end", async () => {
  const clock = manualClock(Date.UTC(2026, 10, 20, 12));
  await using server = await startTemporaryServer({ clock });
  const owner = await server.ownerBrowser();
  const publish = async (slug: string, zone: "utc" | "person"): Promise<void> => {
    const schedule = { starts_at: "2026-11-21T13:00", ends_at: "2026-11-21T14:00", zone };
    const draft = { body: { ...BODY, anonymous: true }, schedule };
    const { json } = await owner.call("POST", "/api/contents", { app_id: APP.id, slug, name: slug, draft });
    const path = `/api/contents/${json.id}/publish?app_id=${APP.id}`;
    expect((await owner.call("POST", path, {}, { "If-Match": '"1"' })).status).toBe(200);
  };
  await publish("soon", "utc");
  await publish("local", "person");
  const respond = async (slug: string) => {
    const response = { id: crypto.randomUUID(), version: 1, answers: [{ step_id: "nps", answer: 9 }] };
    const { status, json } = await server
      .browser()
      .call("POST", `/v1/surveys/${slug}/responses?app=${APP.key}`, response);
    return json?.code ?? status;
  };
  const closed = "survey_not_open";
  // A response has no time zone: local times count from the first one to the last one.
  for (const [time, soon, local] of [
    ["2026-11-20T22:59Z", closed, closed],
    ["2026-11-20T23:00Z", closed, 204],
    ["2026-11-21T12:59Z", closed, 204],
    ["2026-11-21T13:00Z", 204, 204],
    ["2026-11-21T14:59Z", 204, 204],
    ["2026-11-21T15:00Z", closed, 204],
    ["2026-11-22T02:59Z", closed, 204],
    ["2026-11-22T03:00Z", closed, closed],
  ] as const) {
    clock.advance(Date.parse(time) - clock.now());
    expect([time, await respond("soon"), await respond("local")]).toEqual([time, soon, local]);
  }
});

test("an anonymous response changes nothing but answers that name no person", async () => {
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const questions = [
    {
      id: "nps",
      kind: "nps",
      title: "Recommend us?",
      branches: [{ when: { kind: "numbers", from: 9, to: 10 }, go_to: null }],
    },
    { id: "why", kind: "text", title: "Why?" },
  ];
  const publish = async (slug: string, anonymous: true | undefined): Promise<string> => {
    const draft = { body: { ...BODY, anonymous, questions }, frequency: { mode: "always" } };
    const { json } = await owner.call("POST", "/api/contents", { app_id: APP.id, slug, name: slug, draft });
    const tag = { "If-Match": `"${json.revision}"` };
    expect((await owner.call("POST", `/api/contents/${json.id}/publish`, { app_id: APP.id }, tag)).status).toBe(200);
    return json.id;
  };
  const [content_id] = [await publish("secret", true), await publish("named", undefined)];
  let cookie = "";
  const call = async (path: string, body: object, more: Record<string, string> = {}) => {
    const headers = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin", Cookie: cookie, ...more };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(`${server.url}/v1/${path}?app=${APP.key}`, init);
    cookie ||= response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    return {
      status: response.status,
      cookies: response.headers.getSetCookie(),
      json: await response.json().catch(() => null),
    };
  };
  // A known visitor: the browser has the cookie of an anonymous person, who is stored.
  const { json: named } = await call("surveys/named", {});
  const at = new Date().toISOString();
  const seen = { id: "019e2b7a-6c00-7000-8000-000000000010", name: "seen", at, props: {} };
  expect((await call("events", { events: [seen] })).json.accepted).toBe(1);

  const before = tablesOf(server.config.data_dir);
  const opened = await call("surveys/secret", {});
  expect(opened).toMatchObject({ cookies: [], json: { status: "open", anonymous: null, survey: { run: null } } });
  const response = {
    ...{ id: "6f1f7c1e-3a54-4a5e-9d0c-1f8f5a0a0001", version: 1 },
    answers: [
      { step_id: "nps", answer: 3 },
      { step_id: "why", answer: "Slow" },
    ],
  };
  const person = { Authorization: `Bearer ${named.anonymous.token}` };
  // The second is a repeat, whose first response was lost.
  for (const _ of [1, 2]) expect((await call("surveys/secret/responses", response, person)).status).toBe(204);
  const after = tablesOf(server.config.data_dir);
  const changed = [...after].filter(([table, rows]) => JSON.stringify(rows) !== JSON.stringify(before.get(table)));
  expect(changed.map(([table]) => table).toSorted()).toEqual([
    ...["survey_answers", "survey_response_counts", "survey_responses"],
  ]);
  const day = new Date(at).setUTCHours(0, 0, 0, 0);
  const common = { run_id: response.id, event_id: response.id, ordinal: 0, app_id: APP.id, content_id, version: 1 };
  const rest = { person_id: null, part: null, option: null, answered_at: day };
  expect(after.get("survey_answers")).toEqual([
    { ...common, ...rest, question_id: "nps", number: 3, text: null },
    { ...common, ...rest, question_id: "why", number: null, text: "Slow" },
  ]);
  const counted = { app_id: APP.id, content_id };
  expect(after.get("survey_responses")).toEqual([{ run_id: response.id, ...counted, person_id: null, counted: 1 }]);
  expect(after.get("survey_response_counts")).toEqual([
    { ...counted, day: -1, responses: 1 },
    { ...counted, day: day / DAY_MS, responses: 1 },
  ]);

  // Nothing stores such answers with a person, and answers of an abandoned branch are dropped.
  const props = { content_id, version: 1, run_id: "run-1", step_id: "nps", answer: 3 };
  const event = { id: "019e2b7a-6c00-7000-8000-000000000011", name: "survey_answered", at, props };
  expect((await call("events", { events: [event] })).json.rejected).toHaveLength(1);
  const { version_id } = opened.json.survey;
  const start = { action: "start", run_id: "run_019e2b7a-6c00-7000-8000-000000000001", content_id, version_id };
  const run = await call("progress", { ...start, step_id: "nps", reason: "survey_link" });
  expect(run.json.code).toBe("content_not_found");
  const booted = await call("boot", {});
  expect(booted.json.decisions.map((each: { slug: string }) => each.slug)).toEqual(["named"]);
  const [, why] = response.answers;
  const branched = { ...response, id: response.id.replace(/1$/, "2"), answers: [{ step_id: "nps", answer: 9 }, why] };
  expect((await call("surveys/secret/responses", branched)).status).toBe(204);
  const wrong = { ...branched, answers: [{ step_id: "nps", answer: 11 }] };
  expect((await call("surveys/secret/responses", wrong)).json.code).toBe("body_invalid");
  expect((await call("surveys/named/responses", branched)).json.code).toBe("survey_not_open");

  const path = `/api/contents/${content_id}/answers`;
  const { json: report } = await owner.call("GET", `${path}?app_id=${APP.id}`);
  expect(report).toMatchObject({ responses: 2, partial: 0, by_link: 2 });
  expect(report.questions.map((each: { answered: number }) => each.answered)).toEqual([2, 1]);
  const { json: list } = await owner.call("GET", `${path}/why?app_id=${APP.id}`);
  expect(list.items).toMatchObject([
    { answer: "Slow", person: null, by_link: true, answered_at: new Date(day).toISOString() },
  ]);
});

/** All rows of all tables but those of the server's own process, each table in the order of its text. */
function tablesOf(directory: string): ReadonlyMap<string, readonly unknown[]> {
  const database = new Database(join(directory, "fanfare.db"), { readonly: true });
  const names = database
    .query("select name from sqlite_master where type = 'table' and name not in ('leases', 'nodes')")
    .all();
  const tables = names.map((row) => {
    // Cast: the schema of SQLite's own table.
    const { name } = row as { readonly name: string };
    const rows = database.query(`select * from "${name}"`).all();
    return [name, rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))] as const;
  });
  database.close();
  return new Map(tables);
}
