import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { moduleSnippet, serveHostPage } from "../sdk/test/support/host-page.ts";
import "../sdk/test/support/host-window.ts";
import { card, expect, test } from "./support/fixtures.ts";
import { APP, BUN, SERVER } from "./support/test-server.ts";

const PROGRAM = resolve(SERVER);

/** Guides to other tools, and the tours that their commands create. */
const GUIDES: Readonly<Record<string, readonly string[]>> = { "from-intro-js": ["first-steps"] };
const NIGHTLY_GUIDES: Readonly<Record<string, readonly string[]>> = {
  "from-shepherd": ["orders"],
  "from-driver-js": ["first-steps"],
  "from-react-joyride": ["first-steps"],
  // Exports of Appcues have no texts, so an author completes that tour first.
  "from-usertour-appcues": ["first-steps"],
};

/** The elements of examples/imports/intro-page.html, and the page action that one import names. */
const PAGE = `window.fanfareClient.action("prepareStep", () => {});
document.body.insertAdjacentHTML("beforeend", '<button type="button" data-testid="new-order">New order</button>');`;

/** Commands of a page in its order. */
function commandsOf(page: string): readonly (readonly string[])[] {
  const text = readFileSync(join("docs/guides", `${page}.md`), "utf8");
  const lines = [...text.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].flatMap(([, block = ""]) => block.split("\n"));
  return lines.map((line) => [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? ""));
}

test.use({ serverOptions: { demo: false, contents: { contents: [] } } });

const guides = process.env["NIGHTLY"] === undefined ? GUIDES : { ...GUIDES, ...NIGHTLY_GUIDES };
for (const [guide, tours] of Object.entries(guides)) {
  test(`the commands of ${guide} and its sample lead to a tour on a page`, async ({ server, page }) => {
    const folder = mkdtempSync(join(tmpdir(), "fanfare-guide-"));
    const site = await serveHostPage(moduleSnippet(server.url, APP.key, PAGE));
    try {
      cpSync("examples/imports", folder, { recursive: true });
      const options = { cwd: folder, env: { ...process.env, FANFARE_DATA_DIR: server.data_dir } };
      const commands = commandsOf(guide);
      expect(commands.length).toBeGreaterThan(2);
      for (const [, ...args] of commands) await promisify(execFile)(BUN, [PROGRAM, ...args], options);
      await promisify(execFile)(BUN, [PROGRAM, "content", "push", "--dir", "content", "--publish"], options);
      for (const slug of tours) {
        await page.goto(site.url);
        await page.waitForFunction(() => window.fanfareClient !== undefined);
        await page.evaluate((name) => void window.fanfareClient.start(name), slug);
        await expect(card(page)).toBeVisible();
        const first = (await card(page).textContent()) ?? "";
        await card(page).locator("button.primary:visible").click();
        await expect(card(page)).not.toHaveText(first);
        await expect(card(page)).toBeVisible();
        await expect(page.locator("fanfare-ui .ring")).toHaveCount(1);
        // Otherwise, the tour resumes on the next page.
        await page.keyboard.press("Escape");
        await expect(card(page)).toHaveCount(0);
      }
    } finally {
      await site.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
}
