import { APP, startTestServer } from "../e2e/support/test-server.ts";
import { serveThirdPartyPage, type Theme } from "../e2e/support/third-party-page.ts";
import { moduleSnippet, serveHostPage } from "../sdk/test/support/host-page.ts";
import { build } from "./build.ts";
import { ensurePackages, type Package } from "./services/packages.ts";
import type { SmokeBrowser } from "./smoke/browser.ts";
import type { BuiltPage } from "./smoke/builder.ts";
import { findFirefox, startFirefox } from "./smoke/firefox.ts";
import { pushWorker } from "./smoke/push.ts";
import { type PushConnection, startPushConnection } from "./smoke/push-connection.ts";
import { CONTENTS, runScenario } from "./smoke/scenario.ts";
import { findWebKit, startWebKit } from "./smoke/webkit.ts";
import { main, print, printError, seconds } from "./terminal.ts";

const PACKAGES: readonly Package[] = [
  { name: "firefox-esr", what: "Firefox ESR", present: () => findFirefox() !== undefined },
  { name: "webkit2gtk-driver", what: "WebKitGTK", present: () => Bun.which("WebKitWebDriver") !== null },
  {
    ...{ name: "xvfb", what: "a screen for WebKitGTK" },
    present: () => process.env["DISPLAY"] !== undefined || Bun.which("xvfb-run") !== null,
  },
  {
    ...{ name: "xauth", what: "the key to that screen" },
    present: () => process.env["DISPLAY"] !== undefined || Bun.which("xauth") !== null,
  },
];

/** Pages on which content is built, and an element of each. */
const THIRD_PARTY_PAGES = [
  { theme: "swagger-ui-dist", selector: ".download-url-button", role: "button", name: "Explore" },
  { theme: "admin-lte/dist", selector: "[href='./generate/theme.html']", role: "link", name: "Theme Generate" },
  { theme: "startbootstrap-sb-admin-2", selector: ".container-fluid a.btn", role: "link", name: "Generate Report" },
] as const satisfies readonly (Omit<BuiltPage, "url"> & { readonly theme: Theme })[];

/** Collects the page's errors. Installed before anything else runs. */
const ERROR_COLLECTOR = `<script>window.complaints = [];
  addEventListener("error", (event) => complaints.push(event.message));
  addEventListener("unhandledrejection", (event) => complaints.push(String(event.reason)));</script>`;

/**
 * Runs a smoke test in the other two browser engines if they are or can be installed. Missing browsers are reported but
 * don't fail: the full tests run in Chromium.
 *
 * @returns the exit code: 1 if an installed browser failed.
 */
export async function smokeTestOtherBrowsers(): Promise<number> {
  for (const each of PACKAGES) {
    await ensurePackages([each]).catch((error) => printError(`Can't install ${each.name} here: ${error}`));
  }
  const [firefox, webkit] = [findFirefox(), findWebKit()];
  const connection = startPushConnection();
  const browsers: readonly (readonly [string, (() => Promise<SmokeBrowser>) | undefined, PushConnection?])[] = [
    ["Firefox ESR", firefox === undefined ? undefined : () => startFirefox(firefox, connection.url), connection],
    ["WebKitGTK", webkit === undefined ? undefined : () => startWebKit(webkit)],
  ];
  await build();
  print("\n── smoke in other browsers ──");
  let code = 0;
  for (const [name, start, push] of browsers) {
    if (start === undefined) {
      print(`${name}: skipped, because it isn't installed.`);
      continue;
    }
    const since_ms = performance.now();
    const server = await startTestServer({
      ...{ contents: CONTENTS, demo: false, public_url: async (port: number) => `http://localhost:${port}` },
    });
    const added = ERROR_COLLECTOR + moduleSnippet(server.url, APP.key);
    const site = await serveHostPage(added, { scripts: { "/fanfare-push.js": pushWorker(server) } });
    // What the pages load from other sites isn't there.
    const csp = `default-src 'self' 'unsafe-inline' data: ${server.url} ${server.url.replace("http", "ws")}`;
    const others = await Promise.all(THIRD_PARTY_PAGES.map(({ theme }) => serveThirdPartyPage(added, theme, { csp })));
    let browser: SmokeBrowser | undefined;
    try {
      browser = await start();
      const pages = THIRD_PARTY_PAGES.map((page, index) => ({ ...page, url: others[index]?.url ?? "" }));
      const done = await runScenario(browser, server, site.url, pages, push);
      print(`${browser.name}: ${done.length} steps passed (${seconds(since_ms)}).`);
    } catch (error) {
      printError(`${name} failed: ${error instanceof Error ? error.message : String(error)}`);
      code = 1;
    } finally {
      await browser?.close();
      await site.close();
      for (const each of others) await each.stop();
      await server.stop();
    }
  }
  await connection.stop();
  return code;
}

if (import.meta.main) await main(smokeTestOtherBrowsers);
