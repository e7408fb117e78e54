import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { Locator, Page } from "@playwright/test";
import { closeGreeting, signIn } from "./console.ts";
import { APP, type TestServer } from "./test-server.ts";
import { serveThirdPartyPage, snippet, type Theme } from "./third-party-page.ts";

/** A tour that only code starts. */
export const AROUND: ContentFile = {
  contents: [
    {
      slug: "around",
      name: "Around the dashboard",
      edition: {
        body: {
          type: "tour",
          steps: [{ id: "hello", kind: "centered", title: "Hello", blocks: [] }],
          suppression: { offered: true, days: 365 },
        },
        targeting: { urls: { include: [], exclude: [] } },
        trigger: { kind: "manual" },
        frequency: { mode: "always" },
        priority: 0,
        tags: [],
      },
    },
  ],
};

/** Opens {@link AROUND} in the console's editor. Returns a page to build it on. */
export async function openEditor(page: Page, server: TestServer, theme?: Theme) {
  const site = await serveThirdPartyPage(snippet(server.url, APP.key), theme);
  await signIn(page, server.url);
  await closeGreeting(page);
  await page.getByRole("link", { name: "Around the dashboard" }).click();
  return site;
}

/** What an author does. */
export interface Author {
  press(control: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
}

const AUTHOR: Author = { press: (control) => control.click(), write: (field, text) => field.fill(text) };

/** Opens the builder from the console's editor. */
export async function openBuilder(page: Page, url: string, { press, write }: Author = AUTHOR): Promise<Page> {
  await press(page.getByRole("button", { name: "Edit on your page" }));
  const dialog = page.getByRole("dialog", { name: "Edit on your page" });
  await write(dialog.getByRole("textbox", { name: "Page URL" }), url);
  const opening = page.context().waitForEvent("page");
  await press(dialog.getByRole("button", { name: "Open page" }));
  return opening;
}

export const panelOf = (page: Page) => page.getByRole("region", { name: "Around the dashboard" });

/** Starts the published tour as the page's code does. */
export async function startAround(page: Page): Promise<void> {
  await page.waitForFunction(() => "fanfare" in window);
  await page.evaluate(() => (Reflect.get(window, "fanfare") as { start(slug: string): unknown }).start("around"));
}

/** Collects what screen readers announce from now on. Returns a function that takes it. */
export async function recordAnnouncements(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const said: string[] = [];
    Reflect.set(window, "said", said);
    for (const { shadowRoot } of document.querySelectorAll("fanfare-ui")) {
      for (const region of shadowRoot?.querySelectorAll(".sr-only[role=status], .sr-only[role=alert]") ?? []) {
        // Both follow the part that speaks.
        new MutationObserver(() => {
          if (region.textContent) said.push(region.textContent);
        }).observe(region, { childList: true });
      }
    }
  });
  return () => page.evaluate(() => (Reflect.get(window, "said") as string[]).splice(0));
}

/** A step beside a link, with formatted texts and a button, and one after it. */
export const besideLink =
  (name: string) =>
  (draft: object): object => ({
    ...draft,
    body: {
      ...{ type: "tour", suppression: { offered: true, days: 365 } },
      steps: [
        {
          ...{ id: "hello", kind: "anchored", title: "A longer title, which takes more than one line of the card" },
          target: { strategies: [{ kind: "role_name", role: "link", name }] },
          ...{ placement: "end", wait_ms: 5_000, on_missing: "skip", interaction: "allow" },
          blocks: [
            {
              kind: "paragraph",
              spans: [
                { text: "Plain, " },
                { text: "bold", bold: true },
                { text: ", and " },
                { text: "a link", href: "/" },
              ],
            },
            { kind: "list", ordered: false, items: [[{ text: "One" }], [{ text: "Two", italic: true }]] },
          ],
        },
        { id: "end", kind: "centered", title: "End", blocks: [] },
      ],
    },
  });
