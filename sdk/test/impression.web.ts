import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { build } from "vite";
import { type HostSite, serveHostPage } from "./support/host-page.ts";

type Box = ReturnType<typeof import("./fixtures/impression.ts").openBox>;
declare global {
  interface Window {
    box: Box;
  }
}

let site: HostSite;

test.beforeAll(async () => {
  const entry = fileURLToPath(new URL("fixtures/impression.ts", import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, lib: { entry, formats: ["es"], fileName: "seen" } },
  });
  const [bundle] = Array.isArray(built) ? built : [];
  const [file] = bundle?.output ?? [];
  if (file === undefined) throw new Error("Vite built nothing.");
  const start = `<script type="module">import { openBox } from "/seen.js"; window.box = openBox();</script>`;
  site = await serveHostPage(start, { scripts: { "/seen.js": file.code } });
});
test.afterAll(() => site.close());

test.beforeEach(async ({ page }) => {
  await page.goto(site.url);
  await page.waitForFunction(() => window.box !== undefined);
});

type Found = ReturnType<Box["look"]>;

/**
 * Waits until the browser's observation results in this state: pending timers, and whether an impression was reported.
 */
const finds = (page: Page, expected: Found): Promise<void> =>
  expect.poll(() => page.evaluate(() => window.box.look())).toEqual(expected);
/** Runs pending timers and returns what is pending afterward. */
const passed = (page: Page): Promise<Found> =>
  page.evaluate(() => {
    window.box.pass();
    return window.box.look();
  });
const A_SECOND: Found = { delays: [1_000], seen_count: 0 };
const NOTHING: Found = { delays: [], seen_count: 0 };
const TOLD: Found = { delays: [], seen_count: 1 };

test.describe("impression", () => {
  test("counts once when half is visible for a second without a break", async ({ page }) => {
    await finds(page, A_SECOND);
    // 60 of 200 pixels are visible, so the timer is canceled.
    await page.evaluate(() => scrollTo(0, 240));
    await finds(page, NOTHING);
    // 120 of 200 pixels are visible, so a new timer starts.
    await page.evaluate(() => scrollTo(0, 180));
    await finds(page, A_SECOND);
    expect(await passed(page)).toEqual(TOLD);
  });

  test("counts when filling half of the screen, at any size", async ({ page }) => {
    await page.evaluate(() => {
      window.box.host.style.cssText = "position:absolute;top:0;left:0";
      window.box.box.style.cssText = "width:100vw;height:4000px;background:gold";
      scrollTo(0, 1_000);
    });
    await finds(page, A_SECOND);
    expect(await passed(page)).toEqual(TOLD);
  });

  test("never counts in a hidden tab", async ({ page }) => {
    await finds(page, A_SECOND);
    await page.evaluate(() => window.box.setVisible(false));
    await finds(page, NOTHING);
    await page.evaluate(() => window.box.setVisible(true));
    await finds(page, A_SECOND);
    expect(await passed(page)).toEqual(TOLD);
  });

  test("never counts when covered or hidden by the page, checking ever less often", async ({ page }) => {
    await finds(page, A_SECOND);
    await page.evaluate(() => window.box.cover(true));
    expect(await passed(page)).toEqual({ delays: [2_000], seen_count: 0 });
    expect(await passed(page)).toEqual({ delays: [4_000], seen_count: 0 });
    await page.evaluate(() => {
      window.box.cover(false);
      window.box.host.style.opacity = "0";
    });
    expect(await passed(page)).toEqual({ delays: [8_000], seen_count: 0 });
    // Visible again, it needs a full second.
    await page.evaluate(() => {
      window.box.host.style.opacity = "";
    });
    expect(await passed(page)).toEqual(A_SECOND);
    expect(await passed(page)).toEqual(TOLD);
  });

  test("never counts after removal", async ({ page }) => {
    await finds(page, A_SECOND);
    await page.evaluate(() => window.box.host.remove());
    await finds(page, NOTHING);
  });
});
