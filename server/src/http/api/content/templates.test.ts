import { expect, test } from "bun:test";
import { APP, startTemporaryServer } from "../../../../test/support/temporary-server.ts";

const DRAFT = {
  body: { type: "tour", steps: [{ kind: "centered", id: "s", title: "Hello", blocks: [] }] },
  frequency: { mode: "once" },
  schedule: { starts_at: "2026-01-01T00:00", zone: "utc" },
};

async function setUp(server: Awaited<ReturnType<typeof startTemporaryServer>>) {
  const owner = await server.ownerBrowser();
  const content = { app_id: APP.id, slug: "welcome", name: "Welcome", draft: DRAFT };
  const { json } = await owner.call("POST", "/api/contents", content);
  const save = (name: string, content_id = json.id) =>
    owner.call("POST", `/api/templates?app_id=${APP.id}`, { content_id, name, description: "For new people." });
  return { owner, save };
}

test("saves content as a template without its schedule, lists it, and creates content from it", async () => {
  await using server = await startTemporaryServer();
  const { owner, save } = await setUp(server);
  const saved = await save("Our tour");
  expect([saved.status, saved.json.draft.schedule]).toEqual([201, undefined]);
  const { json: list } = await owner.call("GET", "/api/templates");
  expect(list.items).toMatchObject([{ name: "Our tour", description: "For new people.", type: "tour", revision: 1 }]);
  expect(list.items[0]).not.toHaveProperty("draft");
  const { json: template } = await owner.call("GET", `/api/templates/${saved.json.id}`);
  expect(template.draft).toMatchObject({ body: DRAFT.body, frequency: DRAFT.frequency });
  const copy = { app_id: APP.id, slug: "from-template", name: template.name, draft: template.draft };
  const { status, json: created } = await owner.call("POST", "/api/contents", copy);
  expect([status, created.draft.body]).toEqual([201, template.draft.body]);
});

test("renames a template for one of two editors, refuses taken names, and deletes it", async () => {
  await using server = await startTemporaryServer();
  const { owner, save } = await setUp(server);
  const { json: saved } = await save("Our tour");
  expect((await save("Our tour")).json.code).toBe("name_taken");
  await save("Another");
  const rename = (name: string) =>
    owner.call("PATCH", `/api/templates/${saved.id}`, { name }, { "If-Match": `"${saved.revision}"` });
  expect((await rename("Another")).json.code).toBe("name_taken");
  expect((await rename("Renamed")).json).toMatchObject({
    name: "Renamed",
    description: "For new people.",
    revision: 2,
  });
  expect((await rename("Once more")).json.code).toBe("revision_stale");
  expect((await owner.call("DELETE", `/api/templates/${saved.id}`)).status).toBe(204);
  expect((await owner.call("GET", `/api/templates/${saved.id}`)).json.code).toBe("template_not_found");
  expect((await save("Gone", "cnt_gone")).json.code).toBe("content_not_found");
});
