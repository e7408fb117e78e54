import { expect, test } from "bun:test";
import { sampleTour, startTemporaryServer, type TestBrowser } from "../../../../test/support/temporary-server.ts";

const APP_ID = "1001";

async function create(page: TestBrowser, slug: string, draft: object = sampleTour("Hello")): Promise<string> {
  const made = await page.call("POST", "/api/contents", { app_id: APP_ID, slug, name: slug, draft });
  expect(made.status).toBe(201);
  return made.json.id;
}

const act = (page: TestBrowser, id: string, what: string, more: object = {}) =>
  page.call("POST", `/api/contents/${id}/${what}`, { app_id: APP_ID, ...more }, { "If-Match": '"1"' });

test("hides archived content from people and lists until restored unchanged", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const id = await create(page, "welcome");
  await create(page, "other");
  await act(page, id, "publish");
  const shown = async () => (await server.browser().call("POST", "/v1/boot?app=shop", {})).json.decisions.length;
  const listed = async (status: string) => {
    const { json } = await page.call("GET", `/api/contents?app_id=${APP_ID}&status=${status}`);
    expect(json.total).toBe(json.items.length);
    return json.items.map((each: { slug: string; status: string }) => `${each.slug} ${each.status}`).toSorted();
  };
  expect(await shown()).toBe(1);

  expect(await act(page, id, "archive")).toMatchObject({ status: 200, json: { content: { status: "archived" } } });
  expect(await shown()).toBe(0);
  expect(await listed("all")).toEqual(["other draft"]);
  expect(await listed("live")).toEqual([]);
  expect(await listed("archived")).toEqual(["welcome archived"]);
  const refused = { status: 409, json: { code: "content_archived" } };
  expect(await act(page, id, "publish")).toMatchObject(refused);
  const versions = await page.call("GET", `/api/contents/${id}/versions`);
  const version_id = versions.json.items[0].id;
  expect(await act(page, id, "rollback", { version_id })).toMatchObject(refused);

  // Idempotent.
  await act(page, id, "archive");
  expect(await act(page, id, "restore")).toMatchObject({ status: 200, json: { content: { status: "live" } } });
  expect(await shown()).toBe(1);
  expect(await listed("all")).toEqual(["other draft", "welcome live"]);
  const audited = await server.fanfare.store.db
    .selectFrom("audit_entries")
    .select("action")
    .where("resource_id", "=", id)
    .orderBy("id")
    .execute();
  expect(audited.map(({ action }) => action)).toEqual([
    "content.create",
    "content.publish",
    "content.archive",
    "content.restore",
  ]);
});

test("filters the list by type and tag", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  await create(page, "welcome", { ...sampleTour("Hello"), tags: ["first steps", "a"] });
  await create(page, "party", { body: { type: "celebration", preset: "burst" }, tags: ["first"] });
  const found = async (query: string) => {
    const { json } = await page.call("GET", `/api/contents?app_id=${APP_ID}&${query}`);
    return json.items.map((each: { slug: string }) => each.slug).toSorted();
  };
  expect(await found("type=celebration")).toEqual(["party"]);
  expect(await found("type=hint")).toEqual([]);
  expect(await found("tag=first")).toEqual(["party"]);
  expect(await found("tag=first%20steps&type=tour")).toEqual(["welcome"]);
  expect(await page.call("GET", `/api/contents?app_id=${APP_ID}&type=poster`)).toMatchObject({
    json: { code: "query_invalid" },
  });
});

test("returns a frozen version, but not one of other content", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const id = await create(page, "welcome");
  const other = await create(page, "other");
  await act(page, id, "publish");
  const { json } = await page.call("GET", `/api/contents/${id}/versions`);
  const version_id = json.items[0].id;
  const path = (content: string, version: string) => `/api/contents/${content}/versions/${version}`;
  const edition = { ...sampleTour("Hello"), locale: "en" };
  expect((await page.call("GET", path(id, version_id))).json).toEqual({ id: version_id, edition });
  for (const [content, version] of [
    [other, version_id],
    [id, "ver_nothing"],
  ] as const) {
    expect(await page.call("GET", path(content, version))).toMatchObject({ json: { code: "version_not_found" } });
  }
});

test("lists content that starts other content or waits for its completion", async () => {
  await using server = await startTemporaryServer();
  const page = await server.ownerBrowser();
  const id = await create(page, "welcome");
  const linking = (content: string) => ({
    ...sampleTour("Hello"),
    body: {
      type: "checklist",
      title: "First steps",
      blocks: [],
      tasks: [{ id: "a", title: "Look", blocks: [], done_when: { kind: "completed", content } }],
      opens: "open",
      suppression: { offered: true, days: 365 },
    },
  });
  const live = await create(page, "live-list", linking("welcome"));
  await act(page, live, "publish");
  await create(page, "draft-list", linking("welcome"));
  const archived = await create(page, "archived-list", linking("welcome"));
  await act(page, archived, "publish");
  await act(page, archived, "archive");
  await create(page, "other-list", linking("welcome-back"));
  const uses = await page.call("GET", `/api/contents/${id}/uses`);
  expect(uses.json.contents.map((each: { name: string; live: boolean }) => [each.name, each.live])).toEqual([
    ["live-list", true],
    ["draft-list", false],
  ]);
  expect((await page.call("GET", "/api/contents/cnt_nothing/uses")).status).toBe(404);
});
