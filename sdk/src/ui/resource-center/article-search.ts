import type { Article, ArticleSource } from "@fanfare/contract/content/resource-center";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { read } from "../../lib/native.ts";
import { element } from "../dom/element.ts";
import type { Guard } from "../dom/guard.ts";
import { safePicture } from "../dom/safe-link.ts";
import { SEARCH_GAP_MS } from "../limits.ts";
import type { Labels, Page } from "../types.ts";

/** Undefined: the search failed. */
export type Articles = readonly Article[] | undefined;

/** Searches a feed that the server has read. */
export type FindInFeed = (query: string) => Promise<Articles>;

export interface ArticleSearch {
  /** Searches after a short pause. `done` isn't called if another search follows. */
  find(source: ArticleSource, query: string, done: (articles: Articles) => void): void;
  stop(): void;
}

/** Waits for a pause in typing, and reports only the last search. */
export function createArticleSearch(page: Page, guard: Guard, findInFeed: FindInFeed): ArticleSearch {
  let cancel: Cancel = () => {};
  let abort: AbortController | undefined;
  const stop = (): void => {
    cancel();
    abort?.abort();
    abort = undefined;
  };
  return {
    stop,
    find(source, query, done) {
      stop();
      const own = new page.window.AbortController();
      abort = own;
      const settle = guard((articles: Articles): void => {
        if (!own.signal.aborted) done(articles);
      });
      cancel = page.clock.after(SEARCH_GAP_MS, () => {
        const text = query.slice(0, limits.help_query_chars_max);
        const found = source.kind === "feed" ? findInFeed(text) : request(page, source.url, text, own);
        found.then(settle, () => settle(undefined));
      });
    },
  };
}

/** Asks the author's own search, without cookies. */
async function request(
  { window, document, clock }: Page,
  url: string,
  query: string,
  abort: AbortController,
): Promise<Articles> {
  const late = clock.after(limits.request_timeout_ms, () => abort.abort());
  try {
    const response = await window.fetch(url.replaceAll("{query}", encodeURIComponent(query)), {
      credentials: "omit",
      headers: { accept: "application/json" },
      signal: abort.signal,
    });
    return response.ok ? articlesIn(await response.json(), read(document, "baseURI")) : undefined;
  } finally {
    late();
  }
}

/** The `items` of a JSON Feed that have a title and a web address. Nothing else of the response is used. */
function articlesIn(body: unknown, base: string): Articles {
  const { items } = fieldsOf(body);
  if (!Array.isArray(items)) return undefined;
  return items.slice(0, limits.help_results_max).flatMap((item: unknown): readonly Article[] => {
    const { title, url, summary } = fieldsOf(item);
    const href = typeof url === "string" ? safePicture(url, base) : null;
    if (typeof title !== "string" || title === "" || href === null) return [];
    return [{ title, url: href, ...(typeof summary === "string" ? { summary } : {}) }];
  });
}

function fieldsOf(value: unknown): { readonly [Name in "items" | keyof Article]?: unknown } {
  return typeof value === "object" && value !== null ? value : {};
}

/** The found articles under their heading. They open in a new tab, so that people keep their place. */
export function drawArticles(
  document: Document,
  labels: Labels,
  articles: readonly Article[],
  choose: () => void,
): readonly HTMLElement[] {
  if (articles.length === 0) return [];
  const list = element(document, "ul", "", ...articles.map((article) => drawArticle(document, article, choose)));
  // Safari drops list semantics without bullets.
  list.role = "list";
  return [element(document, "h3", "", labels.resources_articles ?? "Articles"), list];
}

function drawArticle(document: Document, { title, url, summary = "" }: Article, choose: () => void): HTMLElement {
  const text = summary === "" ? [] : [element(document, "span", "text", summary)];
  const row = element(document, "a", "resource", element(document, "span", "title", title), ...text);
  row.href = url;
  row.target = "_blank";
  row.rel = "noopener";
  // Its language can differ from the resource center's.
  row.dir = "auto";
  row.addEventListener("click", choose);
  return element(document, "li", "", row);
}
