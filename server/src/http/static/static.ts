import { join } from "node:path";
import { Hono } from "hono";
import { CONSOLE_POLICY } from "../middleware/security-headers.ts";
import { fileResponse } from "./file-response.ts";
import { openFolder, type StaticFile, type StaticFolder } from "./folder.ts";
import { outlivesUpgrade } from "./hashed-files.ts";

export interface StaticDeps {
  readonly console_dir: string;
  readonly sdk_dir: string;
  /** Folder with `console` and `sdk` of the build before. If omitted, `-previous` next to each directory. */
  readonly last_build?: string | undefined;
  /** Path of the public URL, without a trailing slash. Empty at the root of a host. */
  readonly path_prefix: string;
}

/** CSP of the SDK's worker, which is sent with its script: allows only other SDK scripts. */
const SCRIPT_POLICY = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";
/**
 * Entries of the SDK, by which pages wait for everything else. Someone who goes from page to page doesn't wait for them
 * again: within 10 minutes, the browser uses its copy and asks in the background (RFC 5861). After an upgrade, that copy
 * still finds its chunks, because those of the previous build are served.
 */
const SDK_ENTRY = /^fanfare(?:\.iife)?\.js$/;
const STALE_WHILE_REVALIDATE = "max-age=0, stale-while-revalidate=600";

/**
 * Rewrites relative URLs of the build (`"./assets/…"`) to absolute ones, because the same page is served at every
 * console path, however deep.
 */
function withPathPrefix(path_prefix: string): (path: string, text: string) => string {
  const root = `${path_prefix}/console/`.replaceAll("&", "&amp;");
  return (_, text) => text.replaceAll('="./', () => `="${root}`);
}

/**
 * Files of a folder, plus content-hashed files and packages of the previous build, so that pages opened before an
 * upgrade can still load their chunks.
 */
function withLastBuild(folder: StaticFolder, directory: string): StaticFolder {
  const last_build = openFolder(directory);
  return {
    find: async (path) => (await folder.find(path)) ?? (outlivesUpgrade(path) ? last_build.find(path) : undefined),
  };
}

/**
 * Serves the console under `/console/`, where every path that isn't a file is a page, and the SDK under `/sdk/`, which
 * pages of any origin may load.
 */
export function staticRoutes(deps: StaticDeps): Hono {
  const before = (part: "console" | "sdk", directory: string): string =>
    deps.last_build === undefined ? `${directory}-previous` : join(deps.last_build, part);
  const pages = openFolder(deps.console_dir, withPathPrefix(deps.path_prefix));
  const console_files = withLastBuild(pages, before("console", deps.console_dir));
  const sdk_files = withLastBuild(openFolder(deps.sdk_dir), before("sdk", deps.sdk_dir));
  return new Hono()
    .get("/", (c) => c.redirect(`${deps.path_prefix}/console/`, 302))
    .get("/console", (c) => c.redirect(`${deps.path_prefix}/console/`, 302))
    .get("/console/*", async (c) => {
      const file = await consoleFile(console_files, c.req.path.slice("/console/".length));
      if (file === undefined) return c.notFound();
      const headers = file.name.endsWith(".html") ? { "Content-Security-Policy": CONSOLE_POLICY } : {};
      return fileResponse(c.req.raw, file, headers);
    })
    .get("/sdk/*", async (c) => {
      const file = await sdk_files.find(c.req.path.slice("/sdk/".length));
      if (file === undefined) return c.notFound();
      return fileResponse(c.req.raw, file, {
        "Access-Control-Allow-Origin": "*",
        "Content-Security-Policy": SCRIPT_POLICY,
        ...(SDK_ENTRY.test(file.name) ? { "Cache-Control": STALE_WHILE_REVALIDATE } : {}),
      });
    });
}

/** Pages that end with a customer's own ID, which can contain dots: `/console/1/people/ada@example.com`. */
const PAGE_OF = /^[^/]+\/(?:people|groups)\/[^/]+$/;

/** Other paths with a dot in the last segment are files only: a missing chunk must not return a page. */
async function consoleFile(folder: StaticFolder, path: string): Promise<StaticFile | undefined> {
  const last = path.slice(path.lastIndexOf("/") + 1);
  return !last.includes(".") || PAGE_OF.test(path) ? folder.find("index.html") : folder.find(path);
}
