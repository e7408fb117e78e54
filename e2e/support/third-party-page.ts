import { createReadStream, existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join, normalize } from "node:path";
import type { BrowserContext, CDPSession, Page } from "@playwright/test";
import type { HostSiteOptions } from "../../sdk/test/support/host-page.ts";

const PACKAGES = join(dirname(dirname(import.meta.dirname)), "node_modules");

/** Folders of third-party pages from npm, each with an `index.html`: two dashboards, and two apps with hash routes. */
export type Theme = "startbootstrap-sb-admin-2" | "admin-lte/dist" | "swagger-ui-dist" | "todomvc/examples/vanillajs";

/** Elements of a component library in nested shadow roots, to be added to a page. */
export const SHOELACE = `<script type="module" src="/npm/@shoelace-style/shoelace/cdn/shoelace.js"></script>
<sl-alert id="shoelace" open closable>Saved</sl-alert>`;

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export function snippet(fanfare_url: string, key: string): string {
  return `<script type="module">
  import { init } from "${fanfare_url}/sdk/fanfare.js";
  window.fanfare = init({ key: "${key}" });
</script>`;
}

export interface ThirdPartySite {
  /** `http://127.0.0.1:{port}/index.html`. With `?plain`, the original file without the snippet. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Serves the theme's files unchanged, with the snippet at the end of the body of its pages. All installed packages are
 * under `/npm/`.
 */
export async function serveThirdPartyPage(
  added: string,
  theme: Theme = "startbootstrap-sb-admin-2",
  { csp, scripts }: HostSiteOptions = {},
): Promise<ThirdPartySite> {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://third-party");
    const script = scripts?.[pathname];
    const folder = join(PACKAGES, pathname.startsWith("/npm/") ? "" : theme);
    const file = join(folder, normalize(pathname.replace(/^\/npm\//, "/")));
    if (script === undefined && (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile())) {
      response.writeHead(404).end();
      return;
    }
    if (csp !== undefined) response.setHeader("content-security-policy", csp);
    response.setHeader("content-type", TYPES[extname(pathname)] ?? "application/octet-stream");
    if (script !== undefined) {
      response.end(script);
      return;
    }
    if (extname(file) !== ".html" || search === "?plain") createReadStream(file).pipe(response);
    else response.end(readFileSync(file, "utf8").replace("</body>", `${added}</body>`));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The loopback gave no port.");
  return {
    url: `http://127.0.0.1:${address.port}/index.html`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Libraries that themes load from a CDN, installed in the same version. */
const LIBRARIES: ReadonlyMap<string, string> = new Map(
  ["bootstrap-5", "@popperjs/core", "overlayscrollbars"].map((folder) => {
    // Cast: every package has both.
    const { name, version } = JSON.parse(readFileSync(join(PACKAGES, folder, "package.json"), "utf8")) as {
      readonly name: string;
      readonly version: string;
    };
    return [`${name}@${version}`, folder];
  }),
);

/** Answers what pages load from other sites with installed files: libraries, and the API that Swagger UI shows. */
export async function routeOtherSites(context: BrowserContext): Promise<void> {
  await context.route(/^https:/, (route) => {
    const url = route.request().url();
    const [, library = "", file = ""] = /^https:\/\/cdn\.jsdelivr\.net\/npm\/(@?[^@]+@[\d.]+)\/(.+)$/.exec(url) ?? [];
    const folder = LIBRARIES.get(library);
    const path =
      folder !== undefined
        ? join(PACKAGES, folder, file)
        : url === "https://petstore.swagger.io/v2/swagger.json"
          ? join(import.meta.dirname, "petstore.json")
          : undefined;
    return path === undefined
      ? route.abort()
      : route.fulfill({ path, headers: { "access-control-allow-origin": "*" } });
  });
}

/** One element: where it is in the tree, its attributes, and its styles that an SDK might be tempted to change. */
type ElementShot = readonly [path: string, attributes: readonly string[], style: string];

/** All elements of the page but the SDK's own: the snippet and the one element that the SDK adds. */
export function elementsOf(page: Page): Promise<readonly ElementShot[]> {
  return page.evaluate(() => {
    const watched = [
      "overflow",
      "position",
      "zIndex",
      "pointerEvents",
      "visibility",
      "display",
      "filter",
      "opacity",
    ] as const;
    const shots: [string, string[], string][] = [];
    const visit = (element: Element, path: string): void => {
      const computed = getComputedStyle(element);
      shots.push([
        path,
        [...element.attributes].map(({ name, value }) => `${name}=${value}`).sort(),
        watched.map((name) => computed[name]).join(" "),
      ]);
      const own = [...element.children].filter(
        (child) => child.localName !== "fanfare-ui" && !child.matches('script[type="module"]'),
      );
      for (const [index, child] of own.entries()) visit(child, `${path}>${child.localName}:${index}`);
    };
    visit(document.documentElement, "html");
    shots.push([
      "sheets",
      [...document.styleSheets].map((sheet) => sheet.href ?? "inline"),
      String(document.adoptedStyleSheets.length),
    ]);
    return shots;
  });
}

/**
 * Event listeners as `{object} {event} {capture} {passive} {once}`. Listeners of the SDK are identified by their
 * script.
 */
export interface Listeners {
  readonly page: readonly string[];
  readonly sdk: readonly string[];
}

/** Reads listeners through the browser's debugger, so the page can't hide or fake them. */
export async function watchListeners(page: Page, sdk_url: string): Promise<() => Promise<Listeners>> {
  const session = await page.context().newCDPSession(page);
  const scripts = new Map<string, string>();
  session.on("Debugger.scriptParsed", ({ scriptId, url }) => scripts.set(scriptId, url));
  await session.send("Debugger.enable");
  return () => listenersNow(session, (script_id) => (scripts.get(script_id) ?? "").startsWith(sdk_url));
}

async function listenersNow(session: CDPSession, isSdk: (script_id: string) => boolean): Promise<Listeners> {
  const { root } = await session.send("DOM.getDocument", { depth: -1 });
  const paths = new Map<number, string>();
  name(root, "", paths);
  const found = { page: [] as string[], sdk: [] as string[] };
  for (const expression of ["window", "document"]) {
    const { result } = await session.send("Runtime.evaluate", { expression });
    if (result.objectId === undefined) throw new Error(`The page has no ${expression}.`);
    const of = { objectId: result.objectId, ...(expression === "document" ? { depth: -1 } : {}) };
    const { listeners } = await session.send("DOMDebugger.getEventListeners", of);
    for (const { type, useCapture, passive, once, scriptId, backendNodeId } of listeners) {
      const path = backendNodeId === undefined ? expression : paths.get(backendNodeId);
      const line = `${path ?? "?"} ${type} ${useCapture} ${passive} ${once}`;
      (isSdk(scriptId) ? found.sdk : found.page).push(line);
    }
    await session.send("Runtime.releaseObject", { objectId: result.objectId });
  }
  return { page: found.page.sort(), sdk: found.sdk.sort() };
}

interface TreeNode {
  readonly backendNodeId: number;
  readonly localName: string;
  readonly children?: readonly TreeNode[];
}

/** Names the elements as {@link elementsOf} does: the SDK's own do not count. */
function name(node: TreeNode, path: string, paths: Map<number, string>): void {
  paths.set(node.backendNodeId, path);
  const own = (node.children ?? []).filter(({ localName }) => localName !== "fanfare-ui");
  for (const [index, child] of own.entries()) name(child, `${path}>${child.localName}:${index}`, paths);
}
