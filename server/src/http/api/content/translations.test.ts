import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import type { TranslatedContent } from "@fanfare/contract/schema/responses/content/translations";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, sampleTour } from "../../../../test/support/temporary-server.ts";

/** English tour whose only step has a title. */
const titled = (title: string, more: object = {}) => ({ ...sampleTour(title), locale: "en", ...more });

const contents = [
  { slug: "b-hello", name: "b Hello", edition: titled("Hello") },
  { slug: "a-bye", name: "A Bye", edition: titled("=Bye") },
  { slug: "c-german", name: "c German", edition: { ...titled("Hallo"), locale: "de" } },
];
const { owner } = await sharedServer({ contents: { contents } });

const report = async (query = "") => (await owner.call("GET", `/api/translations?limit=50${query}`)).json;
const languagesOf = ({ items }: { items: TranslatedContent[] }) =>
  Object.fromEntries(
    items.map(({ slug, languages }) => [
      slug,
      Object.fromEntries(languages.map((each) => [each.language, each.missing])),
    ]),
  );
const file = async (language: string, show = "all"): Promise<string> =>
  (await owner.call("GET", `/api/translations/file?language=${language}&show=${show}`)).text;
const send = (language: string, csv: string) =>
  owner.call("POST", "/api/translations/file", { app_id: APP.id, language, csv });

test("imports an exported file of texts as translations, formulas included", async () => {
  const lines = (await file("fr")).trimEnd().split("\r\n");
  expect(lines[0]).toBe("content,variant,key,text,translation");
  expect(lines.length).toBeGreaterThan(3);
  const filled = lines.map((line, index) => (index === 0 ? line : `${line}'=traduit ${index}`)).join("\r\n");
  const { status, json } = await send("fr", filled);
  expect([status, json]).toEqual([
    200,
    { contents: 3, texts: lines.length - 1, unchanged: 0, refused: 0, refusals: [] },
  ]);
  expect(await file("fr", "gaps")).toBe("content,variant,key,text,translation\r\n");
  expect((await send("fr", filled)).json).toMatchObject({ contents: 0, texts: 0, unchanged: lines.length - 1 });
  expect(languagesOf(await report())).toEqual({ "a-bye": { fr: 0 }, "b-hello": { fr: 0 }, "c-german": { fr: 0 } });
  expect(await file("fr")).toContain("'=traduit 1");
});

test("leaves content out of the file of its source language", async () => {
  const lines = (await file("de")).trimEnd().split("\r\n");
  expect(lines.slice(1).filter((line) => line.startsWith("c-german"))).toEqual([]);
  const one = lines.find((line) => line.startsWith("b-hello"));
  expect((await send("de", `${lines[0]}\r\n${one}Hallo`)).json).toMatchObject({ contents: 1, texts: 1 });
  const { items, languages } = await report("&language=de&show=gaps");
  expect(languagesOf({ items })).toEqual({ "a-bye": { fr: 0 }, "b-hello": { fr: 0, de: 1 } });
  const de = languages.find(({ language }: { language: string }) => language === "de");
  expect(de.texts - de.missing).toBe(1);
});

test("rejects outdated rows by line with a reason and imports the rest", async () => {
  const lines = (await file("es")).split("\r\n");
  const row = (start: string): string => lines.find((line) => line.startsWith(start)) ?? "";
  const { json } = await send(
    "es",
    [
      "content,variant,key,text,translation",
      "nowhere,a,hello.title,Hello,Hola",
      "b-hello,a,nothing.title,Hello,Hola",
      row("b-hello").replace("b-hello,a", "b-hello,c").concat("Hola"),
      row("b-hello").replace(",Hello,", ",Other,").concat("Hola"),
      row("a-bye").concat("Adiós"),
    ].join("\n"),
  );
  expect(json).toMatchObject({ contents: 1, texts: 1, unchanged: 0, refused: 4 });
  expect(json.refusals.map(({ line, reason }: { line: number; reason: string }) => [line, reason])).toEqual([
    [2, "No content has this slug, or the content is archived."],
    [3, "This text no longer exists in the content."],
    [4, "This text no longer exists in the content."],
    [5, "The text changed after the export. Translate it again."],
  ]);
});

test("rejects a variable without a fallback and leaves that content unchanged", async () => {
  const line = (await file("it")).split("\r\n").find((each) => each.startsWith("a-bye"));
  const { json } = await send("it", `content,variant,key,text,translation\n${line}Ciao {{name}}`);
  expect(json).toMatchObject({ contents: 0, texts: 0, refused: 1 });
  expect(json.refusals[0].reason).toContain("Add a fallback for people without this attribute");
  expect(Object.keys(languagesOf(await report())["a-bye"] ?? {})).not.toContain("it");
});

test("exports a paragraph as one text with tags, and rejects translations with wrong tags", async () => {
  const spans = [{ text: "Take " }, { text: "one minute", bold: true }, { text: " to look", href: "/look" }];
  const steps = [{ id: "s1", kind: "centered", title: "Marked", blocks: [{ kind: "paragraph", spans }] }];
  const draft = {
    ...{ body: { type: "tour", steps }, locale: "en" },
    translations: { nb: { "s1.blocks.0.0": "Ta ", "s1.blocks.0.1": "et minutt" } },
  };
  const made = await owner.call("POST", "/api/contents", { app_id: APP.id, name: "Marked", slug: "marked", draft });
  expect(made.status, JSON.stringify(made.json)).toBe(201);
  const line = async (language: string) =>
    (await file(language)).split("\r\n").find((each) => each.startsWith("marked,a,s1.blocks.0,"));
  expect(await line("nb")).toBe(
    "marked,a,s1.blocks.0,Take <b>one minute</b><a> to look</a>,Ta <b>et minutt</b><a> to look</a>",
  );
  const row = await line("da");
  const sendText = async (text: string) =>
    (await send("da", `content,variant,key,text,translation\n${row}${text}`)).json;
  for (const [text, code, tag] of [
    ["Tag et minut", "tag_missing", "<b>"],
    ["Tag <b>et minut<a> at se</a>", "tag_unclosed", "<b>"],
    ["Tag <b>et</b> <i>minut</i><a> at se</a>", "tag_unknown", "<i>"],
  ]) {
    const { refused, refusals } = await sendText(text ?? "");
    expect([refused, refusals[0].line, refusals[0].cause]).toEqual([1, 2, { code, values: { tag } }]);
  }
  expect(await sendText("<a>Se </a>på <b>et minut</b>")).toMatchObject({ contents: 1, texts: 1, refused: 0 });
  const { id } = made.json;
  const saved = (await owner.call("GET", `/api/contents/${id}?app_id=${APP.id}`)).json.draft.translations;
  expect(saved.da).toEqual({ "s1.blocks.0": "<a>Se </a>på <b>et minut</b>" });
  expect((await owner.call("POST", `/api/contents/${id}/archive`, { app_id: APP.id })).status).toBe(200);
});

test("rejects translations that make content too large to edit, with its sizes", async () => {
  const text = "x".repeat(limits.step_text_chars_max);
  const blocks = [{ kind: "paragraph", spans: [{ text }] }];
  const steps = Array.from({ length: limits.steps_max }, (_, index) => ({
    ...{ id: `s${index}`, kind: "centered", title: "Long", blocks },
  }));
  const draft = { body: { type: "tour", steps }, locale: "en" };
  const made = await owner.call("POST", "/api/contents", { app_id: APP.id, name: "Long", slug: "long", draft });
  expect(made.status, JSON.stringify(made.json)).toBe(201);
  const translate = async (language: string) => {
    const lines = (await file(language)).trimEnd().split("\r\n");
    const own = lines.filter((line) => line.startsWith("long,") && line.includes(text));
    return (await send(language, [lines[0], ...own.map((line) => line + text)].join("\r\n"))).json;
  };
  expect(await translate("pt")).toMatchObject({ contents: 1, texts: limits.steps_max, refused: 0 });
  const { refusals, ...refused } = await translate("sv");
  expect(refused).toEqual({ contents: 0, texts: 0, unchanged: 0, refused: 1 });
  expect(refusals[0].reason).toMatch(/has \d+ bytes\. The limit is 512000\./);
  expect((await owner.call("POST", `/api/contents/${made.json.id}/archive`, { app_id: APP.id })).status).toBe(200);
});

test("rejects a file without the columns for translations", async () => {
  const { status, json } = await send("nl", "name,age\nAda,36");
  expect([status, json.code]).toEqual([400, "body_invalid"]);
  expect(json.detail).toContain("content, variant, key, text, translation");
  const first = (await owner.call("GET", "/api/translations?limit=2")).json;
  expect(first.items.map(({ name }: TranslatedContent) => name)).toEqual(["A Bye", "b Hello"]);
  const second = (await owner.call("GET", `/api/translations?limit=2&after=${first.next}`)).json;
  expect([second.items.map(({ name }: TranslatedContent) => name), second.next, second.total]).toEqual([
    ["c German"],
    null,
    3,
  ]);
  expect((await owner.call("GET", "/api/translations?after=nonsense")).json.code).toBe("query_invalid");
});

test("recounts a changed draft and no longer counts archived content", async () => {
  const made = await owner.call("POST", "/api/contents", {
    ...{ app_id: APP.id, name: "Remembered", slug: "remembered" },
    draft: titled("Remembered"),
  });
  expect(made.status, JSON.stringify(made.json)).toBe(201);
  const textsOf = async (): Promise<number | undefined> =>
    (await report("&q=remembered")).items.find(({ slug }: TranslatedContent) => slug === "remembered")?.texts;
  const before = await textsOf();
  expect(await textsOf()).toBe(before);
  const { id, draft, revision } = (await owner.call("GET", `/api/contents/${made.json.id}?app_id=${APP.id}`)).json;
  const [step] = draft.body.steps;
  const edition = { ...draft, body: { ...draft.body, steps: [step, { ...step, id: "another" }] } };
  const saved = await owner.call(
    "PATCH",
    `/api/contents/${id}?app_id=${APP.id}`,
    { draft: edition },
    { "If-Match": `"${revision}"` },
  );
  expect(saved.status, JSON.stringify(saved.json)).toBe(200);
  expect(await textsOf()).toBe(2 * (before ?? 0));
  const archived = await owner.call("POST", `/api/contents/${id}/archive`, { app_id: APP.id });
  expect(archived.status, JSON.stringify(archived.json)).toBe(200);
  expect(await textsOf()).toBeUndefined();
});

test("finds a text in drafts, with the revision that a replacement needs", async () => {
  const find = async (query: string) => (await owner.call("GET", `/api/text-matches?${query}`)).json;
  const { items, truncated } = await find("q=HALLO");
  expect(items.filter(({ slug }: { slug: string }) => slug === "c-german")).toMatchObject([
    {
      ...{ slug: "c-german", type: "tour", revision: expect.any(Number) },
      matches: [{ variant: "a", language: null, key: "hello.title", text: "Hallo", ranges: [{ start: 0, end: 5 }] }],
    },
  ]);
  expect(truncated).toBe(false);
  expect((await find("q=HALLO&letters=same_case")).items).toEqual([]);
  expect((await find("q=Hall&match=whole_words")).items).toEqual([]);
  expect((await find("q=")).code).toBe("query_invalid");
});
