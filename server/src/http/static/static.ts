import { Hono } from "hono";
import { CONSOLE_POLICY } from "../middleware/security-headers.ts";
import { openFolder, type StaticFile, type StaticFolder } from "./folder.ts";

/** Where the built browser rooms are. */
export interface StaticDeps {
  readonly console_dir: string;
  readonly sdk_dir: string;
  /** The path of the public address, without a slash at the end; empty at the root of a host. */
  readonly path_prefix: string;
}

/**
 * Names that end with a hash of the contents, as Vite makes them: `tour-B2x_9fKa.js`. One without a capital, digit or
 * underscore might be a word, and is asked about like any other file.
 */
const HASHED_NAME = /-(?=[A-Za-z_-]*[A-Z0-9_])[A-Za-z0-9_-]{8}\.[a-z0-9]+$/;
/** What the SDK's worker may load, since a worker's policy comes with its script: other scripts of the SDK, and nothing else. */
const SCRIPT_POLICY = "default-src 'none'; script-src 'self'; frame-ancestors 'none'";
const IMMUTABLE = "public, max-age=31536000, immutable";
/** Kept, but asked about each time: an upgrade of the server reaches every page with its next load. */
const REVALIDATE = "no-cache";

/**
 * A page says by itself where its files and its server are: the build writes them from the folder that it stands in
 * (`"./assets/…"`), and every address of the console shows the same page, however deep it is.
 */
function withPathPrefix(path_prefix: string): (path: string, text: string) => string {
  const root = `${path_prefix}/console/`.replaceAll("&", "&amp;");
  return (_, text) => text.replaceAll('="./', () => `="${root}`);
}

/**
 * The files of a folder and, of the build before it, those whose name is a hash of what they hold: a page that stood open
 * during an upgrade still finds the parts of itself that it has not loaded yet.
 */
function withLastBuild(folder: StaticFolder, directory: string): StaticFolder {
  const last_build = openFolder(`${directory}-previous`);
  return {
    find: async (path) => (await folder.find(path)) ?? (HASHED_NAME.test(path) ? last_build.find(path) : undefined),
  };
}

/**
 * The console under `/console/`, where every path that is no file is a page of it, and the SDK under `/sdk/`, which pages of
 * any origin may load.
 */
export function staticRoutes(deps: StaticDeps): Hono {
  const console_files = withLastBuild(openFolder(deps.console_dir, withPathPrefix(deps.path_prefix)), deps.console_dir);
  const sdk_files = withLastBuild(openFolder(deps.sdk_dir), deps.sdk_dir);
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
      });
    });
}

/** Pages that end with an id of the customer's own, and that may have dots: `/console/1/people/ada@example.com`. */
const PAGE_OF = /^[^/]+\/(?:people|groups)\/[^/]+$/;

/** What else has a dot in its last part is a file and nothing else: a chunk that is gone must not be answered with a page. */
async function consoleFile(folder: StaticFolder, path: string): Promise<StaticFile | undefined> {
  const last = path.slice(path.lastIndexOf("/") + 1);
  return !last.includes(".") || PAGE_OF.test(path) ? folder.find("index.html") : folder.find(path);
}

function fileResponse(request: Request, file: StaticFile, more: Readonly<Record<string, string>>): Response {
  const encoding = encodingFor(request, file);
  // Each encoding is another sequence of bytes, so it is another entity.
  const tag = encoding === undefined ? `"${file.hash}"` : `"${file.hash}-${encoding}"`;
  const headers = {
    ...more,
    "Cache-Control": HASHED_NAME.test(file.name) ? IMMUTABLE : REVALIDATE,
    ETag: tag,
    Vary: "Accept-Encoding",
  };
  if (matches(request.headers.get("If-None-Match"), tag)) return new Response(null, { status: 304, headers });
  const body = encoding === undefined ? file.bytes : file.encoded[encoding];
  return new Response(body, {
    headers: {
      ...headers,
      "Content-Type": file.type,
      ...(encoding === undefined ? {} : { "Content-Encoding": encoding }),
    },
  });
}

function encodingFor(request: Request, file: StaticFile): "br" | "gzip" | undefined {
  const accepted = (request.headers.get("Accept-Encoding") ?? "").split(",").map((part) => part.trim().split(";")[0]);
  return (["br", "gzip"] as const).find(
    (encoding) => accepted.includes(encoding) && file.encoded[encoding] !== undefined,
  );
}

function matches(if_none_match: string | null, tag: string): boolean {
  return (if_none_match ?? "").split(",").some((each) => each.trim().replace(/^W\//, "") === tag);
}
