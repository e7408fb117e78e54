import type { Article } from "@fanfare/contract/content/resource-center";
import { limits } from "@fanfare/contract/limits";
import { parseFeed } from "feedsmith";
import { htmlToText, oneLine } from "./plain-text.ts";

interface Entry {
  readonly title: string | undefined;
  readonly url: string | undefined;
  readonly summary: string | undefined;
}

/**
 * Reads the articles of a JSON Feed, RSS, or Atom feed as plain text. Leaves out entries without a title or a web
 * address, and further entries with the same URL. `base`: where the feed was read, for relative URLs.
 *
 * @returns undefined if the text isn't a feed.
 */
export function parseArticles(text: string, base: string): readonly Article[] | undefined {
  const entries = readEntries(text);
  if (entries === undefined) return undefined;
  const articles = new Map<string, Article>();
  for (const entry of entries) {
    const article = articleOf(entry, base);
    if (article !== undefined && !articles.has(article.url)) articles.set(article.url, article);
    if (articles.size === limits.help_articles_max) break;
  }
  return [...articles.values()];
}

/** The parser expands no entities of the document, and throws for what isn't a feed. */
function readEntries(text: string): readonly Entry[] | undefined {
  try {
    return entriesOf(parseFeed(text));
  } catch {
    return undefined;
  }
}

function entriesOf(parsed: ReturnType<typeof parseFeed>): readonly Entry[] {
  switch (parsed.format) {
    case "json":
      return (parsed.feed.items ?? []).map((item) => ({
        title: item.title,
        url: item.url ?? item.external_url ?? item.id,
        summary: item.summary ?? item.content_text ?? htmlOf(item.content_html),
      }));
    case "rss":
      return (parsed.feed.items ?? []).map((item) => ({
        title: htmlOf(item.title),
        // An ID is a URL unless it says otherwise. Others aren't, and are left out.
        url: item.link ?? item.guid?.value,
        summary: htmlOf(item.description ?? item.content?.encoded),
      }));
    case "rdf":
      return (parsed.feed.items ?? []).map((item) => ({
        title: htmlOf(item.title),
        url: item.link,
        summary: htmlOf(item.description ?? item.content?.encoded),
      }));
    case "atom":
      return (parsed.feed.entries ?? []).map((entry) => ({
        title: atomText(entry.title),
        url: (entry.links?.find(({ rel }) => rel === undefined || rel === "alternate") ?? entry.links?.[0])?.href,
        summary: atomText(entry.summary) ?? atomText(entry.content),
      }));
  }
}

const htmlOf = (html: string | undefined): string | undefined => (html === undefined ? undefined : htmlToText(html));

function atomText(
  text: { readonly value?: string | undefined; readonly type?: string | undefined } | undefined,
): string | undefined {
  return text?.type === "html" || text?.type === "xhtml" ? htmlOf(text.value) : text?.value;
}

function articleOf({ title = "", url = "", summary = "" }: Entry, base: string): Article | undefined {
  const name = cut(oneLine(title), limits.help_article_title_chars_max);
  const address = URL.parse(url.trim(), base);
  if (name === "" || url.trim() === "" || address === null || !/^https?:$/.test(address.protocol)) return undefined;
  if (address.href.length > limits.help_article_url_chars_max) return undefined;
  const text = cut(oneLine(summary), limits.help_article_summary_chars_max);
  return { title: name, url: address.href, ...(text === "" || text === name ? {} : { summary: text }) };
}

/** Cuts between characters as people count them, and marks the cut. */
function cut(text: string, chars_max: number): string {
  if (text.length <= chars_max) return text;
  let end = 0;
  for (const { segment, index } of new Intl.Segmenter().segment(text.slice(0, chars_max))) {
    if (index + segment.length < chars_max) end = index + segment.length;
  }
  return `${text.slice(0, end).trimEnd()}…`;
}
