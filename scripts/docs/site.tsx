/** @jsxImportSource hono/jsx */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Passage } from "@fanfare/server/http/docs/search";
import type { JSX } from "hono/jsx/jsx-runtime";
import packageJson from "../../package.json" with { type: "json" };
import { ROOT, UserError } from "../terminal.ts";
import { SUMMARY as API_SUMMARY, ApiPage, apiPassages } from "./api-page.tsx";
import { ERROR_PASSAGES, SUMMARY as ERRORS_SUMMARY, ErrorsPage } from "./errors-page.tsx";
import { Article, type Assets, type Frame, Home, Html, SearchPage } from "./layout.tsx";
import { anchorsOf, type Passage as PagePassage, type RenderedDocument, renderDocument } from "./markdown.ts";
import { CHAPTERS, type Page } from "./pages.ts";
import { movedPages, REMOVED, type Removed, removedBySlug } from "./removed.tsx";
import { SKILL_FILE, skillPage } from "./skill-page.ts";

export type SiteFiles = ReadonlyMap<string, string | Uint8Array>;

interface ReadyPage {
  readonly page: Page;
  readonly title: string;
  readonly summary: string;
  readonly passages: readonly PagePassage[];
  readonly render: (frame: Frame) => JSX.Element;
  /** Markdown for programs. Undefined for pages that the code describes better elsewhere. */
  readonly markdown: string | undefined;
}

const INTER = "node_modules/@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2";
const SOURCES: readonly Page[] = CHAPTERS.flatMap(({ pages }) => pages);
const SLUGS: ReadonlyMap<string, string> = new Map([
  ...SOURCES.flatMap(({ slug, source }) => ("file" in source ? [[source.file, slug] as const] : [])),
  ["docs/errors.md", "errors"],
]);

/** Files for programs, which are no pages: their path on the site. */
const PROGRAM_FILES: ReadonlyMap<string, string> = new Map([[SKILL_FILE, SKILL_FILE.slice("docs/".length)]]);

const BACKGROUND: ReadonlySet<Page> = new Set(
  CHAPTERS.flatMap(({ is_background, pages }) => (is_background === true ? pages : [])),
);
const weightOf = (page: Page): number => {
  if (page.is_list === true || "generated" in page.source) return 0.1;
  return BACKGROUND.has(page) ? 0.4 : 1;
};

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/**
 * The documentation as files of a folder that any web server can serve, below any path.
 *
 * @throws UserError for a broken link or anchor, or a document that lacks what a page needs.
 */
export async function createSite(removed: Removed = REMOVED): Promise<SiteFiles> {
  const pictures = new Map<string, Uint8Array>();
  const pages = SOURCES.map((page) => readyPage(page, pictures));
  const gone = removedBySlug(removed);
  const passages = [
    ...pages.flatMap(passagesOf),
    ...pages.flatMap(({ page: { slug }, title }) =>
      (gone.get(slug) ?? []).map(({ name, anchor, sentence }) => ({
        ...{ url: `${slug}.html#${anchor}`, page: title, heading: name, text: sentence, weight: 1 },
      })),
    ),
  ];
  const fixed = await assetFiles(JSON.stringify(passages));
  const frame: Frame = {
    version: packageJson.version,
    assets: fixed.assets,
    removed: gone,
    menu: CHAPTERS.map(({ title, pages: within }) => ({
      title,
      pages: within.map(({ slug }) => ({ slug, title: titleOf(pages, slug) })),
    })),
  };
  const html = (element: JSX.Element): string => `<!doctype html>${element}`;
  const chapters = CHAPTERS.map(({ title, summary, pages: within }) => ({
    ...{ title, summary },
    pages: within.map(({ slug }) => ({ slug, title: titleOf(pages, slug), summary: summaryOf(pages, slug) })),
  }));
  return new Map<string, string | Uint8Array>([
    ["index.html", html(<Home frame={frame} chapters={chapters} />)],
    ["search.html", html(<SearchPage frame={frame} />)],
    ...pages.map(({ page, render }) => [`${page.slug}.html`, html(render(frame))] as const),
    ...pages.flatMap(({ page, markdown }) => (markdown === undefined ? [] : [[`${page.slug}.md`, markdown] as const])),
    ...movedPages(removed),
    ["llms.txt", forAssistants(pages)],
    [SKILL_FILE.slice("docs/".length), skillPage()],
    ...fixed.files,
    ...pictures,
  ]);
}

const titleOf = (pages: readonly ReadyPage[], slug: string): string =>
  pages.find(({ page }) => page.slug === slug)?.title ?? slug;
const summaryOf = (pages: readonly ReadyPage[], slug: string): string =>
  pages.find(({ page }) => page.slug === slug)?.summary ?? "";

function passagesOf({ page, title, passages }: ReadyPage): readonly Passage[] {
  return passages.map(({ id, ...passage }) => ({
    ...passage,
    url: `${page.slug}.html${id === "" ? "" : `#${id}`}`,
    page: title,
    weight: weightOf(page),
  }));
}

function readyPage(page: Page, pictures: Map<string, Uint8Array>): ReadyPage {
  const { slug, kind, source } = page;
  if ("generated" in source) {
    return source.generated === "api"
      ? {
          ...{ page, title: "HTTP API", summary: API_SUMMARY, passages: apiPassages(), markdown: undefined },
          render: (frame) => <ApiPage frame={frame} />,
        }
      : {
          ...{ page, title: "Errors", summary: ERRORS_SUMMARY, passages: ERROR_PASSAGES },
          render: (frame) => <ErrorsPage frame={frame} />,
          markdown: read("docs/errors.md"),
        };
  }
  const text = read(source.file);
  const links = new Map<string, string>();
  const document: RenderedDocument = renderDocument(source.file, text, (href) => {
    const target = resolveLink(source.file, href, pictures);
    if (target !== undefined) links.set(href, target);
    return target;
  });
  const { title, summary, headings } = document;
  return {
    ...{ page, title, summary, passages: document.passages },
    render: (frame) => (
      <Article {...{ frame, slug, kind, title, summary, headings }}>
        <Html html={document.html} />
      </Article>
    ),
    markdown: text.replaceAll(/\]\(([^)\s]+)\)/g, (whole, href: string) => {
      const target = links.get(href);
      return target === undefined ? whole : `](${target.replace(".html", ".md")})`;
    }),
  };
}

/**
 * URL of a link between documents. Undefined for files that aren't on the site: only people with the source read them.
 *
 * @throws UserError if the file or the anchor doesn't exist.
 */
function resolveLink(from: string, href: string, pictures: Map<string, Uint8Array>): string | undefined {
  const [path = "", anchor] = href.split("#");
  const file = path === "" ? from : relative(ROOT, join(ROOT, dirname(from), path));
  if (!existsSync(join(ROOT, file))) throw new UserError(`${from} links to ${href}, which doesn't exist.`);
  if (/\.(?:webp|png|svg)$/.test(file)) {
    const name = `pictures/${file.split("/").at(-1)}`;
    pictures.set(name, readFileSync(join(ROOT, file)));
    return name;
  }
  if (anchor !== undefined && file.endsWith(".md") && !anchorsOf(read(file)).has(anchor)) {
    throw new UserError(`${from} links to ${href}: ${file} has no heading with this anchor.`);
  }
  const slug = SLUGS.get(file);
  if (slug === undefined) return PROGRAM_FILES.get(file);
  if (path === "") return `#${anchor}`;
  return `${slug}.html${anchor === undefined ? "" : `#${anchor}`}`;
}

async function assetFiles(
  search: string,
): Promise<{ readonly assets: Assets; readonly files: [string, string | Uint8Array][] }> {
  const built = await Bun.build({ entrypoints: [join(import.meta.dir, "browser.ts")], minify: true, format: "iife" });
  const [script] = built.outputs;
  if (script === undefined)
    throw new UserError(`Couldn't build the script of the documentation.\n${built.logs.join("\n")}`);
  const named = (name: string, content: string): [string, string] => {
    const [base, extension] = name.split(".");
    return [
      `${base}-${new Bun.CryptoHasher("sha256").update(content).digest("hex").slice(0, 8)}.${extension}`,
      content,
    ];
  };
  const files = [
    named("site.css", readFileSync(join(import.meta.dir, "style.css"), "utf8")),
    named("site.js", await script.text()),
    named("search.json", search),
  ];
  const [style = "", site = "", index = ""] = files.map(([name]) => name);
  return {
    assets: { style, script: site, search: index },
    files: [
      ...files.map(([name, content]): [string, string] => [`assets/${name}`, content]),
      ["assets/favicon.svg", read("console/public/favicon.svg")],
      ["assets/inter.woff2", readFileSync(join(ROOT, INTER))],
    ],
  };
}

/** List of all pages for assistants (llmstxt.org). */
function forAssistants(pages: readonly ReadyPage[]): string {
  const lines = CHAPTERS.flatMap(({ title, pages: within }) => [
    `\n## ${title}\n`,
    ...within.map(({ slug }) => {
      const ready = pages.find(({ page }) => page.slug === slug);
      const file = ready?.markdown === undefined ? `${slug}.html` : `${slug}.md`;
      return `- [${ready?.title}](${file}): ${ready?.summary}`;
    }),
  ]);
  const skill = `\n## For assistants\n\n- [Skill file](${PROGRAM_FILES.get(SKILL_FILE)}): How to write content through the MCP server`;
  return `# Fanfare ${packageJson.version}\n\n> Product tours, in-app messages, celebrations, and live updates for any web application, from a server of your own.\n${lines.join("\n")}\n${skill}\n`;
}
