import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { Hono } from "hono";
import { DOCS_POLICY } from "../middleware/security-headers.ts";
import { networkOf, tokenBuckets } from "../request/token-buckets.ts";
import { fileResponse } from "../static/file-response.ts";
import { openFolder, type StaticFile, type StaticFolder } from "../static/folder.ts";
import { createSearch, type Search } from "./search.ts";
import { answeredPage } from "./search-page.ts";

export interface DocsDeps {
  readonly clock: Clock;
  readonly docs_dir: string;
  readonly addressOf: (request: Request) => string;
  /** Path of the public URL, without a trailing slash. Empty at the root of a host. */
  readonly path_prefix: string;
}

/** The documentation under `/docs/`, and its search, `/docs/search?q=…`, which needs no script. */
export function docsRoutes(deps: DocsDeps): Hono {
  const docs = openFolder(deps.docs_dir, withoutExtensions);
  const searchOf = searchOfFolder(docs);
  const addresses = tokenBuckets(deps.clock, {
    per_second: limits.docs_searches_per_second_max,
    burst: limits.docs_searches_burst_max,
    buckets_max: limits.v1_buckets_max,
  });
  return new Hono()
    .get("/docs", (c) => c.redirect(`${deps.path_prefix}/docs/`, 302))
    .get("/docs/search", async (c) => {
      const file = await docs.find("search.html");
      if (file === undefined) return c.notFound();
      const busy = addresses.take(networkOf(deps.addressOf(c.req.raw))) > 0;
      const query = (c.req.query("q") ?? "").trim().slice(0, limits.docs_query_chars_max);
      const page = new TextDecoder().decode(file.bytes);
      c.header("Content-Security-Policy", DOCS_POLICY);
      c.header("X-Robots-Tag", "noindex");
      c.header("Cache-Control", "no-store");
      return c.html(answeredPage(page, query, busy ? "busy" : await searchOf(page)), busy ? 429 : 200);
    })
    .get("/docs/*", async (c) => {
      const path = c.req.path.slice("/docs/".length);
      const page = PAGE_FILE.exec(path)?.[1];
      if (page !== undefined) {
        const { search } = new URL(c.req.url);
        return c.redirect(`${deps.path_prefix}/docs/${page === "index" ? "" : page}${search}`, 301);
      }
      const file = await docs.find(docsFile(path));
      if (file === undefined) return c.notFound();
      const successor = successorOf(file);
      if (successor !== undefined) return c.redirect(`${deps.path_prefix}/docs/${successor}`, 301);
      return fileResponse(
        c.req.raw,
        file,
        file.name.endsWith(".html") ? { "Content-Security-Policy": DOCS_POLICY } : {},
      );
    });
}

/** Pages link to files, so that the folder works anywhere. The server's URLs have no `.html`: `/docs/errors`. */
function withoutExtensions(_: string, text: string): string {
  return text
    .replaceAll('href="index.html"', 'href="./"')
    .replaceAll('action="search.html"', 'action="search"')
    .replaceAll(/href="([a-z0-9-]+)\.html(?=["#])/g, 'href="$1');
}

/** Pages that moved have only a link (scripts/docs/removed.tsx). */
const MOVED_PAGE_BYTES_MAX = 2_000;

/** Where a page moved, as a path below `/docs/`. */
function successorOf({ name, bytes }: StaticFile): string | undefined {
  if (!name.endsWith(".html") || bytes.byteLength > MOVED_PAGE_BYTES_MAX) return undefined;
  const [, page, anchor = ""] =
    / content="0; url=([a-z0-9-]+)\.html(#[^"]*)?"/.exec(new TextDecoder().decode(bytes)) ?? [];
  return page === undefined ? undefined : `${page}${anchor}`;
}

const PAGE_FILE = /^([a-z0-9-]+)\.html$/;

function docsFile(path: string): string {
  if (path === "") return "index.html";
  return path.includes(".") ? path : `${path}.html`;
}

/** Opens the index that a page names, once, and again after an upgrade. */
function searchOfFolder(docs: StaticFolder): (page: string) => Promise<Search> {
  let open: { readonly name: string; readonly search: Promise<Search> } | undefined;
  const read = async (name: string): Promise<Search> => {
    const file = await docs.find(name);
    return createSearch(file === undefined ? [] : JSON.parse(new TextDecoder().decode(file.bytes)));
  };
  return (page) => {
    const name = / data-search="([^"]+)"/.exec(page)?.[1] ?? "";
    if (open?.name === name) return open.search;
    const search = read(name);
    open = { name, search };
    search.catch(() => {
      open = undefined;
    });
    return search;
  };
}
