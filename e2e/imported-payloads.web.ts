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
/** Every 20th payload, and in the nightly run all of them for one format. By day, every 100th. */
const everyNth = (n: number): readonly string[] => HOSTILE_PAYLOADS.filter((_, index) => index % n === 0);
const SOME = everyNth(20);
/** Each one makes a step of its own. By day, server/src/imports/import-content.test.ts reads all of them in each format. */
const PAYLOADS: Readonly<Record<string, readonly string[]>> = IS_NIGHTLY
  ? {
      "driver.js": HOSTILE_PAYLOADS,
      ...{ appcues: SOME, "intro.js": SOME, joyride: SOME, posthog: SOME, shepherd: SOME, usertour: SOME },
    }
  : { "driver.js": everyNth(100) };

// Without CSP: nothing may run even without a policy that blocks it.
test.use({ bypassCSP: true, serverOptions: { demo: false, contents: { contents: [] } } });
test.setTimeout(IS_NIGHTLY ? 3_600_000 : 240_000);

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A file of each format whose steps have these texts: as text, and as markup, which the tool would insert. */
const SOURCES: Readonly<Record<string, (texts: readonly string[]) => string>> = {
  appcues: (texts) =>
    JSON.stringify({
      experience: { steps: texts.map((text, at) => ({ type: "modal", ...titled(text, at), content: markup(text) })) },
    }),
  "driver.js": (texts) =>
    `driver({ steps: ${JSON.stringify(texts.map((text, at) => ({ popover: { ...titled(text, at), description: markup(text) } })))} });`,
  "intro.js": (texts) =>
    `introJs().setOptions({ steps: ${JSON.stringify(texts.map((text, at) => ({ ...titled(text, at), intro: markup(text) })))} });`,
  joyride: (texts) =>
    `const steps = ${JSON.stringify(texts.map((text, at) => ({ target: "body", placement: "center", title: `${at} ${text}`, content: text })))};`,
  posthog: (texts) =>
    JSON.stringify({
      steps: texts.map((text, at) => ({
        content: {
          type: "doc",
          content: [
            { type: "heading", content: [{ type: "text", text: `${at} ${text}` }] },
            {
              type: "paragraph",
              content: [{ type: "text", text, marks: [{ type: "link", attrs: { href: text } }] }],
            },
          ],
        },
      })),
    }),
  shepherd: (texts) =>
    `const steps = ${JSON.stringify(texts.map((text, at) => ({ ...titled(text, at), text: markup(text) })))};`,
  usertour: (texts) =>
    JSON.stringify({
      steps: texts.map((text, at) => ({
        type: "modal",
        content: [
          { type: "text", markdown: `# ${at} ${text}` },
          { type: "text", markdown: text },
        ],
      })),
    }),
};
const titled = (text: string, at: number) => ({ title: `${at} ${escaped(text)}` });
const markup = (text: string): string => `<p>${escaped(text)}</p>${text}`;

async function importTours(server: TestServer, format: string, texts: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "fanfare-payloads-"));
  const env = { ...process.env, FANFARE_DATA_DIR: server.data_dir };
  const fanfare = (...args: readonly string[]) =>
    promisify(execFile)(BUN, [SERVER, "content", ...args, "--dir", folder], { env });
  try {
    const source = SOURCES[format]?.(texts) ?? "";
    const file = join(folder, source.startsWith("{") ? "tour.json" : "tour.js");
    writeFileSync(file, source);
    await fanfare("pull");
    await fanfare("import", file, "--from", format, "--name", "<img src=x onerror=pwned()>");
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

for (const [format, texts] of Object.entries(PAYLOADS)) {
  test(`hostile texts of tours imported from ${format} run in neither editor, preview, nor page`, async ({
    server,
    page,
    context,
  }) => {
    await importTours(server, format, texts);
    const inConsole = await countRuns(page);
    await signIn(page, server.url);
    await closeGreeting(page);
    const links = page.getByRole("link", { name: "onerror=pwned()" });
    const tours = Math.ceil(texts.length / STEPS);
    await expect(links).toHaveCount(tours);
    const previewTitle = page
      .getByRole("complementary", { name: "Preview" })
      .locator("iframe")
      .contentFrame()
      .locator("fanfare-ui .card h2");
    for (let tour = 0; tour < tours; tour += 1) {
      await links.nth(tour).click();
      const steps = page.getByRole("complementary", { name: "Steps" }).getByRole("listitem").getByRole("link");
      const count = Math.min(STEPS, texts.length - tour * STEPS);
      await expect(steps).toHaveCount(count);
      for (let step = 0; step < count; step += 1) {
        await steps.nth(step).click();
        await expect(page.getByRole("heading", { name: `Step ${step + 1} of ${count}` })).toBeVisible();
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
    for (const [at] of texts.entries()) {
      await expect(stepTitle(visitor)).toHaveText(new RegExp(`^${at} `));
      await card(visitor).locator("button.primary").click();
    }
    await expect(card(visitor)).toHaveCount(0);
    expect(await onPage()).toBe(0);
    await site.close();
  });
}
