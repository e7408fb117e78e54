import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { IMPORT_SOURCES } from "@fanfare/contract/content-import/import-source";
import { limits } from "@fanfare/contract/limits";
import { HOSTILE_PAYLOADS } from "../../../../../contract/test/support/hostile-payloads.ts";
import { LIBRARY_SHAPES } from "../../../../test/support/library-shapes.ts";
import { PLATFORM_SHAPES } from "../../../../test/support/platform-shapes.ts";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, OWNER } from "../../../../test/support/temporary-server.ts";

const { server, owner } = await sharedServer();

interface SentFile {
  readonly name: string;
  readonly text: string;
  readonly source?: string;
  readonly items?: readonly number[];
}

const plan = (...files: readonly SentFile[]) =>
  owner.call("POST", `/api/content-imports/plan?app_id=${APP.id}`, { files });
const run = (...files: readonly SentFile[]) => owner.call("POST", `/api/content-imports?app_id=${APP.id}`, { files });
const contents = async () => (await owner.call("GET", `/api/contents?app_id=${APP.id}`)).json.items;
const sample = (name: string): SentFile => ({
  name,
  text: readFileSync(join(import.meta.dirname, "../../../../../examples/imports", name), "utf8"),
});

const TOUR = `const steps = [
  { element: "#orders", popover: { title: "Orders", description: "All orders.", align: "start" } },
  { element: "#new", popover: { title: "New order", onNextClick: () => save() } },
];
driver({ steps, overlayColor: "red" }).drive();`;

test("plans an import without a source, and stores nothing", async () => {
  const before = await contents();
  const { status, json } = await plan({ name: "first-steps.js", text: TOUR });
  expect(status).toBe(200);
  expect(json.files).toMatchObject([
    {
      ...{ name: "first-steps.js", source: "driver.js" },
      items: [
        {
          ...{ id: null, slug: "first-steps", name: "First steps", type: "tour", incomplete: false },
          titles: ["Orders", "New order"],
          findings: [
            { reason: "built_in", path: "steps[0].popover.align", line: 2, step: 1 },
            {
              ...{ reason: "callback", path: "steps[1].popover.onNextClick", line: 3, step: 2 },
              ...{ message: expect.stringContaining("Callbacks"), remedy: expect.stringContaining("fanfare.on()") },
            },
            { reason: "appearance", path: "overlayColor", line: 5, step: null },
          ],
        },
      ],
      findings: [],
    },
  ]);
  expect(await contents()).toEqual(before);
});

test("finds the source of each fixture of the command", async () => {
  const fixtures = [
    ...LIBRARY_SHAPES.map(([from, , text, , name = "tour.tsx"]) => ({ from, name, text })),
    ...(["appcues", "posthog", "usertour"] as const).flatMap((from) =>
      PLATFORM_SHAPES[from].map(([, value]) => ({ from, name: "export.json", text: JSON.stringify(value) })),
    ),
  ];
  expect(new Set(fixtures.map(({ from }) => from)).size).toBe(IMPORT_SOURCES.length);
  for (let at = 0; at < fixtures.length; at += limits.content_import_files_max) {
    const some = fixtures.slice(at, at + limits.content_import_files_max);
    const { json } = await plan(...some.map(({ name, text }) => ({ name, text })));
    expect(json.files.map(({ source }: { source: string }) => source)).toEqual(some.map(({ from }) => from));
  }
});

test.each(["driver.js", "joyride.jsx", "shepherd.js", "intro-page.html", "usertour.json", "appcues.json"])(
  "creates drafts of %s, which aren't published, with the file in the audit log",
  async (name) => {
    const { status, json } = await run(sample(name));
    expect(status).toBe(201);
    const [file] = json.files;
    expect(file.items.length).toBeGreaterThan(0);
    for (const { id, slug } of file.items) {
      const { json: content } = await owner.call("GET", `/api/contents/${id}?app_id=${APP.id}`);
      expect(content).toMatchObject({ slug, status: "draft", revision: 1 });
      const { json: log } = await owner.call("GET", `/api/audit?resource_type=content&resource_id=${id}`);
      expect(log.items).toMatchObject([
        { action: "content.create", detail: { slug, source: `${file.source}: ${name}` } },
      ]);
    }
  },
);

test("creates only the chosen items, and gives taken slugs a number", async () => {
  const text = `export const homeSteps = [{ element: "#a", popover: { title: "A" } }];
    export const ordersSteps = [{ element: "#b", popover: { title: "B" } }];`;
  const planned = await plan({ name: "guides.js", text });
  expect(planned.json.files[0].items).toMatchObject([{ name: "Guides: home" }, { name: "Guides: orders" }]);
  const first = await run({ name: "guides.js", text, items: [1] });
  expect(first.json.files[0].items.map(({ id }: { id: string | null }) => id !== null)).toEqual([false, true]);
  const [, { slug }] = first.json.files[0].items;
  const second = await run({ name: "guides.js", text, items: [1] });
  expect(second.json.files[0].items[1].slug).toBe(`${slug}-2`);
  const slugs = (await contents()).map((each: { slug: string }) => each.slug);
  expect(slugs).toContain(slug);
  expect(slugs).toContain(`${slug}-2`);
  expect(slugs).not.toContain(first.json.files[0].items[0].slug);
});

test("starts a part from code if the part before it isn't chosen", async () => {
  const steps = Array.from({ length: 60 }, (_, at) => `{ popover: { title: "Step ${at}" } }`).join(",");
  const { json } = await run({ name: "long.js", text: `driver({ steps: [${steps}] })`, items: [1] });
  const [, { id }] = json.files[0].items;
  const { json: content } = await owner.call("GET", `/api/contents/${id}?app_id=${APP.id}`);
  expect(content.draft.trigger).toEqual({ kind: "manual" });
});

test("reads several files at once, whose drafts have slugs of their own", async () => {
  const { json } = await plan({ name: "tour.js", text: TOUR }, { name: "tour.js", text: TOUR });
  const slugs = json.files.map(({ items }: { items: readonly { slug: string }[] }) => items.map(({ slug }) => slug));
  expect(slugs).toEqual([["tour"], ["tour-2"]]);
});

test.each([
  ["a list", `[{ element: "#a", popover: { title: "A" } }]`, "driver.js"],
  ["an object", `{ steps: [{ target: "#a", content: "A" }] }`, "joyride"],
  ["code", TOUR, "driver.js"],
  ["a page", `<!doctype html><p data-intro="All orders">Orders</p>`, "intro.js"],
])("reads %s that was pasted", async (_, text, source) => {
  const { status, json } = await plan({ name: "pasted", text });
  expect([status, json.files?.[0].source]).toEqual([200, source]);
});

const driver = (steps: string): string => `driver({ steps: [${steps}] })`;

test.each([
  ["unreadable", "code that isn't complete", "tour.js", "driver({"],
  ["unreadable", "a file of another kind", "photo.png", "\u0089PNG\r\n\u001a"],
  ["empty", "a file without tours", "answer.js", "export const answer = 42;"],
  ["too_large", "deep lists", "tour.js", "[".repeat(200_000)],
  ["too_large", "a deep page", "page.html", "<div data-intro=x>".repeat(50_000)],
  ["too_large", "deep texts", "tour.js", driver(`{ popover: { description: "${"<b>".repeat(200_000)}" } }`)],
  [
    "too_large",
    "thousands of hints",
    "tour.js",
    `driver({ hints: [${'{ element: "a", popover: { title: "a" } },'.repeat(1_000)}] })`,
  ],
])("refuses as %s: %s", async (code, _, name, text) => {
  const { status, json } = await plan({ name, text });
  expect([status, json.code]).toEqual([422, `content_import_${code}`]);
  expect(json.fields).toEqual([{ pointer: "/files/0/text", message: json.detail }]);
});

test("refuses longer files, and files without text, by their place", async () => {
  const long = await plan({ name: "tour.js", text: " ".repeat(limits.content_import_chars_max + 1) });
  expect([long.status, long.json.code, long.json.fields[0].pointer]).toEqual([400, "body_invalid", "/files/0/text"]);
  const empty = await plan({ name: "tour.js", text: "" });
  expect([empty.status, empty.json.fields]).toEqual([
    400,
    [{ pointer: "/files/0/text", message: "This file is empty." }],
  ]);
});

test("runs nothing of a file", async () => {
  const text = `globalThis.imported = true; while (true) fetch("${server.url}/"); process.exit(3);
    driver({ steps: [{ popover: { title: (() => { globalThis.imported = true; })() ?? "x" } }] });`;
  const { status, json } = await plan({ name: "tour.js", text });
  expect([status, json.files[0].items[0].findings[0].reason]).toEqual([200, "code"]);
  expect("imported" in globalThis).toBe(false);
});

test("stores names, slugs, and texts of any length and with any characters", async () => {
  const name = "N".repeat(300);
  const text = JSON.stringify({
    object: "content",
    name,
    steps: [{ type: "modal", content: [{ type: "text", markdown: "A" }] }],
  });
  const long = await run({ name: "usertour.json", text });
  expect([long.status, long.json.files[0].items[0].name.length]).toEqual([201, limits.content_name_chars_max]);
  expect(long.json.files[0].items[0].findings).toContainEqual(expect.objectContaining({ reason: "name_length" }));
  const keyed = `export const ${"k".repeat(200)} = [{ popover: { title: "A" } }]; export const b = [{ popover: { title: "B" } }];`;
  const slugs = (await run({ name: `${"f".repeat(150)}.js`, text: keyed })).json.files[0].items;
  for (const { slug } of slugs) expect(slug.length).toBeLessThanOrEqual(limits.slug_chars_max);
  const odd = await run({ name: "odd.js", text: driver(`{ popover: { title: "A\\u0000B\\ud800" } }`) });
  expect([odd.status, odd.json.files[0].items[0].titles]).toEqual([201, ["AB\ufffd"]]);
});

test("makes only drafts that can be saved of a thousand hostile texts", async () => {
  const steps = HOSTILE_PAYLOADS.map(
    (payload) =>
      `{ element: ${JSON.stringify(payload)}, popover: { title: ${JSON.stringify(payload)}, description: ${JSON.stringify(payload)} } }`,
  );
  const { status, json } = await run({ name: "hostile.js", text: driver(steps.join(",")) });
  expect([status, json.files[0].items.every(({ id }: { id: string | null }) => id !== null)]).toEqual([201, true]);
});

test("is for members who may create content", async () => {
  const { json: invite } = await owner.call("POST", "/api/invites", { email: "vera@example.com", role: "viewer" });
  const token = new URL(invite.url).searchParams.get("token");
  const viewer = server.browser();
  await viewer.call("POST", "/api/invites/accept", { token, name: "Vera", password: OWNER.password });
  const body = { files: [{ name: "tour.js", text: TOUR }] };
  for (const path of ["/api/content-imports/plan", "/api/content-imports"]) {
    const { status, json } = await viewer.call("POST", `${path}?app_id=${APP.id}`, body);
    expect([status, json.code]).toEqual([403, "role_insufficient"]);
  }
});
