import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { Page } from "@playwright/test";
import { card, test as serverTest } from "../../../e2e/support/fixtures.ts";
import "./host-window.ts";
import { type HostSite, type HostSiteOptions, serveHostPage } from "./host-page.ts";

type Edition = ContentFile["contents"][number]["edition"];

const BODY = {
  type: "tour",
  steps: [
    { id: "one", kind: "centered", title: "First", blocks: [] },
    { id: "two", kind: "centered", title: "Second", blocks: [] },
  ],
  suppression: { offered: true, days: 365, every_step: true },
} satisfies Edition["body"];

export const createTour = (edition: Pick<Edition, "trigger" | "frequency"> & Partial<Edition>): ContentFile => ({
  contents: [
    {
      slug: "welcome",
      name: "Welcome",
      edition: { body: BODY, targeting: { urls: { include: [], exclude: [] } }, priority: 0, tags: [], ...edition },
    },
  ],
});

export const TOUR = createTour({
  body: { ...BODY, celebrate_on_completed: "burst" },
  trigger: { kind: "automatic" },
  frequency: { mode: "until_completed" },
});

/** Serves a host page with these elements in its head. */
export type Serve = (head: string, options?: HostSiteOptions) => Promise<HostSite>;

export const test = serverTest.extend<{ serve: Serve; page_errors: string[] }>({
  serve: async ({ page: _ }, use) => {
    const sites: HostSite[] = [];
    await use(async (head, options) => {
      const site = await serveHostPage(head, options);
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
export async function untilConnected(page: Page): Promise<void> {
  await page.waitForFunction(() => window.fanfareClient !== undefined);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.fanfareClient.channel("probe").on("pusher:subscription_succeeded", () => resolve());
      }),
  );
}

export const title = (page: Page) => card(page).getByRole("heading").first();
