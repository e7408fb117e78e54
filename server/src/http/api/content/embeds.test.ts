import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { HOUR_MS } from "@fanfare/contract/limits";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP } from "../../../../test/support/temporary-server.ts";
import { publishDue } from "../../../engage/publish/scheduled-publications.ts";

const { server, owner } = await sharedServer();

function tourWith(block: object) {
  return { body: { type: "tour", steps: [{ kind: "centered", id: "one", title: "One", blocks: [block] }] } };
}
const create = (slug: string, block: object) =>
  owner.call("POST", `/api/contents?app_id=${APP.id}`, { slug, name: slug, draft: tourWith(block) });
const at = (revision: number) => ({ "If-Match": `"${revision}"` });
const embed = (url: string) => ({ kind: "embed", url, title: "Board", height_px: 300 });

async function allow(embed_hosts: readonly string[]): Promise<void> {
  const { revision } = (await owner.call("GET", `/api/apps/${APP.id}`)).json;
  const { status } = await owner.call("PATCH", `/api/apps/${APP.id}`, { settings: { embed_hosts } }, at(revision));
  expect(status).toBe(200);
}

test("saves and publishes pages of allowed hosts, and refuses others with what to do", async () => {
  const saved = await create("figma", embed("https://www.figma.com/embed?url=x"));
  expect(saved.status).toBe(201);
  const refused = await create("other", embed("https://boards.example/x"));
  expect([refused.status, refused.json.code]).toEqual([422, "embed_host_not_allowed"]);
  expect(refused.json.detail).toContain("boards.example");
  expect(refused.json.fields[0].pointer).toBe("/draft/body/steps/0/blocks/0/url");
  const edit = (url: string, revision: number) =>
    owner.call(
      "PATCH",
      `/api/contents/${saved.json.id}?app_id=${APP.id}`,
      { draft: tourWith(embed(url)) },
      at(revision),
    );
  expect((await edit("https://boards.example/x", 1)).json.code).toBe("embed_host_not_allowed");

  await allow(["boards.example"]);
  expect((await edit("https://boards.example/x", 1)).status).toBe(200);
  await allow([]);
  const publish = await owner.call("POST", `/api/contents/${saved.json.id}/publish?app_id=${APP.id}`, {}, at(2));
  expect([publish.status, publish.json.code]).toEqual([422, "embed_host_not_allowed"]);
  const publish_at = new Date(Date.now() + 3_600_000).toISOString();
  const schedule = `/api/contents/${saved.json.id}/schedule?app_id=${APP.id}`;
  expect((await owner.call("POST", schedule, { publish_at }, at(2))).json.code).toBe("embed_host_not_allowed");
});

test("promotes pages only to an app that allows their host", async () => {
  await allow(["boards.example"]);
  const saved = await create("promoted", embed("https://boards.example/x"));
  await owner.call("POST", `/api/contents/${saved.json.id}/publish?app_id=${APP.id}`, {}, at(1));
  const other = await owner.call("POST", "/api/apps", { name: "Production" });
  const apps = `app_id=${other.json.id}&from_app_id=${APP.id}`;
  const [found] = (await owner.call("GET", `/api/promotions?${apps}`)).json.items;
  const items = [{ content_id: found.content_id, version_id: found.from.version_id }];
  const body = { from_app_id: APP.id, items };
  const refused = await owner.call("POST", `/api/promotions?app_id=${other.json.id}`, body);
  expect([refused.status, refused.json.code]).toEqual([422, "embed_host_not_allowed"]);
});

test("rolls back only to versions whose pages the app allows", async () => {
  await allow(["boards.example"]);
  const saved = await create("rolled-back", embed("https://boards.example/x"));
  await owner.call("POST", `/api/contents/${saved.json.id}/publish?app_id=${APP.id}`, {}, at(1));
  const other = await owner.call("POST", "/api/apps", { name: "Rolled back" });
  const { items } = (await owner.call("GET", `/api/contents/${saved.json.id}/versions`)).json;
  const rollback = (app_id: string) =>
    owner.call("POST", `/api/contents/${saved.json.id}/rollback?app_id=${app_id}`, { version_id: items[0].id });
  const refused = { status: 422, json: { code: "embed_host_not_allowed" } };
  expect(await rollback(other.json.id)).toMatchObject(refused);
  expect((await owner.call("POST", `/v1/boot?app=${other.json.key}`, {})).json.decisions).toEqual([]);
  await allow([]);
  expect(await rollback(APP.id)).toMatchObject(refused);
});

test("drops a scheduled publication whose pages the app no longer allows", async () => {
  await allow(["boards.example"]);
  const saved = await create("scheduled", embed("https://boards.example/x"));
  const publish_at = new Date(Date.now() + HOUR_MS).toISOString();
  const path = `/api/contents/${saved.json.id}`;
  expect((await owner.call("POST", `${path}/schedule?app_id=${APP.id}`, { publish_at }, at(1))).status).toBe(200);
  await allow([]);
  await publishDue({ ...server.fanfare.operator, clock: manualClock(Date.now() + 2 * HOUR_MS) });
  const { status, publishes_at } = (await owner.call("GET", `${path}?app_id=${APP.id}`)).json;
  expect([status, publishes_at]).toEqual(["draft", null]);
  const { items } = (await owner.call("GET", `/api/audit?resource_id=${saved.json.id}&limit=1`)).json;
  expect(items[0]).toMatchObject({ action: "content.unschedule", detail: { code: "embed_host_not_allowed" } });
});

test("accepts videos of known providers, and names these for others", async () => {
  const video = { kind: "video", url: "https://youtu.be/aqz-KE-bpKQ", title: "Intro" };
  expect((await create("video", video)).json.draft_issues).toBe(0);
  const { status, json } = await create("unknown", { ...video, url: "https://videos.example/1" });
  expect([status, json.fields[0].message]).toEqual([400, expect.stringContaining("YouTube, Vimeo, Loom, or Wistia")]);
  expect((await create("script", { ...video, url: "javascript:alert(1)//.mp4" })).status).toBe(400);
});
