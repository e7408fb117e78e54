import { beforeAll, expect, test } from "bun:test";
import { HOUR_MS } from "@fanfare/contract/limits";
import { file } from "../../../../test/support/folder-file.ts";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, sampleTour, type TestBrowser } from "../../../../test/support/temporary-server.ts";

const { server, owner } = await sharedServer();
const PASSWORD = "a long pass phrase";
const AT_1 = { "If-Match": '"1"' };
const REFUSED = { status: 403, json: { code: "role_insufficient", detail: expect.stringContaining("First app") } };
let staging: string;
/** May write and publish in staging, and only read in production. */
let member: TestBrowser;

beforeAll(async () => {
  staging = (await owner.call("POST", "/api/apps", { name: "Staging" })).json.id;
  const { json: invite } = await owner.call("POST", "/api/invites", { email: "staging@example.com", role: "viewer" });
  member = server.browser();
  const token = new URL(invite.url).searchParams.get("token");
  const accepted = await member.call("POST", "/api/invites/accept", { token, name: "Member", password: PASSWORD });
  const permissions = ["content.read", "content.write", "content.publish"];
  const role = (await owner.call("POST", "/api/roles", { name: "Staging publisher", permissions })).json.id;
  await owner.call("PUT", `/api/members/${accepted.json.member.id}/app-role?app_id=${staging}`, { role_id: role });
});

async function create(slug: string): Promise<string> {
  const made = await owner.call("POST", `/api/contents?app_id=${APP.id}`, {
    slug,
    name: slug,
    draft: sampleTour("Hi"),
  });
  expect(made.status).toBe(201);
  return made.json.id;
}
const act = (by: TestBrowser, app_id: string, id: string, what: string, more: object = {}) =>
  by.call("POST", `/api/contents/${id}/${what}?app_id=${app_id}`, more, AT_1);
const edit = (id: string, change: object) =>
  member.call("PATCH", `/api/contents/${id}?app_id=${staging}`, change, AT_1);
const shown = async () =>
  (await server.browser().call("POST", "/v1/boot?app=shop", {})).json.decisions.map(
    ({ slug }: { slug: string }) => slug,
  );

test("refuses to archive, restore, or move content that is live in an app without the permission", async () => {
  const id = await create("production-only");
  await act(owner, APP.id, id, "publish");
  expect(await act(member, staging, id, "archive")).toMatchObject(REFUSED);
  expect(await edit(id, { slug: "moved" })).toMatchObject(REFUSED);
  expect(await shown()).toEqual(["production-only"]);
  await act(owner, APP.id, id, "archive");
  expect(await act(member, staging, id, "restore")).toMatchObject(REFUSED);
  expect(await shown()).toEqual([]);
});

test("refuses to archive content that another app will publish", async () => {
  const id = await create("production-later");
  const publish_at = new Date(Date.now() + HOUR_MS).toISOString();
  expect((await act(owner, APP.id, id, "schedule", { publish_at })).status).toBe(200);
  expect(await act(member, staging, id, "archive")).toMatchObject(REFUSED);
});

test("archives, restores, and moves content that is live only where the member has the permission", async () => {
  const id = await create("staging-only");
  expect((await act(member, staging, id, "publish")).status).toBe(200);
  expect((await act(member, staging, id, "archive")).status).toBe(200);
  expect((await act(member, staging, id, "restore")).status).toBe(200);
  expect((await edit(id, { slug: "staging-moved" })).status).toBe(200);
});

test("saves drafts of content that is live in other apps, which stay as they are", async () => {
  const id = await create("shared-draft");
  await act(owner, APP.id, id, "publish");
  expect((await edit(id, { draft: sampleTour("Next"), slug: "shared-draft" })).status).toBe(200);
});

test("refuses a pruning push that archives content of an app without the permission", async () => {
  const folder = `/api/content-folder?app_id=${staging}`;
  const push = (by: TestBrowser, slugs: readonly string[]) => {
    const contents = slugs.map((slug) => file(`contents/${slug}/content.json`, { name: slug, ...sampleTour("Hi") }));
    const files = [file("fanfare.json", { format: 1 }), ...contents];
    return by.call("PUT", folder, { files, overwrite: true, prune: true });
  };
  expect((await push(owner, ["kept", "pruned"])).status).toBe(200);
  const { items } = (await owner.call("GET", `/api/contents?app_id=${APP.id}&q=pruned`)).json;
  await act(owner, APP.id, items[0].id, "publish");
  expect(await push(member, ["kept"])).toMatchObject(REFUSED);
  expect(await shown()).toContain("pruned");
  await act(owner, APP.id, items[0].id, "unpublish");
  expect((await push(member, ["kept"])).status).toBe(200);
});
