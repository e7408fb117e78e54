import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { HOSTILE_PAYLOADS } from "../contract/test/support/hostile-payloads.ts";
import { moduleSnippet, serveHostPage } from "../sdk/test/support/host-page.ts";
import "../sdk/test/support/host-window.ts";
import { closeGreeting, signIn } from "./support/console.ts";
import { card, expect, stepTitle, test } from "./support/fixtures.ts";
import { APP, BUN, SERVER, type TestServer } from "./support/test-server.ts";

const IS_NIGHTLY = process.env["NIGHTLY"] !== undefined;
/** As many steps as a tour may have. Longer ones are divided. */
const STEPS = 50;
/** Every 20th payload, and in the nightly run every fifth: server/src/imports/import-content.test.ts reads all of them. */
const EVERY = IS_NIGHTLY ? 5 : 20;
const PAYLOADS = HOSTILE_PAYLOADS.filter((_, index) => index % EVERY === 0);

// Without CSP: nothing may run even without a policy that blocks it.
test.use({ bypassCSP: true, serverOptions: { demo: false, contents: { contents: [] } } });
test.setTimeout(IS_NIGHTLY ? 720_000 : 240_000);

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

async function importTours(server: TestServer): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "fanfare-payloads-"));
  const env = { ...process.env, FANFARE_DATA_DIR: server.data_dir };
  const fanfare = (...args: readonly string[]) =>
    promisify(execFile)(BUN, [SERVER, "content", ...args, "--dir", folder], { env });
  try {
    const file = join(folder, "tour.js");
    // As text and as markup, which the library would insert into the page.
    const steps = PAYLOADS.map((text, at) => ({
      popover: { title: `${at} ${escaped(text)}`, description: `<p>${escaped(text)}</p>${text}` },
    }));
    writeFileSync(file, `driver({ steps: ${JSON.stringify(steps)} });`);
    await fanfare("pull");
    await fanfare("import", file, "--from", "driver.js", "--name", "<img src=x onerror=pwned()>");
    await fanfare("push", "--publish");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Counts what runs, in every document of the page from its start. */
async function countRuns(page: Page): Promise<() => Promise<number>> {
  let ran = 0;
  await page.exposeFunction("pwned", () => {
    ran += 1;
  });
  // Control: the same text as markup does run, so the check works.
  await page.setContent("<img src=x: onerror=pwned()>");
  await expect.poll(() => ran).toBe(1);
  ran = 0;
  return async () => {
    // Errors of images come later. This one comes after all others.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const last = new Image();
          last.addEventListener("error", resolve);
          last.src = "x:";
        }),
    );
    return ran;
  };
}

test("hostile texts of imported tours run in neither editor, preview, nor page", async ({ server, page, context }) => {
  await importTours(server);
  const inConsole = await countRuns(page);
  await signIn(page, server.url);
  await closeGreeting(page);
  const links = page.getByRole("link", { name: "onerror=pwned()" });
  await expect(links).toHaveCount(PAYLOADS.length / STEPS);
  const previewTitle = page
    .getByRole("complementary", { name: "Preview" })
    .locator("iframe")
    .contentFrame()
    .locator("fanfare-ui .card h2");
  for (let tour = 0; tour < PAYLOADS.length / STEPS; tour += 1) {
    await links.nth(tour).click();
    const steps = page.getByRole("complementary", { name: "Steps" }).getByRole("listitem").getByRole("link");
    await expect(steps).toHaveCount(STEPS);
    for (let step = 0; step < STEPS; step += 1) {
      await steps.nth(step).click();
      await expect(page.getByRole("heading", { name: `Step ${step + 1} of ${STEPS}` })).toBeVisible();
      const title = await page.getByLabel("Title", { exact: true }).inputValue();
      await expect(previewTitle).toHaveText(new RegExp(`^${Number.parseInt(title, 10)} `));
    }
    expect(await inConsole()).toBe(0);
    await page.goBack();
  }

  const site = await serveHostPage(moduleSnippet(server.url, APP.key));
  const visitor = await context.newPage();
  const onPage = await countRuns(visitor);
  await visitor.goto(site.url);
  await visitor.waitForFunction(() => window.fanfareClient !== undefined);
  await visitor.evaluate(() => void window.fanfareClient.start("img-src-x-onerror-pwned"));
  for (const [at] of PAYLOADS.entries()) {
    await expect(stepTitle(visitor)).toHaveText(new RegExp(`^${at} `));
    await card(visitor).locator("button.primary").click();
  }
  await expect(card(visitor)).toHaveCount(0);
  expect(await onPage()).toBe(0);
  await site.close();
});
