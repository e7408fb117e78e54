import type { Block } from "@fanfare/contract/content/block";
import type { Step } from "@fanfare/contract/content/tour";
import { test as base, type CDPSession, expect, type Locator, type Page } from "@playwright/test";
import type { PlayerEvent } from "../../src/ui/types.ts";
import type { Driver, OpenMore } from "../fixtures/player.ts";
import { type FixtureServer, serveFixtures } from "./fixture-server.ts";

declare global {
  interface Window {
    driver: Driver;
    refused: string[];
    /** Events that the fixture application received. */
    heard: { clicks: string[]; keys: string[] };
  }
}

/** A page of the fixture application under the strictest policy. Any violation or uncaught error fails the test. */
export const test = base.extend<{ app: Page }, { site: FixtureServer }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
    async ({}, use) => {
      const site = await serveFixtures();
      await use(site);
      await site.close();
    },
    { scope: "worker" },
  ],
  app: async ({ page, site }, use) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.addInitScript(() => {
      window.refused = [];
      document.addEventListener("securitypolicyviolation", (event) => window.refused.push(event.violatedDirective));
    });
    await page.goto(`${site.url}/app.html`);
    await page.waitForFunction(() => window.driver !== undefined);
    await use(page);
    expect(errors).toEqual([]);
    if (!page.isClosed()) expect(await page.evaluate(() => window.refused)).toEqual([]);
  },
});

export function paragraph(text: string): readonly Block[] {
  return [{ kind: "paragraph", spans: [{ text }] }];
}

export function centered(id: string, more: Partial<Extract<Step, { kind: "centered" }>> = {}): Step {
  return { kind: "centered", id, title: `Title ${id}`, blocks: paragraph(`Text of ${id}.`), ...more };
}

export function anchored(id: string, css: string, more: Partial<Extract<Step, { kind: "anchored" }>> = {}): Step {
  return {
    kind: "anchored",
    id,
    title: `Title ${id}`,
    blocks: paragraph(`Text of ${id}.`),
    target: { strategies: [{ kind: "css", value: css }] },
    placement: "auto",
    wait_ms: 2_000,
    on_missing: "skip",
    interaction: "allow",
    ...more,
  };
}

export async function openTour(app: Page, steps: readonly Step[], more: OpenMore = {}): Promise<void> {
  await startTour(app, steps, more);
  await settled(app);
}

export async function startTour(app: Page, steps: readonly Step[], more: OpenMore = {}): Promise<void> {
  await app.evaluate(([list, extra]) => window.driver.open(list, extra), [steps, more] as const);
}

export function card(app: Page): Locator {
  return app.locator("fanfare-ui .card");
}

let looks = 0;

/** Waits for a stable card: no transition is running, and card and rings kept their position for three frames. */
export async function settled(app: Page): Promise<void> {
  await card(app).waitFor();
  // Polled on each frame, without exposing a global to the page.
  await app.waitForFunction((look) => {
    const root = document.querySelector("fanfare-ui")?.shadowRoot;
    const view = root?.querySelector(".view");
    if (!root || !view || view.getAnimations({ subtree: true }).length > 0) return false;
    const boxes = [...root.querySelectorAll(".card, .ring")].map((each) => each.getBoundingClientRect());
    const at = JSON.stringify([look, window.scrollX, window.scrollY, ...boxes]);
    const key = Symbol.for("stood");
    const before: { at: string; frames: number } | undefined = Reflect.get(window, key);
    const frames = before?.at === at ? before.frames + 1 : 1;
    Reflect.set(window, key, { at, frames });
    return frames >= 3;
  }, ++looks);
}

/** Boxes of the elements, all read together, so that nothing moves between two reads. */
export function boxesOf(app: Page, ...selectors: readonly string[]): Promise<readonly DOMRect[]> {
  return app.evaluate(
    (all) =>
      all.map((selector) => {
        const own = document
          .querySelector("fanfare-ui")
          ?.shadowRoot?.querySelector(selector.replace("fanfare-ui ", ""));
        const found = selector.startsWith("fanfare-ui ") ? own : document.querySelector(selector);
        if (!found) throw new Error(`${selector} is not on the page.`);
        return found.getBoundingClientRect().toJSON() as DOMRect;
      }),
    selectors,
  );
}

export async function title(app: Page, text: string): Promise<void> {
  await expect(card(app).getByRole("heading")).toHaveText(text);
  await settled(app);
}

export function events(app: Page): Promise<readonly PlayerEvent[]> {
  return app.evaluate(() => window.driver.events);
}

export async function ended(app: Page): Promise<Extract<PlayerEvent, { kind: "ended" }>> {
  await app.waitForFunction(() => window.driver.events.some(({ kind }) => kind === "ended"));
  const all = (await events(app)).filter((event) => event.kind === "ended");
  expect(all).toHaveLength(1);
  const [event] = all;
  if (event === undefined) throw new Error("The tour did not end.");
  return event;
}

export function focus(app: Page): Promise<string> {
  return app.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at?.id || at?.ariaLabel || at?.textContent?.trim() || at?.localName || "nothing";
  });
}

/** Distance in pixels between the centers of the highlight and the element with this ID or text. */
export function distanceToRing(app: Page, expected: string): Promise<number> {
  return app.evaluate((name) => {
    const inside = (selector: string): ParentNode | null | undefined => document.querySelector(selector)?.shadowRoot;
    const target = document.getElementById(name) ?? inside("x-parcel")?.querySelector("button");
    const ring = inside("fanfare-ui")?.querySelector(".ring");
    if (target?.textContent === undefined || ring === null || ring === undefined) return Number.POSITIVE_INFINITY;
    const a = target.getBoundingClientRect();
    const b = ring.getBoundingClientRect();
    return Math.hypot(a.x + a.width / 2 - b.x - b.width / 2, a.y + a.height / 2 - b.y - b.height / 2);
  }, expected);
}

/** Listeners on the page's global objects, as reported by the debugger. */
export async function listeners(app: Page): Promise<readonly string[]> {
  const session: CDPSession = await app.context().newCDPSession(app);
  const found: string[] = [];
  for (const expression of [
    "window",
    "document",
    "document.documentElement",
    "document.body",
    "window.visualViewport",
  ]) {
    const { result } = await session.send("Runtime.evaluate", { expression });
    if (result.objectId === undefined) throw new Error(`The page has no ${expression}.`);
    const answer = await session.send("DOMDebugger.getEventListeners", { objectId: result.objectId });
    found.push(...answer.listeners.map(({ type, useCapture }) => `${expression} ${type} ${useCapture}`));
  }
  await session.detach();
  return found.sort();
}

export { expect };
