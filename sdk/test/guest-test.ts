import type { ContentFile } from "@fanfare/contract/schema/content";
import type { Page } from "@playwright/test";
import { card, test as houseTest } from "../../e2e/journey.ts";
import "./guest-window.ts";
import { type GuestSite, type GuestSiteOptions, serveGuest } from "./guest-page.ts";

/** One tour of two steps that starts by itself and ends in confetti. */
export const TOUR: ContentFile = {
  contents: [
    {
      slug: "welcome",
      name: "Welcome",
      edition: {
        body: {
          type: "tour",
          steps: [
            { id: "one", kind: "centered", title: "First", blocks: [] },
            { id: "two", kind: "centered", title: "Second", blocks: [] },
          ],
          suppression: { offered: true, days: 365 },
          celebrate_on_completed: "burst",
        },
        targeting: { urls: { include: [], exclude: [] } },
        trigger: { kind: "automatic" },
        frequency: { mode: "until_completed" },
        priority: 0,
        tags: [],
      },
    },
  ],
};

/** Serves a page of somebody else with these elements in its head. */
type Serve = (head: string, options?: GuestSiteOptions) => Promise<GuestSite>;

/** A test with a house, and with sites of somebody else that are closed afterwards. */
export const test = houseTest.extend<{ serve: Serve; page_errors: string[] }>({
  serve: async ({ page: _ }, use) => {
    const sites: GuestSite[] = [];
    await use(async (head, options) => {
      const site = await serveGuest(head, options);
      sites.push(site);
      return site;
    });
    await Promise.all(sites.map((site) => site.close()));
  },
  page_errors: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await use(errors);
  },
});
/** The instance is there and its live connection stands. */
export async function untilConnected(page: Page): Promise<void> {
  await page.waitForFunction(() => window.guest !== undefined);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.guest.channel("probe").on("pusher:subscription_succeeded", () => resolve());
      }),
  );
}

/** The heading of the step on the screen. */
export const title = (page: Page) => card(page).getByRole("heading").first();
