import { expect, test } from "bun:test";
import { join } from "node:path";
import { problems } from "@fanfare/contract/problem";
import { createSearch, excerptOf, type Passage } from "@fanfare/server/http/docs/search";
import { MCP_PROMPTS } from "@fanfare/server/http/mcp/prompts";
import { MCP_TOOLS } from "@fanfare/server/http/mcp/tools";
import { describeApi } from "@fanfare/server/http/openapi/openapi";
import { ROOT } from "../terminal.ts";
import { renderDocument } from "./markdown.ts";
import { CHAPTERS } from "./pages.ts";
import { QUESTIONS } from "./questions.ts";
import { withSamples } from "./samples.ts";
import { createSite } from "./site.tsx";

const site = await createSite();
const textOf = (name: string): string => String(site.get(name));
const pages = [...site.keys()].filter((name) => name.endsWith(".html"));
const linksOf = (name: string): readonly string[] =>
  [...textOf(name).matchAll(/(?:src|srcset|href|action|data-search)="([^"]+)"/g)].map(([, link = ""]) =>
    link.replaceAll("&amp;", "&"),
  );
const anchorsOf = (name: string): ReadonlySet<string> =>
  new Set([...textOf(name).matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id));

test("every link leads to a file and an anchor of the site", () => {
  const anchors = new Map(pages.map((name) => [name, anchorsOf(name)]));
  const broken = pages.flatMap((name) =>
    linksOf(name).filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [path = "", anchor] = link.split("#");
      const target = path === "" ? name : path;
      return !site.has(target) || (anchor !== undefined && anchors.get(target)?.has(anchor) !== true);
    }),
  );
  expect(broken).toEqual([]);
});

test("every page and picture is reached from the home page", () => {
  const reached = new Set(["index.html"]);
  for (const name of reached) {
    const targets = name.endsWith(".html") ? linksOf(name).map((link) => link.split("#")[0] ?? "") : [];
    for (const target of targets) if (site.has(target)) reached.add(target);
  }
  const files = [...site.keys()].filter((name) => /\.html$|^pictures\//.test(name));
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((name) => !reached.has(name))).toEqual([]);
});

test("every page has one kind and one place in the menu", () => {
  const listed = CHAPTERS.flatMap(({ pages }) => pages);
  for (const identity of [listed.map(({ slug }) => slug), listed.map(({ source }) => JSON.stringify(source))])
    expect(identity.filter((each, at) => identity.indexOf(each) !== at)).toEqual([]);
  for (const { slug, kind } of listed) {
    const [, shown = ""] = /<p class="eyebrow">([^<]*)/.exec(textOf(`${slug}.html`)) ?? [];
    const label = { tutorial: "Tutorial", "how-to": "Guide", reference: "Reference", explanation: "Background" }[kind];
    expect([slug, shown.split(" · ").at(-1)]).toEqual([slug, label]);
  }
});

test("pages contain no inline script or style, and load nothing from other hosts", () => {
  for (const name of pages) {
    expect(textOf(name)).toStartWith("<!doctype html><html");
    expect(textOf(name)).not.toMatch(/<script(?![^>]* src=)|<style|<[^>]* (?:style|on[a-z]+)=|src="https?:/);
  }
  expect(
    [...site.keys()]
      .filter((name) => /\.css$/.test(name))
      .map(textOf)
      .join(),
  ).not.toMatch(/https?:|@import/);
});

test("every document is a page", () => {
  const files = ["*.md", "{start,guides,operations}/*.md"].flatMap((glob) => [
    ...new Bun.Glob(glob).scanSync({ cwd: join(ROOT, "docs") }),
  ]);
  const known = new Set(CHAPTERS.flatMap(({ pages }) => pages).map(({ source }) => "file" in source && source.file));
  expect(files.map((file) => `docs/${file}`).filter((file) => !known.has(file))).toEqual(["docs/errors.md"]);
});

test("the skill file has a name, a description, and every tool and task of the MCP server", () => {
  const skill = textOf("skills/fanfare/SKILL.md");
  const [, front = ""] = /^---\n([\s\S]*?)\n---\n/.exec(skill) ?? [];
  expect(front.split("\n").map((line) => line.split(": ")[0])).toEqual(["name", "description"]);
  // Assistants read only the description to decide whether to use it.
  expect(front.length).toBeLessThan(1_024);
  for (const { name } of MCP_TOOLS) expect(skill).toContain(`| \`${name}\` `);
  for (const { title } of MCP_PROMPTS) expect(skill).toContain(`### ${title}\n`);
  expect(skill).not.toMatch(/https?:|undefined/);
  expect(textOf("assistants.html")).toContain('href="skills/fanfare/SKILL.md"');
  expect(textOf("llms.txt")).toContain("skills/fanfare/SKILL.md");
});

test("headings of a page have one anchor each", () => {
  for (const name of pages) {
    const ids = [...textOf(name).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect([name, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([name, []]);
  }
});

test("the references list every call and every error code", () => {
  const operations = Object.values(describeApi().paths).flatMap((methods) => Object.values(methods));
  const calls = anchorsOf("api.html");
  expect(operations.map(({ operationId }) => operationId).filter((id) => !calls.has(id))).toEqual([]);
  const codes = anchorsOf("errors.html");
  expect(Object.keys(problems).filter((code) => !codes.has(code))).toEqual([]);
});

test("the search finds pages by the words of readers", async () => {
  const file = [...site.keys()].find((name) => name.startsWith("assets/search-")) ?? "";
  const passages: readonly Passage[] = JSON.parse(textOf(file));
  const search = await createSearch(passages);
  const missed = QUESTIONS.map(([query, page]) => {
    const first = search(query, 3).map(({ passage }) => passage.url.replace(/\.html.*/, ""));
    return first.includes(page) ? undefined : { query, page, first };
  });
  expect(missed.filter((each) => each !== undefined)).toEqual([]);
});

test("an excerpt starts before the first match and ends between words", () => {
  const text = `${"before ".repeat(30)}confetti ${"after ".repeat(60)}`;
  const excerpt = excerptOf({ url: "", page: "", heading: "", text, weight: 1 }, ["confetti"]);
  expect(excerpt).toMatch(/^…before (before )+confetti (after )+after…$/);
});

test.each([
  ["raw HTML", "# Page\n\nFor readers.\n\n<b>bold</b>\n"],
  ["a page without a title", "For readers.\n"],
  ["a page without a purpose", "# Page\n\n## Heading\n"],
  ["two headings with one anchor", "# Page\n\nFor readers.\n\n## Same\n\n## Same\n"],
  ["a picture without alternative text", "# Page\n\nFor readers.\n\n![](a.png)\n"],
])("rejects %s", (_, source) => {
  expect(() => renderDocument("page.md", source, () => "a.png")).toThrow("page.md");
});

test("fills samples from parts of files and leaves other code alone", () => {
  const read = (): string => "a;\n  // #region part\n  if (b) {\n    c();\n  }\n  // #endregion part\n";
  const page = "<!-- sample: x.js#part -->\n\n```js\n```\n\n```js\nkept();\n```\n";
  const filled = "<!-- sample: x.js#part -->\n\n```js\nif (b) {\n  c();\n}\n```\n\n```js\nkept();\n```\n";
  expect(withSamples(page, read)).toBe(filled);
  expect(withSamples(filled, read)).toBe(filled);
  expect(() => withSamples(page.replace("#part", "#other"), read)).toThrow("#region other");
});
