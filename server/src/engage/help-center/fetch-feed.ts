import type { Article } from "@fanfare/contract/content/resource-center";
import { limits } from "@fanfare/contract/limits";
import type { Cause } from "@fanfare/contract/wording/cause";
import { helpFeedFailure } from "@fanfare/contract/wording/help-feed";
import { type GuardedFetch, UnreachableError } from "../../outbound-http/guarded-fetch.ts";
import { parseArticles } from "./parse-articles.ts";

/** Validators of the last response. */
export interface Validators {
  readonly etag: string | null;
  readonly last_modified: string | null;
}

export type FetchedFeed =
  | ({ readonly outcome: "read"; readonly articles: readonly Article[] } & Validators)
  | { readonly outcome: "unchanged" }
  | { readonly outcome: "failed"; readonly failure: Cause };

const ACCEPT =
  "application/feed+json, application/rss+xml, application/atom+xml, application/json, application/xml, */*;q=0.5";
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Fetches the feed of a help center. Follows a few redirects, and checks the address of each.
 *
 * @example
 * const fetched = await fetchFeed(net, "https://help.example.com/feed.xml", { etag: null, last_modified: null });
 */
export async function fetchFeed(net: GuardedFetch, url: string, known: Validators): Promise<FetchedFeed> {
  let at = url;
  for (let redirects = 0; redirects <= limits.help_feed_redirects_max; redirects++) {
    let response: Response;
    try {
      response = await net(at, { method: "GET", headers: headersFor(known), body: undefined });
    } catch (error) {
      if (error instanceof UnreachableError)
        return failed(helpFeedFailure("feed_unreachable", { reason: error.message }));
      throw error;
    }
    const { status, headers } = response;
    if (status === 304) return { outcome: "unchanged" };
    const next = REDIRECTS.includes(status) ? URL.parse(headers.get("Location") ?? "", at) : null;
    if (next === null)
      return status === 200 ? await readFeed(response, at) : failed(helpFeedFailure("feed_refused", { status }));
    at = next.href;
  }
  return failed(helpFeedFailure("feed_redirected", { redirects: limits.help_feed_redirects_max }));
}

const failed = (failure: Cause): FetchedFeed => ({ outcome: "failed", failure });

function headersFor({ etag, last_modified }: Validators): Readonly<Record<string, string>> {
  return {
    Accept: ACCEPT,
    "User-Agent": "Fanfare (help center feed)",
    ...(etag === null ? {} : { "If-None-Match": etag }),
    ...(last_modified === null ? {} : { "If-Modified-Since": last_modified }),
  };
}

async function readFeed(response: Response, base: string): Promise<FetchedFeed> {
  const { headers } = response;
  const articles = parseArticles(decodeText(await response.arrayBuffer(), headers.get("Content-Type") ?? ""), base);
  if (articles === undefined) return failed(helpFeedFailure("feed_unreadable"));
  if (articles.length === 0) return failed(helpFeedFailure("feed_empty"));
  return {
    outcome: "read",
    articles,
    etag: validator(headers, "ETag"),
    last_modified: validator(headers, "Last-Modified"),
  };
}

/** Sent back later, so only short ones on one line of ASCII. */
function validator(headers: Headers, name: string): string | null {
  const value = headers.get(name);
  return value !== null && /^[\x20-\x7e]{1,200}$/.test(value) ? value : null;
}

/** The response's encoding, else that of the XML declaration, else UTF-8. */
function decodeText(bytes: ArrayBuffer, content_type: string): string {
  const head = Buffer.from(bytes.slice(0, 200)).toString("latin1");
  const label =
    /charset="?([\w-]+)/i.exec(content_type)?.[1] ?? /^\s*<\?xml[^>]*encoding=["']([\w-]+)/i.exec(head)?.[1] ?? "utf-8";
  return decoderFor(label).decode(bytes);
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder();
  }
}
