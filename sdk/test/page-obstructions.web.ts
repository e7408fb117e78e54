import { expect } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { anchored } from "./support/app-page.ts";
import { moduleSnippet, storedEvents } from "./support/host-page.ts";
import { createTour, test } from "./support/host-test.ts";

const tour = createTour({
  ...{ trigger: { kind: "automatic" }, frequency: { mode: "until_completed" } },
  body: {
    type: "tour",
    steps: [anchored("one", "button", { title: "First" }), anchored("two", "button", { title: "Second" })],
    suppression: { offered: true, days: 365 },
  },
});

test.use({ serverOptions: { demo: false, contents: tour } });

const NOTE = "fanfareClient.on('step_obstructed', ({ step_id, how }) => (window.told ??= []).push([step_id, how]));";

declare global {
  interface Window {
    told?: (readonly [step_id: string, how: string])[];
  }
}

/** What a page does, by what is reported. */
const PAGES = {
  events_stopped: `for (const name of ["pointerdown", "mousedown", "click", "keydown"])
    document.addEventListener(name, (event) => event.stopImmediatePropagation(), true);`,
  made_inert: `setInterval(() => document.querySelector("fanfare-ui")?.toggleAttribute("inert", true), 20);`,
  target_moving: `addEventListener("load", () => document.querySelector("button").animate(
    [{ translate: "0 0" }, { translate: "200px 0" }], { duration: 2000, iterations: Infinity, direction: "alternate" }));`,
} as const;

for (const [how, script] of Object.entries(PAGES)) {
  test(`reports once per step and run that a page does this: ${how}`, async ({ server, page, serve, page_errors }) => {
    const site = await serve(`<script>${script}</script>${moduleSnippet(server.url, APP.key, NOTE)}`);
    await page.goto(site.url);
    const heading = page.getByRole("heading", { name: "First" });
    await heading.waitFor();
    if (how === "events_stopped") {
      // Its clicks still work, because they are repeated.
      for (const title of ["Second", "First"]) {
        const button = page.getByRole("button", { name: title === "Second" ? "Next" : "Back", exact: true });
        // From the moment on at which the file that repeats them has loaded.
        await expect(async () => {
          if (await button.isVisible()) await button.click({ timeout: 1_000 });
          await page.getByRole("heading", { name: title }).waitFor({ timeout: 2_000 });
        }).toPass();
      }
    }
    await expect.poll(() => page.evaluate(() => window.told?.[0])).toEqual(["one", how]);
    await expect.poll(async () => (await storedEvents(server.data_dir))["step_obstructed"]).toBeGreaterThan(0);
    expect(page_errors).toEqual([]);
  });
}

test("reports nothing about a page that leaves content alone, and one that makes it inert for its own dialog", async ({
  server,
  page,
  serve,
}) => {
  const site = await serve(moduleSnippet(server.url, APP.key, NOTE));
  await page.goto(site.url);
  await page.getByRole("heading", { name: "First" }).waitFor();
  await page.evaluate(() => document.querySelector("fanfare-ui")?.toggleAttribute("inert", true));
  await page.waitForFunction(() => document.querySelector("fanfare-ui:not([inert])"));
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.getByRole("heading", { name: "Second" }).waitFor();
  await page.getByRole("button", { name: "Done" }).click();
  await expect.poll(async () => (await storedEvents(server.data_dir))["tour_completed"]).toBe(1);
  expect(await page.evaluate(() => window.told)).toBeUndefined();
});
