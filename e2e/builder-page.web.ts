import { matchesUrl } from "@fanfare/contract/lib/glob";
import { seededNumbers } from "@fanfare/contract/lib/seeded-numbers";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import type { Locator, Page } from "@playwright/test";
import { type BuilderLink, createBuilderLink, withText } from "../sdk/test/support/builder-page.ts";
import { AROUND, panelOf } from "./support/builder.ts";
import { card, expect, test } from "./support/fixtures.ts";
import { DAILY, NIGHTLY } from "./support/nightly.ts";
import { APP } from "./support/test-server.ts";
import {
  elementsOf,
  routeOtherSites,
  SHOELACE,
  serveThirdPartyPage,
  snippet,
  type Theme,
  type ThirdPartySite,
  watchListeners,
} from "./support/third-party-page.ts";

/** A popover at a field of the page, after which Tab would lead into it. */
const AT_SEARCH: ContentFile["contents"][number] = {
  slug: "at-search",
  name: "At the search",
  edition: {
    body: {
      ...{
        type: "hint",
        form: "popover",
        placement: "auto",
        wait_ms: 5_000,
        suppression: { offered: true, days: 365 },
      },
      target: { strategies: [{ kind: "attribute", name: "aria-label", value: "Search" }] },
      panel: { id: "hint", title: "Find anything", blocks: [] },
    },
    ...{ targeting: { urls: { include: [], exclude: [] } }, priority: 0, tags: [] },
    ...{ trigger: { kind: "manual" }, frequency: { mode: "always" } },
  },
};
/** A dialog that closes over the whole page for visitors. */
const NEWS: ContentFile["contents"][number] = {
  slug: "news",
  name: "News",
  edition: {
    body: {
      ...{ type: "announcement", form: "modal", tone: "info", feed: false, suppression: { offered: true, days: 365 } },
      panels: [{ id: "news", title: "Good news", blocks: [] }],
    },
    ...{ targeting: { urls: { include: [], exclude: [] } }, priority: 0, tags: [] },
    ...{ trigger: { kind: "manual" }, frequency: { mode: "always" } },
  },
};
const CONTENTS: ContentFile = { contents: [...AROUND.contents, AT_SEARCH, NEWS] };

test.use({ serverOptions: { demo: false, contents: CONTENTS }, viewport: { width: 1400, height: 1500 } });

const picking = (page: Page) => page.getByRole("region", { name: "Pick element" });

/** Leaves a visited page to the builder by a fresh link, which is returned. */
async function openBuilder(
  page: Page,
  server_url: string,
  site: ThirdPartySite,
  { slug, name } = { slug: "around", name: "Around the dashboard" },
): Promise<BuilderLink> {
  const link = await createBuilderLink(page, server_url, site.url, slug);
  // A new fragment alone loads nothing.
  await page.goto("about:blank");
  await page.goto(link.url);
  await expect(page.getByRole("region", { name })).toContainText("Saved");
  return link;
}

async function leave(page: Page): Promise<void> {
  await panelOf(page).getByRole("button", { name: "Leave" }).click();
  await expect(panelOf(page)).toHaveCount(0);
}

interface Stand {
  readonly name: string;
  readonly theme: Theme;
  readonly added: string;
  /** What the page's own scripts show last. */
  readonly ready: (page: Page) => Promise<void>;
}

const STANDS: readonly Stand[] = [
  {
    ...{ name: "a dashboard with Shoelace", theme: "startbootstrap-sb-admin-2", added: SHOELACE },
    async ready(page) {
      await expect(page.locator(".chartjs-size-monitor")).toHaveCount(2);
      await expect(page.locator("#shoelace").getByRole("button")).toBeVisible();
    },
  },
  {
    ...{ name: "TodoMVC", theme: "todomvc/examples/vanillajs", added: "" },
    ready: (page) => expect(page.getByPlaceholder("What needs to be done?")).toBeVisible(),
  },
];

/** The theme's fonts are on other servers, and its charts and menus are animated. */
async function settled(page: Page, ready: Stand["ready"]): Promise<void> {
  await page.waitForFunction(() => document.readyState === "complete" && "fanfare" in window);
  await ready(page);
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState === "finished"));
}

for (const { name, theme, added, ready } of STANDS) {
  test(`leaves nothing on ${name}, and opens a second time`, async ({ server, page }) => {
    await routeOtherSites(page.context());
    const site = await serveThirdPartyPage(added + snippet(server.url, APP.key), theme);
    const readListeners = await watchListeners(page, `${server.url}/sdk/`);
    const traces = async () => ({
      elements: await elementsOf(page),
      listeners: await readListeners(),
      roots: await page.locator("fanfare-ui").count(),
      page: await page.evaluate(() => ({
        globals: Object.keys(window).filter((name) => !/^\d+$/.test(name)),
        // The SDK itself remembers a visitor, with or without the builder.
        stored: [
          Object.keys(sessionStorage),
          Object.keys(localStorage).filter((name) => !name.startsWith("fanfare:")),
          document.cookie,
        ],
        url: location.href,
        state: history.state as unknown,
      })),
    });
    await page.goto(site.url);
    await settled(page, ready);
    const before = await traces();
    for (const _ of ["first", "second"]) {
      await openBuilder(page, server.url, site);
      await settled(page, ready);
      await panelOf(page).getByRole("button", { name: "Pick element", exact: true }).click();
      await expect(picking(page)).toBeVisible();
      await page.keyboard.press("Escape");
      await panelOf(page).getByRole("button", { name: "Play", exact: true }).click();
      await page.getByRole("region", { name: "Play" }).getByRole("button", { name: "Stop" }).click();
      await panelOf(page).getByRole("button", { name: "Record" }).click();
      await page.getByRole("region", { name: "Record" }).getByRole("button", { name: "Stop recording" }).click();
      await leave(page);
      await expect.poll(traces).toEqual(before);
    }
    await site.stop();
  });
}

test("takes its code out of the URL, and leaves the rest of it, and the history, as without it", async ({
  server,
  page,
}) => {
  const next_script = "<script type=module>document.documentElement.dataset.read = location.href</script>";
  const site = await serveThirdPartyPage(snippet(server.url, APP.key) + next_script);
  const read = () => page.evaluate(() => [location.href, history.length, history.state as unknown]);
  for (const rest of ["", "?page=2", "?q=a%20b&page=2#/active", "#details"]) {
    const url = site.url + rest;
    await page.goto("about:blank");
    await page.goto(url);
    const [href, length, state] = await read();
    expect([href, state]).toEqual([url, null]);
    const link = await createBuilderLink(page, server.url, url, "around");
    expect(link.url).toContain("fanfare_build=");
    await page.goto("about:blank");
    await page.goto(link.url);
    await expect(panelOf(page)).toContainText("Saved");
    // Two more visits.
    await expect(page.locator("html")).toHaveAttribute("data-read", url);
    expect(await read()).toEqual([url, Number(length) + 2, null]);
    await leave(page);
    expect(await read()).toEqual([url, Number(length) + 2, null]);
  }
  await site.stop();
});

test("types nothing into the page's fields with its keys, and takes no other key from them", async ({
  server,
  page,
}) => {
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  await openBuilder(page, server.url, site);
  await expect(card(page)).toBeVisible();
  const search = page.getByRole("textbox", { name: "Search" }).first();
  await search.click();
  await page.keyboard.type("a2b4 {c}");
  const bars = [
    ["Digit2", "Pick element", "Cancel"],
    ["Digit4", "Record", "Stop recording"],
    ["Digit5", "Play", "Stop"],
  ] as const;
  for (const [code, name, end] of bars) {
    await search.click();
    await page.keyboard.press(`Control+Shift+${code}`);
    const bar = page.getByRole("region", { name });
    await expect(bar).toBeVisible();
    await expect(search).toHaveValue("a2b4 {c}");
    await bar.getByRole("button", { name: end, exact: true }).click();
    await expect(panelOf(page)).toBeVisible();
  }
  await search.click();
  await page.keyboard.press("Control+Shift+Digit6");
  await expect(panelOf(page).getByRole("button", { name: "Release" })).toBeVisible();
  await page.keyboard.press("Control+Shift+Digit6");
  await search.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Typed");
  await page.keyboard.press("ControlOrMeta+z");
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await page.keyboard.press("Escape");
  await expect(search).toHaveValue("Typed");
  await expect(search).toBeFocused();
  await expect(card(page)).toBeVisible();
  // Visitors get into the card by Tab. While it's written, the page's order is as without it.
  const tabAround = async (): Promise<void> => {
    await search.focus();
    await page.keyboard.press("Tab");
    await expect(search.locator("xpath=..").getByRole("button")).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(search).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(page.getByRole("link", { name: "Upgrade to Pro!" })).toBeFocused();
  };
  await tabAround();
  await leave(page);
  await openBuilder(page, server.url, site, AT_SEARCH);
  await expect(card(page).getByRole("heading")).toHaveText("Find anything");
  await tabAround();
  await site.stop();
});

/** An open menu of the page, whose item is picked. */
const MENUS = [
  { theme: "startbootstrap-sb-admin-2", opener: ["button", "Douglas McGee"], item: "Activity Log", details: DAILY },
  { theme: "admin-lte/dist", opener: ["link", "15"], item: "8 friend requests", details: NIGHTLY },
] as const;

for (const { theme, opener, item: name, details } of MENUS) {
  test(
    `picks an item of an open Bootstrap menu of ${theme}, which stays open and doesn't act`,
    details,
    async ({ server, page }) => {
      await routeOtherSites(page.context());
      const site = await serveThirdPartyPage(snippet(server.url, APP.key), theme);
      await openBuilder(page, server.url, site);
      await expect(card(page)).toBeVisible();
      await panelOf(page).getByRole("button", { name: "Move panel to other side" }).click();
      const item = page.locator("a.dropdown-item", { hasText: name });
      await item.evaluate((it) => {
        Reflect.set(window, "acted", 0);
        for (const each of ["pointerdown", "mousedown", "click"]) {
          it.addEventListener(each, () => Reflect.set(window, "acted", Number(Reflect.get(window, "acted")) + 1));
        }
      });
      await page.getByRole(opener[0], { name: opener[1] }).click();
      await expect(item).toBeVisible();
      await page.keyboard.press("Control+Shift+Digit2");
      await expect(picking(page)).toBeVisible();
      await item.click();
      await expect(panelOf(page).getByText(/Found: link “.*”/)).toContainText(name);
      await expect(item).toBeVisible();
      expect(await page.evaluate(() => Reflect.get(window, "acted"))).toBe(0);

      // B12: held, it stays while a title is written in the card, also if it closes when the focus leaves it.
      await item.evaluate((it) => {
        const menu = it.closest(".dropdown-menu");
        menu?.addEventListener("focusout", () => menu.classList.remove("show"));
      });
      await item.focus();
      await page.keyboard.press("Control+Shift+Digit6");
      const release = panelOf(page).getByRole("button", { name: "Release" });
      await expect(release).toBeVisible();
      const title = card(page).getByRole("heading");
      await title.click();
      await expect(title).toBeFocused();
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type("In the menu");
      await expect(panelOf(page).getByRole("textbox", { name: "Title" })).toHaveValue("In the menu");
      await expect(item).toBeVisible();
      await release.click();
      await item.focus();
      await page.getByRole("link", { name: "Dashboard" }).first().focus();
      await expect(item).toBeHidden();
      await site.stop();
    },
  );
}

/** Content of each type whose card is focused for visitors, and its title. */
const FOCUSED = [
  [{ slug: "around", name: "Around the dashboard" }, "Hello"],
  [AT_SEARCH, "Find anything"],
  [NEWS, "Good news"],
] as const;

for (const [content, title] of FOCUSED) {
  test(`leaves the focus in a menu of the page when a change elsewhere shows ${content.slug} again`, async ({
    server,
    page,
  }) => {
    const site = await serveThirdPartyPage(snippet(server.url, APP.key));
    const link = await openBuilder(page, server.url, site, content);
    const shown = page.locator("fanfare-ui").filter({ hasNot: page.getByRole("region", { name: content.name }) });
    const heading = shown.getByRole("heading").first();
    await expect(heading).toHaveText(title);
    const item = page.getByRole("link", { name: "Activity Log" });
    // By script: the dialog is over the menu's button.
    await page.evaluate("jQuery('#userDropdown').dropdown('show')");
    await expect(item).toBeVisible();
    await item.focus();
    await item.evaluate((it) => {
      Reflect.set(window, "left", 0);
      for (const name of ["blur", "focusout"]) {
        window.addEventListener(name, () => Reflect.set(window, "left", Number(Reflect.get(window, "left")) + 1), true);
      }
      it.closest(".dropdown-menu")?.addEventListener("focusout", (event) => {
        if (event.currentTarget instanceof Element) event.currentTarget.classList.remove("show");
      });
    });
    await link.save(withText(title, "Theirs"));
    await expect(heading).toHaveText("Theirs");
    await expect(item).toBeFocused();
    await expect(item).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, "left"))).toBe(0);
    // In the card, the focus stays in the card.
    await heading.click();
    await expect(heading).toBeFocused();
    await link.save(withText("Theirs", "Theirs again"));
    await expect(heading).toHaveText("Theirs again");
    await expect(heading).toBeFocused();
    await site.stop();
  });
}

test("goes on at the same step, with its undo, after full loads and a reload", async ({ server, page }) => {
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  await openBuilder(page, server.url, site);
  const panel = panelOf(page);
  const title = panel.getByRole("textbox", { name: "Title" });
  const open_step = panel.getByRole("list", { name: "Steps" }).locator("[aria-current]");
  await panel.getByRole("button", { name: "Add step by picking an element" }).click();
  await expect(picking(page)).toBeVisible();
  await page.getByRole("link", { name: "Generate Report" }).click();
  await title.fill("Reports");
  await expect(open_step).toHaveText("2Reports");
  await page.goto(site.url.replace("index", "charts"));
  await expect(open_step).toHaveText("2Reports");
  await title.fill("Reports of the year");
  await expect(panel.getByText("Saved", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(open_step).toHaveText("2Reports of the year");
  await page.reload();
  await expect(title).toHaveValue("Reports of the year");
  const undo = panel.getByRole("button", { name: "Undo" });
  await undo.click();
  await expect(title).toHaveValue("Reports");
  await undo.click();
  await expect(title).toHaveValue("Generate Report");
  await panel.getByRole("button", { name: "Redo" }).click();
  await panel.getByRole("button", { name: "Redo" }).click();
  await expect(title).toHaveValue("Reports of the year");
  await undo.click();
  await undo.click();
  await undo.click();
  await expect(panel.getByRole("list", { name: "Steps" }).getByRole("listitem")).toHaveCount(1);
  await expect(panel.getByText("Saved", { exact: true })).toBeVisible();
  await leave(page);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await site.stop();
});

test("proposes one pattern for hash routes of Swagger UI that differ by their IDs only", async ({ server, page }) => {
  await routeOtherSites(page.context());
  const site = await serveThirdPartyPage(snippet(server.url, APP.key), "swagger-ui-dist");
  const route = (path: string): string => `${site.url}#${path}`;
  await openBuilder(page, server.url, site);
  const panel = panelOf(page);
  const proposed = async (): Promise<string> => {
    await panel.getByRole("button", { name: "Track event" }).click();
    await expect(picking(page)).toBeVisible();
    await page.locator(".opblock-summary-control").first().click();
    const form = panel.getByRole("form", { name: "Track an event" });
    const label = await form
      .getByRole("checkbox", { name: /^Only on/ })
      .evaluate((it) => it.parentElement?.textContent);
    await form.getByRole("button", { name: "Cancel" }).click();
    return label?.replace("Only on ", "") ?? "";
  };
  const patternOn = async (path: string): Promise<string> => {
    // As routers do. Swagger UI itself leaves out what it doesn't know.
    await page.evaluate((url) => history.pushState(null, "", url), route(path));
    return proposed();
  };
  const pattern = await patternOn("/orders/8f3a9c1d/items/42");
  expect(await patternOn("/orders/77aa0b2e/items/7")).toBe(pattern);
  const addresses = ["/orders/8f3a9c1d/items/42", "/orders/77aa0b2e/items/7", "/orders/new"].map(route);
  expect(addresses.map((each) => matchesUrl(pattern, each))).toEqual([true, true, false]);
  await site.stop();
});

/** A tour of 30 steps without targets. */
const thirtySteps = (draft: object): object => ({
  ...draft,
  body: {
    ...{ type: "tour", suppression: { offered: true, days: 365 } },
    steps: Array.from({ length: 30 }, (_, at) => ({ id: `s${at}`, kind: "centered", title: `Step ${at}`, blocks: [] })),
  },
});

test("undoes and redoes 200 acts, also over a full load", async ({ server, page }) => {
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  const link = await createBuilderLink(page, server.url, site.url, "around");
  await link.save(thirtySteps);
  await page.goto(link.url);
  const panel = panelOf(page);
  await expect(panel).toContainText("Saved");
  await panel.getByRole("button", { name: "Hide card" }).click();
  const saved = async (): Promise<object> => {
    await expect(panel.getByText("Saved", { exact: true })).toBeVisible();
    return (await link.read()).draft;
  };
  const first = await saved();
  await act(page, 200);
  const last = await saved();
  expect(last).not.toEqual(first);
  const undo = panel.getByRole("button", { name: "Undo" });
  const redo = panel.getByRole("button", { name: "Redo" });
  const press = (button: Locator, times: number) =>
    button.evaluate((it: HTMLElement, count) => {
      for (let each = 0; each < count; each++) it.click();
    }, times);
  await press(undo, 200);
  expect(await saved()).toEqual(first);
  await press(redo, 150);
  const between = await saved();
  await page.reload();
  await expect(panel).toContainText("Saved");
  // What was done before the load, and what was undone.
  await press(redo, 50);
  expect(await saved()).toEqual(last);
  await press(undo, 50);
  expect(await saved()).toEqual(between);
  await press(undo, 150);
  expect(await saved()).toEqual(first);
  await press(redo, 200);
  expect(await saved()).toEqual(last);
  await site.stop();
});

/** Changes the draft in the panel: selects, moves, deletes, and renames steps, each one step of undo. */
async function act(page: Page, count: number): Promise<void> {
  const next = seededNumbers(23);
  const chances = Array.from({ length: count }, () => [next(), next()] as const);
  await panelOf(page).evaluate((panel, chosen) => {
    const steps = () => [...panel.querySelectorAll<HTMLElement>("ol.steps button.step")];
    for (const [index, [where, what]] of chosen.entries()) {
      // Another one than before: typing in the same one again would be the same step of undo.
      const others = steps().filter((it) => it.ariaCurrent === null);
      others[Math.floor(where * others.length)]?.click();
      const moves = [...panel.querySelectorAll<HTMLButtonElement>("[data-up],[data-down]")].filter(
        (it) => !it.disabled,
      );
      const title = panel.querySelector<HTMLInputElement>("section section input");
      if (title === null) throw new Error("The panel shows no step.");
      if (what < 0.3) moves[0]?.click();
      else if (what < 0.4 && steps().length > 10) panel.querySelector<HTMLElement>('[aria-label^="Delete"]')?.click();
      else {
        title.value = `Act ${index}`;
        title.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }
  }, chances);
}
