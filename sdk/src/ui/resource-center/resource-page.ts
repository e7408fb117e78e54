import { RESOURCE_CENTER_POSITION } from "@fanfare/contract/content/positions";
import {
  ARTICLE_STEP,
  type ArticleSource,
  RESOURCES_TO_SEARCH_MIN,
  type Resource,
  type ResourceCenterBody,
} from "@fanfare/contract/content/resource-center";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { read } from "../../lib/native.ts";
import type { BlockWriter } from "../card/blocks.ts";
import type { DismissOptions } from "../card/dismiss-options.ts";
import { button, element } from "../dom/element.ts";
import type { PlayerLife } from "../dom/guard.ts";
import { safeLink } from "../dom/safe-link.ts";
import { SEARCH_REST_MS } from "../limits.ts";
import { fillPlaceholders } from "../text/labels.ts";
import type { Labels, PlayerOptions } from "../types.ts";
import type { ArticleSearch, Articles, FindInFeed } from "./article-search.ts";
import type { ListedChecklists, ResourcePanel } from "./launcher.ts";

export interface ResourcePageDeps {
  readonly document: Document;
  readonly labels: Labels;
  readonly blocks: BlockWriter;
  readonly choices: DismissOptions;
  readonly life: PlayerLife;
  readonly findInFeed: FindInFeed;
  /** Undefined if checklists can't be shown here, such as in a preview. */
  readonly lists: ListedChecklists | undefined;
  readonly on: PlayerOptions["on"];
  choose(resource: Resource): void;
}

export interface ResourcePage {
  /** Writes a version. The search keeps its text and focus. */
  write(body: ResourceCenterBody, unread: number): void;
  /** Reports the search, and stops it. */
  closed(): void;
}

/** What came of a search for articles. */
type ArticleState = Articles | "searching";

/** Fills the panel with sections of entries, and a search over them and over articles. */
export function buildResourcePage(panel: ResourcePanel, deps: ResourcePageDeps): ResourcePage {
  const { document, labels, blocks, choices } = deps;
  panel.root.addStyle(RESOURCE_PAGE_STYLE);
  const intro = element(document, "div", "body intro");
  const search = element(document, "input", "search");
  search.type = "search";
  search.placeholder = search.ariaLabel = labels.resources_search ?? "Search";
  search.autocomplete = "off";
  const status = element(document, "p", "status");
  status.role = "status";
  const list = element(document, "div", "sections");
  const beyond = element(document, "a", "beyond");
  beyond.target = "_blank";
  beyond.rel = "noopener";
  panel.content.append(intro, search, status, list, beyond, choices.box);
  let body: ResourceCenterBody | undefined;
  let unread = 0;
  let articles: ArticleState = [];
  let drawn: readonly HTMLElement[] = [];
  const report = createSearchReport(deps);
  const find = createArticleFinder(deps);

  const draw = (): void => {
    if (body === undefined) return;
    const query = search.value.trim();
    const found = body.resources.filter((resource) => matches(resource, query) && deps.lists?.find(resource) !== null);
    // Sections keep their headings while entries are filtered.
    list.replaceChildren(
      ...sectionsOf(body.resources, found).map((section) => drawSection(deps, section, unread)),
      ...(drawn.length === 0 ? [] : [element(document, "section", "", ...drawn)]),
    );
    const more = typeof articles === "object" ? articles.length : 0;
    status.textContent = query === "" ? "" : statusText(labels, query, found.length + more, articles);
    const url = searchUrl(document, body.search_url, query);
    beyond.hidden = url === null;
    if (url !== null) beyond.href = url;
    beyond.textContent = fillPlaceholders(labels.resources_beyond ?? "Search the help center for “{name}”", {
      name: query,
    });
    if (articles !== "searching") report.settled(query, found.length + more);
  };
  const change = (): void => {
    report.changed();
    const source = body?.articles;
    const query = search.value.trim();
    drawn = [];
    articles = source && query !== "" ? "searching" : [];
    draw();
    find(query === "" ? undefined : source, query, (result, elements) => {
      articles = result;
      drawn = elements;
      draw();
    });
  };
  search.addEventListener("input", deps.life.guard(change));
  return {
    write(next, count) {
      body = next;
      unread = count;
      panel.heading.textContent = next.title;
      intro.replaceChildren(...blocks.write(next.blocks));
      intro.hidden = next.blocks.length === 0;
      const has_search = next.search_url !== undefined || next.articles !== undefined;
      search.hidden = next.resources.length < RESOURCES_TO_SEARCH_MIN && !has_search;
      choices.offer(next.suppression);
      draw();
    },
    closed() {
      find(undefined, "", () => {});
      report.flush();
    },
  };
}

function statusText(labels: Labels, query: string, count: number, articles: ArticleState): string {
  if (articles === "searching") return labels.resources_searching ?? "Searching…";
  if (articles === undefined) {
    return labels.resources_failed ?? "The help center can’t be searched right now. Try again later.";
  }
  if (count > 0) return fillPlaceholders(labels.resources_found ?? "Results: {count}", { count });
  return fillPlaceholders(labels.resources_none ?? "No results for “{name}”", { name: query });
}

/** Reports a search once, when it rests or when the panel closes. Skips what people type in between. */
function createSearchReport({ life, on }: ResourcePageDeps) {
  let waiting: { readonly query: string; readonly results: number; readonly cancel: Cancel } | undefined;
  let last = "";
  const send = life.whileOpen((query: string, results: number): void => {
    waiting = undefined;
    last = query;
    on({
      kind: "searched",
      step_id: RESOURCE_CENTER_POSITION,
      query: query.slice(0, limits.help_query_chars_max),
      results,
    });
  });
  const drop = (): void => {
    waiting?.cancel();
    waiting = undefined;
  };
  return {
    settled(query: string, results: number): void {
      drop();
      if (query === "" || query === last) return;
      const cancel = life.page.clock.after(SEARCH_REST_MS, () => send(query, results));
      waiting = { query, results, cancel };
    },
    changed: drop,
    /** The person chose a result, or closed the panel. */
    flush(): void {
      const { query, results } = waiting ?? {};
      drop();
      if (query !== undefined && results !== undefined) send(query, results);
    },
  };
}

type FoundArticles = (articles: Articles, drawn: readonly HTMLElement[]) => void;

type ArticlePart = typeof import("./article-search.ts");

/** Loads the search for articles on first use. Without a source, ends the current search. */
function createArticleFinder({ document, labels, life, findInFeed, on }: ResourcePageDeps) {
  let part: Promise<ArticlePart> | undefined;
  let search: ArticleSearch | undefined;
  let current = 0;
  return (source: ArticleSource | undefined, query: string, done: FoundArticles): void => {
    const own = ++current;
    search?.stop();
    if (source === undefined) return;
    part ??= import("./article-search.ts");
    const begin = life.whileOpen(({ createArticleSearch, drawArticles }: ArticlePart): void => {
      if (own !== current) return;
      search ??= createArticleSearch(life.page, life.guard, findInFeed);
      const choose = life.guard(() => on({ kind: "acted", step_id: ARTICLE_STEP }));
      search.find(source, query, (found) => done(found, drawArticles(document, labels, found ?? [], choose)));
    });
    part.then(begin, () => {
      part = undefined;
      if (own === current) done(undefined, []);
    });
  };
}

/** Case and accents don't matter. All words must occur. */
function matches({ title, description = "", section = "" }: Resource, query: string): boolean {
  const text = fold(`${title} ${description} ${section}`);
  return fold(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

interface Section {
  readonly title: string | undefined;
  readonly resources: readonly Resource[];
}

function sectionsOf(all: readonly Resource[], found: readonly Resource[]): readonly Section[] {
  const sections: { title: string | undefined; resources: Resource[] }[] = [];
  for (const resource of all) {
    let last = sections.at(-1);
    if (last === undefined || resource.section !== undefined) {
      last = { title: resource.section, resources: [] };
      sections.push(last);
    }
    if (found.includes(resource)) last.resources.push(resource);
  }
  return sections.filter(({ resources }) => resources.length > 0);
}

function drawSection(deps: ResourcePageDeps, { title, resources }: Section, unread: number): HTMLElement {
  const { document } = deps;
  const list = element(document, "ul", "", ...resources.map((resource) => drawResource(deps, resource, unread)));
  // Safari drops list semantics without bullets.
  list.role = "list";
  const heading = title === undefined ? [] : [element(document, "h3", "", title)];
  return element(document, "section", "", ...heading, list);
}

function drawResource(deps: ResourcePageDeps, resource: Resource, unread: number): HTMLElement {
  const { document, labels, choose } = deps;
  const listed = deps.lists?.find(resource);
  if (listed) return element(document, "li", "", listed);
  const { title, description, action, is_new } = resource;
  const count = action.kind === "feed" ? unread : 0;
  const tag = is_new === true ? (labels.resources_tag ?? "New") : count > 0 ? String(count) : "";
  const mark = tag === "" ? [] : [element(document, "span", "tag", tag)];
  const head = element(document, "span", "title", title, ...mark);
  const text = description === undefined ? [] : [element(document, "span", "text", description)];
  const url = action.kind === "link" ? safeLink(action.href, read(document, "baseURI")) : null;
  if (url === null) {
    const row = button(document, "resource", "", () => choose(resource));
    row.append(head, ...text);
    return element(document, "li", "", row);
  }
  // A link, so that it can be opened in a new tab or copied.
  const row = element(document, "a", "resource", head, ...text);
  row.href = url;
  row.addEventListener("click", () => choose(resource));
  return element(document, "li", "", row);
}

function searchUrl(document: Document, url: string | undefined, query: string): string | null {
  if (url === undefined || query === "") return null;
  return safeLink(url.replaceAll("{query}", encodeURIComponent(query)), read(document, "baseURI"));
}

const RESOURCE_PAGE_STYLE = `
.content{padding-bottom:.4em}
.content>.body,.content>.status,.content>.beyond,.content>.choices{margin-inline:1.25rem}
.search{display:block;box-sizing:border-box;width:calc(100% - 2.5rem);margin:.8em 1.25rem .2em;min-height:2.6em;padding:.3em .8em;font:inherit;color:var(--ink);background:var(--bg);border:1px solid var(--mute);border-radius:9px;appearance:none}
.search[hidden]{display:none}
.search::placeholder{color:var(--mute);opacity:1}
.status{font-size:.867em;color:var(--mute)}
.status:empty{display:none}
.sections section{padding-top:.5em}
h3{padding:.5em 1.25rem .15em;font-size:.8em;font-weight:650;letter-spacing:.03em;color:var(--mute)}
.content ul{list-style:none;padding:0;margin:0}
.resource{display:block;width:100%;box-sizing:border-box;padding:.55em 1.25rem;border:0;border-radius:0;text-align:start;text-decoration:none;color:var(--ink);font-weight:550;line-height:1.4}
.resource:hover{background:var(--hover)}
.resource:focus-visible{outline-offset:-2px}
.title{display:flex;flex-wrap:wrap;align-items:center;gap:.1em .6em}
.text{display:block;font-size:.867em;font-weight:400;color:var(--soft)}
.tag{padding:0 .55em;border-radius:1em;background:var(--accent);color:var(--on-accent);font-size:.75em;font-weight:650;line-height:1.6}
.resource[target]::after{content:none}
.resource[target] .title::after{content:"\\2197"/""}
.beyond{display:block;margin-block:.7em;padding:.3em 0;color:var(--accent);text-underline-offset:.2em}
@media (forced-colors:active){.tag{border:1px solid}}
`;
