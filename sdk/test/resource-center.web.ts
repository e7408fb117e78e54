import type { ResourceCenterBody } from "@fanfare/contract/content/resource-center";
import type { Locator, Page } from "@playwright/test";
import type { ShowMore } from "./fixtures/player.ts";
import { card, ended, events, expect, focus, listeners, paragraph, test } from "./support/app-page.ts";

const body: ResourceCenterBody = {
  type: "resource_center",
  title: "Help",
  blocks: paragraph("What do you need?"),
  resources: [
    { id: "news", section: "News", title: "What’s new", action: { kind: "feed" }, is_new: true },
    { id: "tour", section: "Learn", title: "Take the tour again", action: { kind: "start", content: "welcome" } },
    { id: "list", title: "First steps", description: "Four short tasks", action: { kind: "start", content: "first" } },
    { id: "cafe", title: "Le Café guide", action: { kind: "link", href: "/cafe" } },
    { id: "mail", section: "Contact", title: "Write to us", action: { kind: "link", href: "mailto:help@example.com" } },
    { id: "chat", title: "Chat", action: { kind: "host", name: "chat" } },
  ],
  launcher: { kind: "button", side: "start" },
  search_url: "https://help.example.com/search?q={query}",
  suppression: { offered: true, days: 365 },
};
const show = (app: Page, it: ResourceCenterBody = body, more: ShowMore = {}): Promise<void> =>
  app.evaluate(([content, extra]) => window.driver.show(content, extra), [it, more] as const);
const launcher = (app: Page): Locator => app.locator("fanfare-ui .launcher");
const rows = (app: Page): Locator => card(app).locator(".resource");

test("opens by keyboard, runs a resource, and returns focus without a trace", async ({ app }) => {
  const before = await app.evaluate(() => document.documentElement.outerHTML);
  const listener_count = await listeners(app);
  await app.locator("#customer").focus();
  await show(app);
  await expect(launcher(app)).toHaveAccessibleName("Help. New: 1");
  await expect.poll(() => focus(app)).toBe("customer");
  await app.keyboard.press("F6");
  await app.keyboard.press("Tab");
  await expect(launcher(app)).toBeFocused();
  await app.keyboard.press("Enter");
  await expect(app.getByRole("dialog", { name: "Help" })).toBeVisible();
  await expect.poll(() => focus(app)).toBe("title");
  await expect(launcher(app)).toHaveAttribute("aria-expanded", "true");
  // Seen, so no longer new.
  await expect(launcher(app)).toHaveAccessibleName("Help");
  await expect(card(app).getByRole("heading", { level: 3 })).toHaveText(["News", "Learn", "Contact"]);
  await expect(card(app).getByRole("link", { name: "Write to us" })).toHaveAttribute("href", "mailto:help@example.com");
  await app.keyboard.press("Escape");
  await expect(card(app)).toBeHidden();
  await expect(launcher(app)).toBeFocused();
  await launcher(app).click();
  await card(app).getByRole("button", { name: "Take the tour again" }).click();
  await expect(card(app)).toBeHidden();
  await launcher(app).click();
  await card(app).getByRole("button", { name: "What’s new" }).click();
  expect(await app.evaluate(() => window.driver.acts)).toEqual([{ kind: "start", content: "welcome" }]);
  expect(await events(app)).toEqual([
    { kind: "step_shown", step_id: "resource_center", index: 0 },
    { kind: "opened", step_id: "resource_center" },
    { kind: "opened", step_id: "resource_center" },
    { kind: "acted", step_id: "tour" },
    { kind: "opened", step_id: "resource_center" },
    { kind: "acted", step_id: "news" },
  ]);
  await app.evaluate(() => window.driver.tour?.close("navigation"));
  await expect.poll(() => app.evaluate(() => document.documentElement.outerHTML)).toBe(before);
  await expect.poll(() => listeners(app)).toEqual(listener_count);
});

test("searches titles and descriptions without accents, and continues in the help center", async ({ app }) => {
  await show(app);
  await launcher(app).click();
  const search = card(app).getByRole("searchbox", { name: "Search" });
  await search.fill("cafe");
  await expect(rows(app)).toHaveText(["Le Café guide"]);
  await expect(card(app).getByRole("heading", { level: 3 })).toHaveText(["Learn"]);
  await expect(card(app).getByRole("status")).toHaveText("Results: 1");
  await search.fill("four tasks");
  await expect(rows(app)).toHaveText(["First stepsFour short tasks"]);
  await search.fill("a & b");
  await expect(card(app).getByRole("status")).toHaveText("No results for “a & b”");
  const beyond = card(app).getByRole("link", { name: "Search the help center for “a & b”" });
  await expect(beyond).toHaveAttribute("href", "https://help.example.com/search?q=a%20%26%20b");
});

test("opens from the page's own element, follows its replacement, and leaves it alone at the end", async ({ app }) => {
  const own: ResourceCenterBody = {
    ...body,
    launcher: { kind: "element", target: { strategies: [{ kind: "css", value: "#open-dialog" }] }, wait_ms: 1_000 },
  };
  await show(app, own);
  await expect.poll(async () => (await events(app)).map(({ kind }) => kind)).toEqual(["step_shown"]);
  await app.locator("#open-dialog").evaluate((old) => {
    const next = document.createElement("button");
    next.id = "open-dialog";
    next.textContent = "Help";
    old.replaceWith(next);
  });
  await expect(async () => {
    await app.locator("#open-dialog").click();
    await expect(card(app)).toBeVisible({ timeout: 500 });
  }).toPass();
  await card(app).getByRole("button", { name: "Chat" }).click();
  await expect(card(app)).toBeHidden();
  await app.evaluate(() => window.driver.tour?.close("navigation"));
  await app.locator("#open-dialog").click();
  await expect(card(app)).toHaveCount(0);
});

test("closes for good with “Do not show again”, and opens when it is started again", async ({ app }) => {
  await show(app);
  await app.evaluate(() => window.driver.tour?.reveal?.());
  await expect(card(app)).toBeVisible();
  await card(app).getByRole("checkbox").check();
  await card(app).getByRole("button", { name: "Close" }).click();
  expect(await ended(app)).toEqual({ kind: "ended", reason: "do_not_show_again", suppress: true });
  await expect(launcher(app)).toHaveCount(0);
});

/** On the page's own origin, where a request would have its cookies. */
const API = "/help-api?q=";
const searching: ResourceCenterBody = { ...body, articles: { kind: "search", url: `${API}{query}` } };
const articleLinks = (app: Page): Locator => card(app).getByRole("link", { name: /article/i });

test("lists articles of the help center as text, and reports the search and the choice", async ({ app }) => {
  const requests: string[] = [];
  await app.context().addCookies([{ name: "session", value: "secret", url: app.url() }]);
  await app.route("**/help-api?**", async (route) => {
    const { url, headers } = { url: route.request().url(), headers: await route.request().allHeaders() };
    requests.push(`${new URL(url).searchParams.get("q")} ${headers["cookie"] ?? "without cookies"}`);
    const items = [
      { title: "Article <b>one</b>", url: "https://help.example.com/one", summary: "How it works" },
      { title: "Article of a script", url: "javascript:alert(1)" },
      { title: 5, url: "https://help.example.com/five" },
    ];
    await route.fulfill({ json: { items } });
  });
  await show(app, searching);
  await launcher(app).click();
  const search = card(app).getByRole("searchbox", { name: "Search" });
  await search.pressSequentially("tour");
  await expect(articleLinks(app)).toHaveText(["Article <b>one</b>How it works"]);
  await expect(articleLinks(app)).toHaveAttribute("target", "_blank");
  await expect(card(app).getByRole("heading", { level: 3 })).toHaveText(["Learn", "Articles"]);
  await expect(card(app).getByRole("status")).toHaveText("Results: 2");
  expect(requests.at(-1)).toBe("tour without cookies");
  await articleLinks(app).evaluate((link) => link.addEventListener("click", (event) => event.preventDefault()));
  await articleLinks(app).click();
  await app.keyboard.press("Escape");
  expect((await events(app)).slice(2)).toEqual([
    { kind: "acted", step_id: "article" },
    { kind: "searched", step_id: "resource_center", query: "tour", results: 2 },
  ]);
});

test("announces a failed search for articles, and still finds its own entries", async ({ app }) => {
  await app.route("**/help-api?**", (route) => route.abort());
  await show(app, searching);
  await launcher(app).click();
  await card(app).getByRole("searchbox", { name: "Search" }).fill("cafe");
  await expect(card(app).getByRole("status")).toHaveText(/can’t be searched right now/);
  await expect(rows(app)).toHaveText(["Le Café guide"]);
});

test("reports a search without results after a pause", async ({ app }) => {
  await show(app);
  await launcher(app).click();
  await card(app).getByRole("searchbox", { name: "Search" }).pressSequentially("billing");
  await expect
    .poll(async () => (await events(app)).filter(({ kind }) => kind === "searched"))
    .toEqual([{ kind: "searched", step_id: "resource_center", query: "billing", results: 0 }]);
});

test("is part of the page, always open, and reachable without taking focus", async ({ app }) => {
  const before = await app.evaluate(() => document.documentElement.outerHTML);
  const target = { strategies: [{ kind: "css", value: "#customer" }] } as const;
  const inline: ResourceCenterBody = {
    ...body,
    launcher: { kind: "inline", place: "before", target, wait_ms: 1_000 },
    suppression: { offered: false, days: 365 },
  };
  await app.locator("#customer").focus();
  await show(app, inline);
  await expect(app.getByRole("region", { name: "Help" })).toBeVisible();
  await expect(launcher(app)).toHaveCount(0);
  expect(await focus(app)).toBe("customer");
  expect(await app.locator("#customer").evaluate((field) => field.previousElementSibling?.localName)).toBe(
    "fanfare-ui",
  );
  await app.keyboard.press("F6");
  await app.keyboard.press("Tab");
  await expect(card(app).getByRole("searchbox", { name: "Search" })).toBeFocused();
  await card(app).getByRole("button", { name: "Chat" }).click();
  await app.keyboard.press("Escape");
  await expect(card(app)).toBeVisible();
  await expect(card(app).getByRole("button", { name: "Close" })).toHaveCount(0);
  expect(await events(app)).toEqual([
    { kind: "step_shown", step_id: "resource_center", index: 0 },
    { kind: "acted", step_id: "chat" },
  ]);
  await app.evaluate(() => window.driver.tour?.reveal?.());
  await expect.poll(() => focus(app)).toBe("title");
  await app.evaluate(() => window.driver.tour?.close("navigation"));
  await expect.poll(() => app.evaluate(() => document.documentElement.outerHTML)).toBe(before);
});

test("leaves the page for good with “Do not show again” and Close", async ({ app }) => {
  const target = { strategies: [{ kind: "css", value: "#customer" }] } as const;
  await show(app, { ...body, launcher: { kind: "inline", place: "before", target, wait_ms: 1_000 } });
  await card(app).getByRole("checkbox").check();
  await card(app).getByRole("button", { name: "Close" }).click();
  expect(await ended(app)).toEqual({ kind: "ended", reason: "do_not_show_again", suppress: true });
  await expect(card(app)).toHaveCount(0);
});
