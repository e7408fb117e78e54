import {
  RESOURCES_TO_SEARCH_MIN,
  type Resource,
  type ResourceCenterBody,
} from "@fanfare/contract/content/resource-center";
import { read } from "../../lib/native.ts";
import type { BlockWriter } from "../card/blocks.ts";
import type { DismissOptions } from "../card/dismiss-options.ts";
import { button, element } from "../dom/element.ts";
import { safeLink } from "../dom/safe-link.ts";
import { fillPlaceholders } from "../text/labels.ts";
import type { Labels } from "../types.ts";
import type { ResourcePanel } from "./launcher.ts";

export interface ResourcePageDeps {
  readonly document: Document;
  readonly labels: Labels;
  readonly blocks: BlockWriter;
  readonly choices: DismissOptions;
  choose(resource: Resource): void;
}

export interface ResourcePage {
  /** Writes a version. The search keeps its text and focus. */
  write(body: ResourceCenterBody, unread: number): void;
}

/** Fills the panel with sections of entries and a search over them. */
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

  const draw = (): void => {
    if (body === undefined) return;
    const query = search.value.trim();
    const found = body.resources.filter((resource) => matches(resource, query));
    // Sections keep their headings while entries are filtered.
    list.replaceChildren(...sectionsOf(body.resources, found).map((section) => drawSection(deps, section, unread)));
    const results = fillPlaceholders(labels.resources_found ?? "Results: {count}", { count: found.length });
    const none = fillPlaceholders(labels.resources_none ?? "No results for “{name}”", { name: query });
    status.textContent = query === "" ? "" : found.length === 0 ? none : results;
    const url = searchUrl(document, body.search_url, query);
    beyond.hidden = url === null;
    if (url !== null) beyond.href = url;
    beyond.textContent = fillPlaceholders(labels.resources_beyond ?? "Search the help center for “{name}”", {
      name: query,
    });
  };
  search.addEventListener("input", draw);
  return {
    write(next, count) {
      body = next;
      unread = count;
      panel.heading.textContent = next.title;
      intro.replaceChildren(...blocks.write(next.blocks));
      intro.hidden = next.blocks.length === 0;
      search.hidden = next.resources.length < RESOURCES_TO_SEARCH_MIN && next.search_url === undefined;
      choices.offer(next.suppression);
      draw();
    },
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

function drawResource({ document, labels, choose }: ResourcePageDeps, resource: Resource, unread: number): HTMLElement {
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
.beyond{display:block;margin-block:.7em;padding:.3em 0;color:var(--accent);text-underline-offset:.2em}
@media (forced-colors:active){.tag{border:1px solid}}
`;
