import { describe, expect, test } from "bun:test";
import { tourSteps } from "../contract/src/content/positions.ts";
import { contentFileSchema } from "../contract/src/schema/content/content.ts";

const file = contentFileSchema.parse(await Bun.file(new URL("content.json", import.meta.url)).json());
const page = await Bun.file(new URL("public/index.html", import.meta.url)).text();
const [welcome] = file.contents;
const steps = welcome === undefined ? [] : tourSteps(welcome.edition.body);

describe("the demo's content", () => {
  test("is a file that the server can import", () => {
    expect(file.contents.map((content) => content.slug)).toEqual(["welcome", "whats-new", "bundles-banner"]);
  });

  test("has a tour with 5 anchored steps, a 1-year suppression, and a celebration", () => {
    expect(steps.filter((step) => step.kind === "anchored").length).toBeGreaterThanOrEqual(5);
    expect(welcome?.edition.body.suppression).toEqual({ offered: true, days: 365 });
    expect(welcome?.edition.body.celebrate_on_completed).toBe("cannons");
  });

  test("announces news only on request or once in a delayed banner", () => {
    const [, news, banner] = file.contents.map(({ edition }) => edition);
    expect(news?.body).toMatchObject({ type: "announcement", form: "carousel", feed: true });
    expect(news?.trigger).toEqual({ kind: "manual" });
    expect(banner?.body).toMatchObject({ type: "announcement", form: "banner" });
    expect(banner?.delay_ms).toBeGreaterThanOrEqual(60_000);
    expect(banner?.frequency.mode).toBe("once");
  });

  test("targets only the demo page, not other pages of the app", () => {
    for (const { edition } of file.contents) {
      expect(edition.targeting.audience).toEqual({ kind: "element", selector: "[data-testid=live-status]" });
    }
    expect(page.split(`data-testid="live-status"`).length - 1).toBe(1);
  });

  test("targets test IDs that are unique on the page, with fallback locators", () => {
    for (const step of steps) {
      if (step.kind !== "anchored") continue;
      const { strategies } = step.target;
      const [first] = strategies;
      if (first?.kind !== "test_id") throw new Error(`${step.id} does not start with a test id`);
      expect(page.split(`data-testid="${first.value}"`).length - 1).toBe(1);
      expect(strategies.length).toBeGreaterThan(1);
    }
  });
});
