import { expect, test } from "bun:test";
import type { ScoreTrend } from "@fanfare/contract/schema/responses/analytics/survey-answers";
import { APP, startTemporaryServer } from "../../../../test/support/temporary-server.ts";

test("counts, lists, and exports survey answers, and erases them with the person", async () => {
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const draft = {
    body: {
      ...{ type: "survey", title: "How is it?" },
      questions: [
        { id: "nps", kind: "nps", title: "Recommend us?" },
        { id: "why", kind: "text", title: "Why?" },
      ],
    },
  };
  const content = { app_id: APP.id, slug: "feedback", name: "Feedback", draft };
  const { json: made } = await owner.call("POST", "/api/contents", content);
  const tag = { "If-Match": `"${made.revision}"` };
  expect((await owner.call("POST", `/api/contents/${made.id}/publish`, { app_id: APP.id }, tag)).status).toBe(200);
  for (const [external_id, number, text] of [
    ["u_1", 10, "=Fast"],
    ["u_2", 3, "Slow"],
    ["u_3", 9, "Fine"],
  ] as const) {
    const props = { content_id: made.id, version: 1, run_id: `run-${external_id}` };
    const events = [
      { name: "survey_answered", props: { ...props, step_id: "nps", answer: number } },
      { name: "survey_answered", props: { ...props, step_id: "why", answer: text } },
    ];
    const tracked = await owner.call("POST", "/api/track", { app_id: APP.id, external_id: external_id, events });
    expect(tracked.json).toEqual({ accepted: 2, rejected: [] });
  }
  const path = `/api/contents/${made.id}/answers`;
  const { json } = await owner.call("GET", `${path}?app_id=${APP.id}`);
  expect(json.questions[0]).toMatchObject({ kind: "nps", answered: 3, promoters: 2, detractors: 1 });
  expect(json.questions[0].score).toBeCloseTo(33.33);
  const texts: string[] = [];
  let next: string | null = "";
  while (next !== null) {
    const more = next === "" ? "" : `&after=${next}`;
    const page = await owner.call("GET", `${path}/why?app_id=${APP.id}&limit=2${more}`);
    texts.push(...page.json.items.map((each: { answer: string }) => each.answer));
    next = page.json.next;
  }
  expect(texts.toSorted()).toEqual(["=Fast", "Fine", "Slow"]);
  const found = await owner.call("GET", `${path}/why?app_id=${APP.id}&text=FA`);
  expect(found.json.items.map((each: { answer: string }) => each.answer)).toEqual(["=Fast"]);
  expect(json).toMatchObject({ responses: 3, partial: 0 });
  const begun = {
    name: "survey_answered",
    props: { content_id: made.id, version: 1, run_id: "run-4", step_id: "nps" },
  };
  const partial = { ...begun, props: { ...begun.props, answer: 5 } };
  await owner.call("POST", "/api/track", { app_id: APP.id, external_id: "u_1", events: [partial] });
  expect((await owner.call("GET", `${path}?app_id=${APP.id}`)).json).toMatchObject({ responses: 4, partial: 1 });
  const [early, late] = ["2020-01-01T00:00:00.000Z", "2100-01-01T00:00:00.000Z"];
  for (const [range, responses] of [
    [`from=${early}&to=${late}`, 4],
    [`to=${early}`, 0],
    [`from=${late}`, 0],
  ] as const) {
    const { json: within } = await owner.call("GET", `${path}?app_id=${APP.id}&${range}`);
    expect([range, within.responses, within.questions[0].answered]).toEqual([range, responses, responses]);
    const { json: list } = await owner.call("GET", `${path}/nps?app_id=${APP.id}&${range}`);
    expect(list.items).toHaveLength(responses);
  }
  const today = new Date().toISOString().slice(0, 10);
  const trendOf = async (from: string): Promise<ScoreTrend> =>
    (await owner.call("GET", `${path}?app_id=${APP.id}&from=${from}&to=${today}T23:59:59.999Z`)).json.questions[0]
      .trend;
  expect((await trendOf(`${today}T00:00:00Z`))?.points).toMatchObject([{ day: today, answered: 4, value: 0 }]);
  expect(await trendOf(early)).toBeNull();
  const file = await owner.call("GET", `/api/exports?app_id=${APP.id}&table=survey_answers&format=csv`);
  // Escape spreadsheet formulas with an apostrophe.
  expect(file.text).toContain("'=Fast");
  expect(file.text.trim().split("\r\n")).toHaveLength(8);
  expect((await owner.call("DELETE", `/api/people/u_1?app_id=${APP.id}`)).status).toBe(200);
  const after = await owner.call("GET", `${path}?app_id=${APP.id}`);
  expect(after.json.questions.map((each: { answered: number }) => each.answered)).toEqual([2, 2]);
  expect((await owner.call("GET", `${path}/why?app_id=${APP.id}&after=x`)).json.code).toBe("query_invalid");
});

test("exports one row per response with the labels that the person saw", async () => {
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const options = (...labels: readonly string[]) => labels.map((label, index) => ({ id: `o${index + 1}`, label }));
  const body = (title: string, likes: readonly { readonly id: string; readonly label: string }[], more: object[]) => ({
    ...{ type: "survey", title: "How is it?" },
    questions: [
      { id: "nps", kind: "nps", title: "Recommend us?" },
      { id: "likes", kind: "choice", title, several: true, options: likes, other_label: "Other" },
      ...more,
    ],
  });
  const matrix = {
    ...{ id: "parts", kind: "matrix", title: "=Rate each part" },
    ...{
      rows: options("Speed", "Price"),
      columns: [
        { id: "good", label: "Good" },
        { id: "bad", label: "Bad" },
      ],
    },
  };
  const why = { id: "why", kind: "text", title: "Why?" };
  const first = {
    body: body("What do you like?", options("Keys", "Colors"), [matrix, why]),
    experiment: {
      ...{ seed: "s", weight: 50 },
      variants: [{ id: "b", name: "B", weight: 50, body: body("Pick some", options("Shortcuts", "Themes"), [why]) }],
    },
  };
  const content = { app_id: APP.id, slug: "feedback", name: "Feedback", draft: first };
  const { json: made } = await owner.call("POST", "/api/contents", content);
  expect(made).toMatchObject({ slug: "feedback" });
  const tag = { "If-Match": `"${made.revision}"` };
  expect((await owner.call("POST", `/api/contents/${made.id}/publish`, { app_id: APP.id }, tag)).status).toBe(200);
  const respond = async (external_id: string, variant: string, answers: object, end: readonly string[]) => {
    const props = { content_id: made.id, version: 1, run_id: `run-${external_id}`, variant, locale: "de" };
    const given = Object.entries(answers).map(([step_id, answer]) => ({
      ...{ name: "survey_answered", props: { ...props, step_id, answer } },
    }));
    const events = [...given, ...end.map((name) => ({ name, props }))];
    const { json } = await owner.call("POST", "/api/track", { app_id: APP.id, external_id, events });
    expect(json).toEqual({ accepted: events.length, rejected: [] });
  };
  const own = { options: ["o2"], other: "-1+1" };
  await respond("u_1", "a", { nps: 9, likes: own, parts: { rows: { o1: "good", o2: "good" } }, why: "=Fast" }, [
    ...["survey_started", "survey_completed"],
  ]);
  await respond("u_2", "b", { nps: 3, likes: ["o1", "o2"] }, ["survey_started"]);
  // The question "why" was removed since.
  const { json: published } = await owner.call("GET", `/api/contents/${made.id}?app_id=${APP.id}`);
  const changed = await owner.call(
    ...(["PATCH", `/api/contents/${made.id}?app_id=${APP.id}`] as const),
    { draft: { body: body("What do you love?", options("Key", "Color"), [matrix]) } },
    { "If-Match": `"${published.revision}"` },
  );
  expect([changed.status, changed.json]).toEqual([200, changed.json]);

  const path = `/api/contents/${made.id}/responses?app_id=${APP.id}`;
  const file = await owner.call("GET", path);
  expect([file.status, file.headers.get("content-disposition")]).toEqual([
    ...[200, 'attachment; filename="feedback-responses.csv"'],
  ]);
  const lines = file.text.trimEnd().split("\r\n");
  expect(lines[0]).toBe(
    "run_id,person,name,answered_at,locale,version,variant,completed,by_link,Recommend us?,What do you love?,'=Rate each part,Why?",
  );
  const withoutTime = lines.slice(1).map((line) => line.replace(/\d{4}-[^,]+Z/, "TIME"));
  expect(withoutTime).toEqual([
    `run-u_1,u_1,,TIME,de,1,a,1,0,9,"Colors; -1+1","Speed: Good; Price: Good",'=Fast`,
    `run-u_2,u_2,,TIME,de,1,b,0,0,3,"Shortcuts; Themes",,`,
  ]);
  const [begun] = (await owner.call("GET", `${path}&format=ndjson`)).text.trimEnd().split("\n");
  expect(JSON.parse(begun ?? "")).toMatchObject({
    ...{ run_id: "run-u_1", person: { external_id: "u_1", anonymous: false }, locale: "de", variant: "a", version: 1 },
    answers: { nps: 9, likes: own, parts: { rows: { o1: "good", o2: "good" } }, why: "=Fast" },
  });
  const { json: report } = await owner.call("GET", `/api/contents/${made.id}/answers?app_id=${APP.id}`);
  expect([report.responses, report.partial]).toEqual([2, 1]);
  const audit = (await owner.call("GET", "/api/audit?action=app.export&limit=1")).json.items[0];
  expect(audit.detail).toEqual({ table: "responses", format: "ndjson", content_id: made.id });

  const rule = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } };
  const { json: segment } = await owner.call("POST", "/api/segments", { name: "Pro", rule });
  await fetch(`${server.url}/v1/identify?app=${APP.key}`, {
    ...{ method: "POST", headers: { "Content-Type": "application/json" } },
    body: JSON.stringify({ external_id: "u_2", attributes: { plan: "pro" } }),
  });
  const rowsOf = async (more: string) =>
    (await owner.call("GET", `${path}${more}`)).text.trimEnd().split("\r\n").slice(1);
  expect((await rowsOf(`&segment_id=${segment.id}`)).map((line) => line.split(",")[1])).toEqual(["u_2"]);
  expect(await rowsOf("&to=2020-01-01T00:00:00Z")).toEqual([]);
  expect((await owner.call("GET", `${path}&segment_id=seg_gone`)).json.code).toBe("segment_not_found");
});

test("the report and the content list show a response quota and that it's reached", async () => {
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const questions = [{ id: "nps", kind: "nps", title: "Recommend us?" }];
  const draft = { body: { type: "survey", title: "How is it?", questions }, quota: { responses: 2, per: "week" } };
  const content = { app_id: APP.id, slug: "feedback", name: "Feedback", draft };
  const { json: made } = await owner.call("POST", "/api/contents", content);
  const tag = { "If-Match": `"${made.revision}"` };
  expect((await owner.call("POST", `/api/contents/${made.id}/publish`, { app_id: APP.id }, tag)).status).toBe(200);
  const respond = async (external_id: string) => {
    const props = { content_id: made.id, version: 1, run_id: `run-${external_id}`, step_id: "nps", answer: 9 };
    const events = [{ name: "survey_answered", props }];
    return (await owner.call("POST", "/api/track", { app_id: APP.id, external_id, events })).json;
  };
  const state = async () => {
    const { json: report } = await owner.call("GET", `/api/contents/${made.id}/answers?app_id=${APP.id}`);
    const { json: list } = await owner.call("GET", `/api/contents?app_id=${APP.id}`);
    const [item] = list.items.filter(({ id }: { id: string }) => id === made.id);
    return [report.quota, item.quota_reached];
  };
  await respond("u_1");
  expect(await state()).toEqual([{ responses: 2, per: "week", counted: 1, reached: false }, undefined]);
  await respond("u_2");
  expect(await state()).toEqual([{ responses: 2, per: "week", counted: 2, reached: true }, true]);
  expect((await respond("u_3")).rejected).toHaveLength(1);
});

test("refuses a response quota for content other than surveys", async () => {
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const draft = { body: { type: "tour", steps: [] }, quota: { responses: 2 } };
  const content = { app_id: APP.id, slug: "tour", name: "Tour", draft };
  const { status, json } = await owner.call("POST", "/api/contents", content);
  expect([status, JSON.stringify(json)]).toEqual([400, expect.stringContaining("Only surveys have a response quota.")]);
});

test("counts and lists only the answers of people who are in a segment now", async () => {
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const questions = [
    { id: "nps", kind: "nps", title: "Recommend us?" },
    { id: "uses", kind: "choice", title: "What for?", options: ["work", "play"].map((id) => ({ id, label: id })) },
  ];
  const content = { app_id: APP.id, slug: "feedback", name: "Feedback" };
  const draft = { body: { type: "survey", title: "How is it?", questions } };
  const { json: made } = await owner.call("POST", "/api/contents", { ...content, draft });
  const tag = { "If-Match": `"${made.revision}"` };
  expect((await owner.call("POST", `/api/contents/${made.id}/publish`, { app_id: APP.id }, tag)).status).toBe(200);
  for (const [external_id, plan, score] of [
    ["u_1", "pro", 10],
    ["u_2", "free", 2],
    ["u_3", "pro", 9],
  ] as const) {
    const identified = await fetch(`${server.url}/v1/identify?app=${APP.key}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ external_id, attributes: { plan } }),
    });
    expect(identified.status).toBe(200);
    const props = { content_id: made.id, version: 1, run_id: `run-${external_id}` };
    const events = [
      { name: "survey_answered", props: { ...props, step_id: "nps", answer: score } },
      { name: "survey_answered", props: { ...props, step_id: "uses", answer: ["work"] } },
    ];
    expect((await owner.call("POST", "/api/track", { app_id: APP.id, external_id, events })).json.accepted).toBe(2);
  }
  const rule = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } };
  const { json: segment } = await owner.call("POST", "/api/segments", { name: "Pro", rule });
  const path = `/api/contents/${made.id}/answers`;
  const day = new Date().toISOString().slice(0, 10);
  const range = `from=${day}T00:00:00.000Z&to=${day}T23:59:59.999Z`;
  const of_segment = `app_id=${APP.id}&segment_id=${segment.id}`;
  const { json: report } = await owner.call("GET", `${path}?${of_segment}&${range}`);
  expect(report).toMatchObject({
    ...{ responses: 2, segment: { id: segment.id, met: 3, people: 2, whole: true } },
    questions: [
      { answered: 2, score: 100, trend: { points: [{ day, answered: 2, value: 100 }] } },
      { answered: 2, options: [{ id: "work", answers: 2 }, { answers: 0 }] },
    ],
  });
  const names: string[] = [];
  for (let next: string | null = ""; next !== null; ) {
    const more: string = next === "" ? "" : `&after=${next}`;
    const { json: page } = await owner.call("GET", `${path}/nps?${of_segment}&limit=1${more}`);
    names.push(...page.items.map(({ person }: { person: { external_id: string } }) => person.external_id));
    next = page.next;
  }
  expect(names.toSorted()).toEqual(["u_1", "u_3"]);
  const gone = await owner.call("GET", `${path}?app_id=${APP.id}&segment_id=seg_gone`);
  expect(gone.json.code).toBe("segment_not_found");
});
