import { APP, startHouse } from "../e2e/house.ts";
import { moduleSnippet, serveGuest } from "../sdk/test/guest-page.ts";
import { build } from "./build.ts";
import { ensurePackages, type Package } from "./services/packages.ts";
import type { SmokeBrowser } from "./smoke/browser.ts";
import { findFirefox, startFirefox } from "./smoke/firefox.ts";
import { CONTENTS, smoke } from "./smoke/journey.ts";
import { findWebKit, startWebKit } from "./smoke/webkit.ts";
import { complain, main, say, seconds } from "./tool.ts";

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

/** Everything that went wrong in the page, from before anything else runs in it. */
const COMPLAINTS = `<script>window.complaints = [];
  addEventListener("error", (event) => complaints.push(event.message));
  addEventListener("unhandledrejection", (event) => complaints.push(String(event.reason)));</script>`;

/**
 * A short journey in the other two browser engines, where this machine has them or may install them. What is not there is
 * said, and is no failure: the tests proper run in Chromium.
 *
 * @returns the exit code: 1 when a browser that is there fell behind.
 */
export async function smokeElsewhere(): Promise<number> {
  for (const each of PACKAGES) {
    await ensurePackages([each]).catch((error) => complain(`${each.name} cannot be installed here: ${error}`));
  }
  const [firefox, webkit] = [findFirefox(), findWebKit()];
  const browsers: readonly (readonly [string, (() => Promise<SmokeBrowser>) | undefined])[] = [
    ["Firefox ESR", firefox === undefined ? undefined : () => startFirefox(firefox)],
    ["WebKitGTK", webkit === undefined ? undefined : () => startWebKit(webkit)],
  ];
  await build();
  say("\n── smoke in other browsers ──");
  let code = 0;
  for (const [name, start] of browsers) {
    if (start === undefined) {
      say(`${name}: not on this machine, so nothing is known of it.`);
      continue;
    }
    const since_ms = performance.now();
    const house = await startHouse({ contents: CONTENTS, demo: false });
    const site = await serveGuest(COMPLAINTS + moduleSnippet(house.url, APP.key));
    let browser: SmokeBrowser | undefined;
    try {
      browser = await start();
      const done = await smoke(browser, house, site.url);
      say(`${browser.name}: ${done.length} steps hold (${seconds(since_ms)}).`);
    } catch (error) {
      complain(`${name} failed: ${error instanceof Error ? error.message : String(error)}`);
      code = 1;
    } finally {
      await browser?.close();
      await site.close();
      await house.stop();
    }
  }
  return code;
}

if (import.meta.main) await main(smokeElsewhere);
