import type { Page } from "@playwright/test";
import type { CelebrateMore } from "./fixtures/player.ts";
import { anchored, centered, expect, listeners, openTour, test, title } from "./support/app-page.ts";

async function celebrate(app: Page, more: CelebrateMore = {}): Promise<void> {
  await app.evaluate((options) => window.driver.celebrate(options), more);
}

/** Long enough to still be playing when a slow machine reaches the next line. */
const LONG_RAIN: CelebrateMore = { preset: "rain", duration_ms: 10_000 };

/** The end reasons so far, once `count` celebrations have ended. */
async function ends(app: Page, count = 1): Promise<readonly string[]> {
  await app.waitForFunction((count) => window.driver.ends.length >= count, count);
  return app.evaluate(() => window.driver.ends);
}

/** The number of nontransparent canvas pixels and their mean position; null without a canvas. */
function inked(app: Page): Promise<{ count: number; x: number; y: number } | null> {
  return app.evaluate(() => {
    const canvas = document.querySelector("fanfare-ui")?.shadowRoot?.querySelector("canvas");
    const context = canvas?.getContext("2d");
    if (!canvas || !context) return null;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const scale = canvas.width / canvas.clientWidth;
    let count = 0;
    let x = 0;
    let y = 0;
    for (let index = 3; index < data.length; index += 4) {
      if (data[index] === 0) continue;
      const pixel = (index - 3) / 4;
      count++;
      x += (pixel % canvas.width) / scale;
      y += Math.floor(pixel / canvas.width) / scale;
    }
    return { count, x: x / count, y: y / count };
  });
}

test("plays under the strictest policy and cleans up automatically", async ({ app }) => {
  const before = await app.evaluate(() => document.documentElement.outerHTML);
  const listener_count = await listeners(app);
  await celebrate(app, { preset: "fireworks" });
  await expect.poll(async () => (await inked(app))?.count ?? 0).toBeGreaterThan(1_000);
  expect(await ends(app)).toEqual(["played"]);
  await expect.poll(() => app.evaluate(() => document.documentElement.outerHTML)).toBe(before);
  await expect.poll(() => listeners(app)).toEqual(listener_count);
});

test("keeps the canvas decorative and announces the message", async ({ app }) => {
  await celebrate(app, { preset: "rain", message: "Order shipped" });
  const canvas = app.locator("fanfare-ui canvas");
  await expect(canvas).toHaveAttribute("aria-hidden", "true");
  await expect(app.getByRole("status")).toHaveText("Order shipped");
  await app.locator("#apply").click();
  await expect.poll(() => app.evaluate(() => window.heard.clicks)).toEqual(["apply"]);
});

test("announces congratulations in the page's language without a message", async ({ app }) => {
  await celebrate(app, LONG_RAIN);
  await expect(app.getByRole("status")).toHaveText("Congratulations!");
  await app.keyboard.press("Escape");
  await expect(app.locator("fanfare-ui")).toHaveCount(0);
  await app.evaluate(() => document.documentElement.setAttribute("lang", "de-AT"));
  await celebrate(app, LONG_RAIN);
  await expect(app.getByRole("status")).toHaveText("Herzlichen Glückwunsch!");
});

test("plays a sound only on request and after a user gesture", async ({ app }) => {
  await app.evaluate(() => {
    const Audio = window.AudioContext;
    Object.assign(window, { sounds: 0 });
    window.AudioContext = class extends Audio {
      constructor() {
        super();
        Object.assign(window, { sounds: Number(Reflect.get(window, "sounds")) + 1 });
      }
    };
  });
  // Playwright counts as user activation.
  const touched = (hasBeenActive: boolean) =>
    app.evaluate((value) => Object.defineProperty(navigator, "userActivation", { configurable: true, value }), {
      hasBeenActive,
    });
  await touched(false);
  const sounds = () => app.evaluate(() => Number(Reflect.get(window, "sounds")));
  await celebrate(app, { preset: "burst", sound: true });
  expect(await ends(app)).toEqual(["played"]);
  await expect.poll(() => sounds()).toBe(0);
  await touched(true);
  await celebrate(app, { preset: "burst" });
  await celebrate(app, { preset: "burst", sound: true });
  await ends(app, 3);
  await expect.poll(() => sounds()).toBe(1);
});

test("is sharp on high-density screens within a pixel budget", async ({ browser, site }) => {
  for (const [width, height, ratio, expected] of [
    [800, 600, 2, 2],
    [800, 600, 3, 2],
    [2_560, 1_440, 2, Math.sqrt(2_073_600 / (2_560 * 1_440))],
  ] as const) {
    const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: ratio });
    await page.goto(`${site.url}/app.html`);
    await page.waitForFunction(() => window.driver !== undefined);
    // In one call: on a slow machine, the celebration may end before the next one.
    const scale = await page.evaluate(async () => {
      await window.driver.celebrate();
      const canvas = document.querySelector("fanfare-ui")?.shadowRoot?.querySelector("canvas");
      return canvas ? canvas.width / canvas.clientWidth : 0;
    });
    expect(scale).toBeCloseTo(expected, 2);
    await page.close();
  }
});

test("ends immediately on Escape and cancel, and lets pieces fall on stop", async ({ app }) => {
  await celebrate(app, LONG_RAIN);
  await app.keyboard.press("Escape");
  expect(await ends(app)).toEqual(["cancelled"]);
  await celebrate(app, LONG_RAIN);
  await app.evaluate(() => window.driver.party?.cancel());
  expect(await ends(app, 2)).toEqual(["cancelled", "cancelled"]);
  await expect(app.locator("fanfare-ui")).toHaveCount(0);
  await celebrate(app, LONG_RAIN);
  await expect.poll(async () => (await inked(app))?.count ?? 0).toBeGreaterThan(1_000);
  // In one call, because pieces in the air keep falling in the meantime.
  const in_the_air = await app.evaluate(async () => {
    window.driver.party?.stop();
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const canvas = document.querySelector("fanfare-ui")?.shadowRoot?.querySelector("canvas");
    const { data } = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? {};
    return data?.some((each) => each > 0);
  });
  expect(in_the_air).toBe(true);
  expect(await ends(app, 3)).toEqual(["cancelled", "cancelled", "stopped"]);
});

test("counts as shown after a second on the screen or at the end", async ({ app }) => {
  const shown = () => app.evaluate(() => window.driver.shown);
  await app.evaluate(async () => {
    await window.driver.celebrate({ preset: "rain" });
    window.driver.party?.cancel();
  });
  await ends(app);
  expect(await shown()).toEqual([false]);
  await celebrate(app, LONG_RAIN);
  await expect.poll(async () => (await inked(app))?.count ?? 0).toBeGreaterThan(100);
  await app.waitForTimeout(1_100);
  await app.keyboard.press("Escape");
  await ends(app, 2);
  await celebrate(app, { preset: "burst", duration_ms: 1_000 });
  expect(await ends(app, 3)).toEqual(["cancelled", "cancelled", "played"]);
  expect(await shown()).toEqual([false, true, true]);
});

test("shows nothing and keeps no canvas in a window that draws no frames", async ({ app }) => {
  await app.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  await celebrate(app, { preset: "burst", duration_ms: 1_000 });
  expect(await ends(app)).toEqual(["hidden"]);
  await expect.poll(() => app.evaluate(() => window.driver.shown)).toEqual([false]);
  await expect(app.locator("fanfare-ui")).toHaveCount(0);
});

test("keeps 1,000 calls within the budgets by merging the excess", async ({ app }) => {
  await celebrate(app, { preset: "fireworks", message: "First" });
  // Fireworks load another file, and announce nothing before that.
  await expect(app.getByRole("status")).toHaveText("First");
  await app.evaluate(() =>
    Promise.all(Array.from({ length: 1_000 }, () => window.driver.celebrate({ preset: "burst", message: "Again" }))),
  );
  await expect(app.locator("fanfare-ui")).toHaveCount(1);
  await expect(app.getByRole("status")).toHaveText("Again");
  const all = await ends(app, 1_001);
  expect(new Set(all)).toEqual(new Set(["budget", "played"]));
  expect(all.filter((reason) => reason === "played").length).toBeLessThanOrEqual(3);
});

test("shows a still picture with the message for reduced motion", async ({ app }) => {
  await app.emulateMedia({ reducedMotion: "reduce" });
  await app.evaluate(() => {
    Object.assign(window, { frames: 0 });
    const request = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (callback) => {
      Object.assign(window, { frames: 1 });
      return request(callback);
    };
  });
  await celebrate(app, { preset: "cannons", message: "Order shipped" });
  await expect(app.locator("fanfare-ui .badge")).toHaveText("Order shipped");
  await expect(app.getByRole("status")).toHaveText("Order shipped");
  // In one call: the picture is shown for three seconds, and two separate calls may take longer.
  const pictures = await app.evaluate(async () => {
    const canvas = document.querySelector("fanfare-ui")?.shadowRoot?.querySelector("canvas");
    const pixels = () =>
      canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? new Uint8ClampedArray();
    const ink = () => pixels().reduce((count, value, index) => count + Number(index % 4 === 3 && value > 0), 0);
    while (ink() < 1_000) await new Promise((resolve) => setTimeout(resolve, 20));
    const first = canvas?.toDataURL();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { stands: canvas?.toDataURL() === first, there: canvas?.isConnected };
  });
  expect(pictures).toEqual({ stands: true, there: true });
  expect(await ends(app)).toEqual(["reduced_motion"]);
  await expect.poll(() => app.evaluate(() => window.driver.shown)).toEqual([true]);
  expect(await app.evaluate(() => ("frames" in window ? window.frames : null))).toBe(0);
  await expect(app.locator("fanfare-ui")).toHaveCount(0);
});

test("stops when the person turns on reduced motion during play", async ({ app }) => {
  await celebrate(app, LONG_RAIN);
  await app.emulateMedia({ reducedMotion: "reduce" });
  expect(await ends(app)).toEqual(["reduced_motion"]);
});

test("doesn't play in a hidden tab and ends when the tab is hidden", async ({ app }) => {
  const hide = (hidden: boolean) =>
    app.evaluate((value) => {
      Object.defineProperty(Document.prototype, "hidden", { configurable: true, get: () => value });
      document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    }, hidden);
  await hide(true);
  await celebrate(app);
  expect(await ends(app)).toEqual(["hidden"]);
  await hide(false);
  await celebrate(app, LONG_RAIN);
  await hide(true);
  expect(await ends(app, 2)).toEqual(["hidden", "hidden"]);
  await expect(app.locator("fanfare-ui")).toHaveCount(0);
});

test("reports unavailable without canvas support and leaves nothing behind", async ({ app }) => {
  await app.evaluate(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await celebrate(app);
  expect(await ends(app)).toEqual(["unavailable"]);
  await expect(app.locator("fanfare-ui")).toHaveCount(0);
});

test("plays over an open tour without taking focus or clicks", async ({ app }) => {
  await openTour(app, [anchored("a", "#apply"), centered("b")]);
  await celebrate(app, { preset: "rain" });
  await expect(app.locator("fanfare-ui .card").getByRole("heading")).toBeFocused();
  await app.locator("fanfare-ui .card").getByRole("button", { name: "Next" }).click();
  await title(app, "Title b");
});
