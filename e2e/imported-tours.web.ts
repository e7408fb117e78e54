import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { build } from "vite";
import { moduleSnippet, serveHostPage } from "../sdk/test/support/host-page.ts";
import "../sdk/test/support/host-window.ts";
import { expect, test } from "./support/fixtures.ts";
import { APP, BUN, SERVER, type TestServer } from "./support/test-server.ts";

interface Shown {
  readonly title: string;
  /** Label of the button that leads on, where the steps have one. */
  readonly button?: string;
  /** The element of the page that is marked. Undefined: the card is in the center. */
  readonly target?: string;
}

interface Original {
  readonly format: "driver.js" | "joyride";
  /** Steps as an application has them: run by the library, and read by the import. */
  readonly steps: string;
  readonly page: (steps: string) => string;
  readonly styles?: string;
  readonly title: string;
  readonly next: string;
  readonly back: string;
  /** What the library draws around the target, or the target itself. */
  readonly mark: string;
  /** What people see, of the original and of the import. */
  readonly shown: readonly Shown[];
}

const LINK = 'a[href="/next"]';
/** Elements of the page that a step can point at. */
const TARGETS = ["h1", "body > p button", LINK];

const DRIVER: Original = {
  format: "driver.js",
  steps: `[
  { popover: { title: "Welcome", description: "Two <b>minutes</b>." } },
  { element: "h1", popover: { title: "The shop", description: "Its name.", side: "bottom" } },
  { element: "#skipped", skipMissingElement: true, popover: { title: "Never shown" } },
  { element: "#missing", popover: { title: "In the center" } },
  { element: "button", popover: { title: "Order", description: "Select it.", side: "bottom", nextBtnText: "Onward" } },
  { element: 'a[href="/next"]', popover: { title: "The next page", doneBtnText: "Finish" } },
]`,
  page: (steps) => `import { driver } from "driver.js"; driver({ animate: false, steps: ${steps} }).drive();`,
  styles: "driver.js/dist/driver.css",
  title: ".driver-popover-title",
  next: ".driver-popover-next-btn",
  back: ".driver-popover-prev-btn",
  mark: ".driver-active-element:not(#driver-dummy-element)",
  shown: [
    { title: "Welcome" },
    { title: "The shop", target: "h1" },
    { title: "In the center" },
    { title: "Order", target: "body > p button", button: "Onward" },
    { title: "The next page", target: LINK, button: "Finish" },
  ],
};

const JOYRIDE: Original = {
  format: "joyride",
  steps: `[
  { target: "body", placement: "center", title: "Welcome", content: "Two minutes.", skipBeacon: true },
  { target: "h1", title: "The shop", content: "Its name.", placement: "bottom" },
  { target: "#missing", title: "Never shown", content: "Its target is missing." },
  { target: "button", title: "Order", content: "Select it.", placement: "bottom", locale: { next: "Onward" } },
  { target: 'a[href="/next"]', title: "The next page", content: "The last one.", locale: { last: "Finish" } },
]`,
  page: (steps) => `import { createElement } from "react"; import { createRoot } from "react-dom/client";
import { Joyride } from "react-joyride";
createRoot(document.body.appendChild(document.createElement("div")))
  .render(createElement(Joyride, { run: true, continuous: true, steps: ${steps} }));`,
  title: ".react-joyride__tooltip h4",
  next: ".react-joyride__tooltip [data-action=primary]",
  back: ".react-joyride__tooltip [data-action=back]",
  mark: "[data-testid=spotlight] path:nth-of-type(2)",
  shown: [
    { title: "Welcome" },
    { title: "The shop", target: "h1" },
    { title: "Order", target: "body > p button", button: "Onward" },
    { title: "The next page", target: LINK, button: "Finish" },
  ],
};

async function bundled(code: string): Promise<string> {
  mkdirSync(".cache", { recursive: true });
  const folder = mkdtempSync(join(".cache", "imported-"));
  try {
    const input = join(folder, "page.js");
    writeFileSync(input, code);
    const built = await build({
      configFile: false,
      logLevel: "error",
      build: { write: false, rollupOptions: { input, output: { entryFileNames: "page.js" } } },
    });
    if (!("output" in built)) throw new Error("Vite started a watcher instead of a build.");
    const [chunk] = built.output;
    return chunk.code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Imports the steps from a file, and publishes them unchanged, as the guide describes. */
async function publish({ format, steps }: Original, server: TestServer): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "fanfare-imported-"));
  const env = { ...process.env, FANFARE_DATA_DIR: server.data_dir };
  const fanfare = (...args: readonly string[]) =>
    promisify(execFile)(BUN, [SERVER, "content", ...args, "--dir", folder], { env });
  try {
    const file = join(folder, "tour.jsx");
    writeFileSync(file, format === "joyride" ? `<Joyride steps={${steps}} />` : `driver({ steps: ${steps} })`);
    await fanfare("pull");
    await fanfare("import", file, "--from", format, "--name", "First steps");
    await fanfare("push", "--publish");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a card is drawn next to: an element of the page whose center is that of the mark, and that's hardly smaller. */
const TOLERANCE_PX = 2;
const PADDING_MAX_PX = 16;

async function targetOf(page: Page, mark: string): Promise<string | undefined> {
  return page.evaluate(
    ({ mark, targets, tolerance_px, padding_px }) => {
      const shadow = document.querySelector("fanfare-ui")?.shadowRoot;
      const marked = (shadow?.querySelector(mark) ?? document.querySelector(mark))?.getBoundingClientRect();
      if (marked === undefined) return undefined;
      return targets.find((each) => {
        const box = document.querySelector(each)?.getBoundingClientRect();
        if (box === undefined) return false;
        const apart = (one: number, other: number): number => Math.abs(one - other) / 2;
        const centers = [
          apart(marked.left + marked.right, box.left + box.right),
          apart(marked.top + marked.bottom, box.top + box.bottom),
        ];
        const paddings = [apart(marked.width, box.width), apart(marked.height, box.height)];
        return Math.max(...centers) <= tolerance_px && Math.max(...paddings) <= padding_px;
      });
    },
    { mark, targets: TARGETS, tolerance_px: TOLERANCE_PX, padding_px: PADDING_MAX_PX },
  );
}

/** How a tour is drawn. */
type Look = Pick<Original, "title" | "next" | "back" | "mark">;
const OURS: Look = {
  title: "fanfare-ui .card h2",
  next: "fanfare-ui .card button.primary",
  back: "fanfare-ui .card button:text-is('Back')",
  mark: ".ring",
};

/** Goes through a tour, with a step back from the second, and expects these steps. */
async function expectSteps(page: Page, look: Look, steps: readonly Shown[]): Promise<void> {
  const [first, second] = steps;
  for (const { title, target, button } of steps) {
    await expect(page.locator(look.title)).toHaveText(title);
    await expect.poll(() => targetOf(page, look.mark)).toBe(target);
    if (button !== undefined) await expect(page.locator(look.next)).toContainText(button);
    if (title === second?.title) {
      await page.locator(look.back).click();
      await expect(page.locator(look.title)).toHaveText(first?.title ?? "");
      await page.locator(look.next).click();
      await expect(page.locator(look.title)).toHaveText(title);
    }
    await page.locator(look.next).click();
  }
  await expect(page.locator(look.title)).toHaveCount(0);
}

/** Opens the tour anew, goes on to its second step, and closes it with Escape. */
async function expectEscape(page: Page, look: Look, steps: readonly Shown[]): Promise<void> {
  await page.locator(look.next).click();
  await expect(page.locator(look.title)).toHaveText(steps[1]?.title ?? "");
  await page.keyboard.press("Escape");
  await expect(page.locator(look.title)).toHaveCount(0);
}

test.use({ serverOptions: { demo: false, contents: { contents: [] } } });

/** The nightly run has all. */
for (const original of process.env["NIGHTLY"] === undefined ? [DRIVER] : [DRIVER, JOYRIDE]) {
  test.describe(original.format, () => {
    test("an imported tour has the steps, targets, labels, and ways on of its original", async ({
      server,
      page,
      context,
    }) => {
      const styles = original.styles === undefined ? "" : readFileSync(join("node_modules", original.styles), "utf8");
      const site = await serveHostPage(`<style>${styles}</style><script type="module" src="/page.js"></script>`, {
        scripts: { "/page.js": await bundled(original.page(original.steps)) },
      });
      const other = await serveHostPage(moduleSnippet(server.url, APP.key));
      const imported = await context.newPage();
      try {
        await page.goto(site.url);
        await expectSteps(page, original, original.shown);
        await page.goto(site.url);
        await expectEscape(page, original, original.shown);

        await publish(original, server);
        await imported.goto(other.url);
        await imported.waitForFunction(() => window.fanfareClient !== undefined);
        await imported.evaluate(() => void window.fanfareClient.start("first-steps"));
        await expectSteps(imported, OURS, original.shown);
        await imported.evaluate(() => void window.fanfareClient.start("first-steps", { force: true }));
        await expectEscape(imported, OURS, original.shown);
      } finally {
        await Promise.all([site.close(), other.close()]);
      }
    });
  });
}
