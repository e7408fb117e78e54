import { expect, test } from "bun:test";
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
