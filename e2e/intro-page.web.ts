import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { moduleSnippet, serveHostPage, storedEvents } from "../sdk/test/support/host-page.ts";
import "../sdk/test/support/host-window.ts";
import { TOUR, untilConnected } from "../sdk/test/support/host-test.ts";
import { signIn } from "./support/console.ts";
import { card, expect, test } from "./support/fixtures.ts";
import { APP, BUN, SERVER } from "./support/test-server.ts";

test.use({ serverOptions: { demo: false, contents: TOUR } });

/** Attributes that a framework adds after the page has loaded. */
const RENDERED = `<script type="module">
  document.querySelector("button").dataset.intro = "Select it.";
  document.querySelector("button").dataset.step = "2";
  document.querySelector("h1").dataset.intro = "Its <b>name</b>.";
  document.querySelector("h1").dataset.step = "1";
  document.querySelector("a").dataset.hint = "More orders";
</script>`;

test("the debug panel saves a page with intro.js for its import", async ({ server, page }) => {
  const site = await serveHostPage(RENDERED + moduleSnippet(server.url, APP.key));
  const folder = mkdtempSync(join(tmpdir(), "fanfare-intro-"));
  try {
    await signIn(page, server.url);
    const { url } = await page.evaluate(
      async (body) =>
        (
          await fetch("/api/debug-links", { method: "POST", headers: { "Content-Type": "application/json" }, body })
        ).json(),
      JSON.stringify({ app_id: APP.id, url: site.url }),
    );
    await page.goto(url);
    const panel = page.getByRole("region", { name: "Fanfare debug" });
    await expect(panel).toContainText("Steps on this page: 2. Hints: 1.");
    const download = page.waitForEvent("download");
    await panel.getByRole("button", { name: "Save page for import" }).click();
    const file = join(folder, (await download).suggestedFilename());
    await (await download).saveAs(file);

    const content = join(folder, "content");
    const args = ["content", "import", file, "--from", "intro.js", "--name", "First steps", "--dir", content];
    await promisify(execFile)(BUN, [SERVER, ...args], { env: { ...process.env, FANFARE_DATA_DIR: server.data_dir } });
    const { body } = JSON.parse(readFileSync(join(content, "contents/first-steps/content.json"), "utf8"));
    expect(body.steps).toMatchObject([
      { title: "Its name.", target: { strategies: [{ kind: "text", value: "Shop", tag: "h1" }] } },
      { target: { strategies: [{ kind: "text", value: "Order", tag: "button" }] } },
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await site.close();
  }
});

test("a choice in a cookie of intro.js hides the tour, and is sent once", async ({ server, page, browser }) => {
  const identify =
    'window.fanfareClient.identify("u_42"); await keepChoices(window.fanfareClient, "welcome"); window.kept = true;';
  const recipe = readFileSync("examples/imports/keep-choices.js", "utf8").replace("export ", "");
  const site = await serveHostPage(moduleSnippet(server.url, APP.key, `${recipe} ${identify}`));
  await page.addInitScript(() => {
    const look = (): void => {
      if (document.querySelector("fanfare-ui")?.shadowRoot?.querySelector(".card"))
        Object.assign(window, { shown: true });
      requestAnimationFrame(look);
    };
    look();
  });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/v1/suppressions") && request.method() === "POST") sent.push(request.url());
  });
  try {
    await page.context().addCookies([{ name: "introjs-dontShowAgain", value: "true", url: site.url }]);
    const stored = page.waitForResponse((response) => response.url().includes("/v1/suppressions") && response.ok());
    for (let visit = 1; visit <= 3; visit += 1) {
      await page.goto(site.url);
      await stored;
      await page.waitForFunction(() => "kept" in window);
      await untilConnected(page);
      expect(await page.evaluate(() => "shown" in window)).toBe(false);
    }
    expect(sent).toHaveLength(1);
    expect(await page.context().cookies(site.url)).toEqual([]);

    // The person's other device never had the cookie.
    const other = await browser.newPage();
    await other.goto(site.url);
    await other.waitForFunction(() => "kept" in window);
    await untilConnected(other);
    await expect(card(other)).toHaveCount(0);
    expect(await storedEvents(server.data_dir)).not.toHaveProperty("tour_started");
    await other.close();
  } finally {
    await site.close();
  }
});
