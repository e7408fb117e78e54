import { limits } from "@fanfare/contract/limits";
import { html, raw } from "hono/html";
import { excerptOf, type Search } from "./search.ts";

/**
 * Adds the results to the page of the search (`search.html`), whose markup scripts/docs/layout.tsx creates. A browser
 * with scripts gets the same page.
 */
export function answeredPage(page: string, query: string, search: Search | "busy"): string {
  return page
    .replace(/(<input type="search"[^>]*?) value=""/, (_, input: string) => `${input} value="${attribute(query)}"`)
    .replace(/<div id="answer"[\s\S]*?<\/div>/, () => `<div id="answer">${answer(query, search)}</div>`);
}

const attribute = (text: string): string => String(html`${text}`);

function answer(query: string, search: Search | "busy"): string {
  if (search === "busy") return "<p>Too many searches. Try again in a moment.</p>";
  if (query === "") return "<p>Enter words, an error code, an option, or a call.</p>";
  const found = search(query, limits.docs_results_max);
  if (found.length === 0) return String(html`<p>No results for “${query}”. Try fewer or other words.</p>`);
  const items = found.map(({ passage, terms }) => {
    const { url, page, heading } = passage;
    // The URLs of the server have no extension.
    const link = html`<a href="${url.replace(".html", "")}">${heading || page}</a>`;
    return html`<li>${link}<span class="where">${page}</span><p>${excerptOf(passage, terms)}</p></li>`;
  });
  return String(html`<ol class="found">${raw(items.join(""))}</ol>`);
}
