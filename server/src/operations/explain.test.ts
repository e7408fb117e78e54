import { expect, test } from "bun:test";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { APP, identityToken, sampleTour, startTemporaryServer } from "../../test/support/temporary-server.ts";
import { run } from "../cli.ts";

test("explains a decision the same in the CLI, in the API, and on the page", async () => {
  const pro = {
    kind: "attribute",
    of: "person",
    name: "plan",
    test: { type: "text", op: "is", value: "pro" },
  } as const;
  const edition = sampleTour("Hello");
  const targeting = { ...edition.targeting, audience: pro };
  const start = { label: "Start", action: { kind: "start", content: "welcome" } };
  const panel = { id: "news", title: "News", blocks: [], button: start };
  const news = editionSchema.parse({ body: { type: "announcement", form: "modal", panels: [panel] } });
  const contents = {
    contents: [
      { slug: "welcome", name: "Welcome", edition: { ...edition, targeting } },
      { slug: "news", name: "News with a button", edition: news },
    ],
  };
  await using server = await startTemporaryServer({ contents });
  const token = await identityToken("ada");
  const headers = { Authorization: `Bearer ${token}` };
  const page = server.browser();
  await page.call("POST", "/v1/identify?app=shop", { external_id: "ada", attributes: { plan: "free" } }, headers);

  const printed: string[] = [];
  const errors: string[] = [];
  const command = (...args: string[]) =>
    run(["explain", ...args], {
      environment: { FANFARE_DATA_DIR: server.config.data_dir },
      directory: server.config.data_dir,
      print: (text) => printed.push(text),
      printError: (text) => errors.push(text),
      ask: undefined,
    });
  expect(await command("--person", "ada", "--content", "welcome", "--json")).toBe(0);
  const [by_command] = JSON.parse(printed.at(-1) ?? "").items;
  const owner = await server.ownerBrowser();
  const { json } = await owner.call("GET", `/api/explain?app_id=${APP.id}&person=ada&content_id=welcome`);
  expect(json.items).toEqual([by_command]);
  expect(by_command).toMatchObject({ outcome: "hide", gate: "audience" });
  expect(by_command.gates[0].evidence).toBe('Not in the audience: plan is "free", expected "pro".');

  const { json: by_page, text } = await page.call("GET", "/v1/explain?app=shop&content=welcome", undefined, headers);
  expect([by_page.outcome, by_page.gate]).toEqual(["hide", "audience"]);
  // The page gets only the result. Members can see the reason.
  expect(text).not.toContain("plan");

  expect(json.started_by.map(({ name }: { name: string }) => name)).toEqual(["News with a button"]);
  expect(await command("--person", "ada", "--content", "news")).toBe(0);
  expect(printed.at(-1)).not.toContain("in any case");
  expect(await command("--person", "ada", "--content", "welcome")).toBe(0);
  expect(printed.at(-1)).toContain("A button of “News with a button” can start it in any case.");
  printed.length = 0;
  expect(await command("--person", "ada")).toBe(0);
  expect(printed.join("\n")).toContain('welcome  not shown  audience: Not in the audience: plan is "free"');
  expect(await command("--person", "nobody", "--all")).toBe(0);
  expect(printed.join("\n")).toContain("No person has the ID nobody");
  expect(await command("--person", "ada", "--content", "nothing")).toBe(1);
  expect(await command()).toBe(2);
  expect(errors.join("\n")).toContain("No content has this ID or slug");
});

test("keeps IDs in evidence and adds the names of existing segments and content", async () => {
  const edition = sampleTour("Hello");
  await using server = await startTemporaryServer();
  const owner = await server.ownerBrowser();
  const plan = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "pro" } };
  const made = async (name: string) => (await owner.call("POST", "/api/segments", { name, rule: plan })).json;
  const [here, gone] = [await made("Paying"), await made("Gone")];
  const draft = (body: object) => owner.call("POST", "/api/contents", { app_id: APP.id, ...body });
  const first = (await draft({ slug: "first", name: "First item", draft: edition })).json;
  const audience = {
    kind: "and",
    rules: [
      { kind: "not", rule: { kind: "segment", segment_id: here.id } },
      { kind: "not", rule: { kind: "segment", segment_id: gone.id } },
      { kind: "content", content_id: first.id, state: "completed" },
    ],
  };
  const targeting = { ...edition.targeting, audience };
  const content = await draft({ slug: "asked", name: "Asked", draft: { ...edition, targeting } });
  expect([first.slug, content.status]).toEqual(["first", 201]);
  expect((await owner.call("DELETE", `/api/segments/${gone.id}`)).json?.code).toBeUndefined();
  const { json } = await owner.call("GET", `/api/explain?app_id=${APP.id}&person=nobody&content_id=asked`);
  const printed = json.items[0].gates.map(({ evidence }: { evidence: string }) => evidence).join("\n");
  expect(printed).toContain(json.names[0].id);
  const names: readonly { readonly id: string; readonly name: string | null }[] = json.names;
  const nameOf = Object.fromEntries(names.map(({ id, name }) => [id, name]));
  const known: Readonly<Record<string, string | null>> = {
    [here.id]: "Paying",
    [gone.id]: null,
    [first.id]: "First item",
  };
  for (const id of Object.keys(nameOf)) expect([id, nameOf[id]]).toEqual([id, known[id] ?? null]);
  expect(Object.keys(nameOf)).toContain(first.id);
});
