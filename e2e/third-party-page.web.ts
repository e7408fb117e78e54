import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { Target } from "@fanfare/contract/target/target";
import type { Locator, Page } from "@playwright/test";
import { card, expect, next, spotlightOn, stepTitle, test } from "./support/fixtures.ts";
import { APP } from "./support/test-server.ts";
import { elementsOf, serveThirdPartyPage, snippet, watchListeners } from "./support/third-party-page.ts";

const anchored = {
  kind: "anchored",
  placement: "auto",
  wait_ms: 8_000,
  on_missing: "end",
  interaction: "allow",
  blocks: [],
} as const;

/** Targets in the theme. It has no test IDs, so these use roles, labels, texts, attributes, and IDs. */
const STEPS = [
  { ...anchored, id: "menu", title: "The menu", target: { strategies: [{ kind: "css", value: "#accordionSidebar" }] } },
  {
    ...anchored,
    id: "report",
    title: "The report",
    target: { strategies: [{ kind: "role_name", role: "link", name: "Generate Report" }] },
  },
  {
    ...anchored,
    id: "search",
    title: "The search",
    target: { strategies: [{ kind: "attribute", name: "aria-label", value: "Search" }] },
  },
  {
    ...anchored,
    id: "earnings",
    title: "The earnings",
    target: { strategies: [{ kind: "text", value: "Earnings (Monthly)", tag: "div" }] },
  },
  { ...anchored, id: "chart", title: "The chart", target: { strategies: [{ kind: "css", value: "#myAreaChart" }] } },
] as const;

const linkTo = (name: string): Target => ({ strategies: [{ kind: "role_name", role: "link", name }] });
const SEARCH: Target = { strategies: [{ kind: "attribute", name: "aria-label", value: "Search" }] };

const CONTENTS: ContentFile = {
  contents: [
    {
      slug: "theme",
      name: "Around the dashboard",
      edition: {
        body: {
          type: "tour",
          steps: [...STEPS].map((step) => ({
            ...step,
            blocks: [],
            target: { strategies: [...step.target.strategies] },
          })),
          suppression: { offered: true, days: 365 },
        },
        targeting: { urls: { include: ["/index.html"], exclude: [] } },
        trigger: { kind: "automatic" },
        frequency: { mode: "until_completed" },
        priority: 0,
        tags: [],
      },
    },
    {
      slug: "way",
      name: "From the charts to a search",
      edition: {
        body: {
          type: "tour",
          steps: [
            {
              ...anchored,
              id: "tables",
              title: "Open the tables",
              blocks: [],
              advance: [{ kind: "click" }],
              target: linkTo("Tables"),
            },
            {
              ...anchored,
              id: "find",
              title: "Find a person",
              blocks: [],
              advance: [{ kind: "input" }],
              target: SEARCH,
            },
            { id: "found", kind: "centered", title: "Found", blocks: [] },
          ],
          suppression: { offered: true, days: 365 },
        },
        targeting: { urls: { include: ["/charts.html", "/tables.html*"], exclude: [] } },
        trigger: { kind: "automatic" },
        frequency: { mode: "until_completed" },
        priority: 0,
        tags: [],
      },
    },
  ],
};

const targets: Readonly<Record<string, (page: Page) => Locator>> = {
  "The menu": (page) => page.locator("#accordionSidebar"),
  "The report": (page) => page.getByRole("link", { name: "Generate Report" }),
  "The search": (page) => page.locator('.navbar-search:visible input[aria-label="Search"]'),
  "The earnings": (page) => page.getByText("Earnings (Monthly)", { exact: true }),
  "The chart": (page) => page.locator("#myAreaChart"),
};

/** Waits for the theme's own scripts: charts are drawn and observe their size. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator(".chartjs-size-monitor")).toHaveCount(2);
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState === "finished"));
}

test.use({ serverOptions: { contents: CONTENTS, demo: false }, viewport: { width: 1400, height: 1500 } });

test("shows a tour on a third-party page without changing the page", async ({ server, page }) => {
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  try {
    // The theme loads its font from an external service.
    await page.route(
      (url) => !["127.0.0.1", "localhost"].includes(url.hostname),
      (route) => route.abort(),
    );
    const readListeners = await watchListeners(page, `${server.url}/sdk/`);
    await page.goto(`${site.url}?plain`);
    await settled(page);
    const elements = await elementsOf(page);
    const listeners = await readListeners();
    expect(elements.length).toBeGreaterThan(300);
    expect(listeners.page.length).toBeGreaterThan(10);
    expect(listeners.sdk).toEqual([]);

    await page.goto(site.url);
    await settled(page);
    for (const { title } of STEPS) {
      await expect(stepTitle(page)).toHaveText(title);
      const target = targets[title]?.(page);
      if (target === undefined) throw new Error(`No element is named for ${title}.`);
      await expect.poll(() => spotlightOn(page, target)).toBe(true);
      // Also unchanged while the tour is shown.
      await expect.poll(() => elementsOf(page)).toEqual(elements);
      await expect.poll(async () => (await readListeners()).page).toEqual(listeners.page);
      await next(page);
    }
    await expect(card(page)).toHaveCount(0);
    await expect.poll(() => elementsOf(page)).toEqual(elements);
    await expect.poll(async () => (await readListeners()).page).toEqual(listeners.page);

    // After shutdown, nothing of the SDK remains.
    await page.evaluate(() => Reflect.get(window, "fanfare").shutdown());
    await expect(page.locator("fanfare-ui")).toHaveCount(0);
    await expect.poll(readListeners).toEqual(listeners);
  } finally {
    await site.stop();
  }
});

test("counts a press and a typed text although both leave the page before a timer fires", async ({ server, page }) => {
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  try {
    await page.route(
      (url) => !["127.0.0.1", "localhost"].includes(url.hostname),
      (route) => route.abort(),
    );
    // Browsers hold timers back after a press until they painted.
    await page.addInitScript(() => {
      const setTimer = window.setTimeout;
      window.setTimeout = Object.assign((task: () => void, delay_ms: number) => {
        const held = window.event?.type === "click" || window.event?.type === "input";
        return held ? 0 : setTimer(task, delay_ms);
      }, setTimer);
    });
    await page.goto(site.url.replace("index", "charts"));
    await expect(stepTitle(page)).toHaveText("Open the tables");
    await page.getByRole("link", { name: "Tables" }).click();
    await expect(stepTitle(page)).toHaveText("Find a person");
    // What checks the field is there before anyone types.
    await page.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("field-filled")),
    );
    await page.getByRole("textbox", { name: "Search" }).first().pressSequentially("Ada");
    await page.keyboard.press("Enter");
    await page.waitForURL(/tables\.html\?/);
    await expect(stepTitle(page)).toHaveText("Found");
  } finally {
    await site.stop();
  }
});
