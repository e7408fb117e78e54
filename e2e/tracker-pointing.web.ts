import type { Page } from "@playwright/test";
import { audit } from "../sdk/test/support/axe-audit.ts";
import { moduleSnippet, storedEvents } from "../sdk/test/support/host-page.ts";
import { test } from "../sdk/test/support/host-test.ts";
import { closeGreeting, signIn } from "./support/console.ts";
import { expect } from "./support/fixtures.ts";
import { APP, OWNER } from "./support/test-server.ts";
import { serveThirdPartyPage, snippet } from "./support/third-party-page.ts";

test.use({ serverOptions: { demo: false } });

/** A password field beside the page's own elements. */
const FIELDS = `
  const form = document.createElement("form");
  form.append(Object.assign(document.createElement("input"), { type: "password", ariaLabel: "Password" }));
  document.addEventListener("DOMContentLoaded", () => document.body.append(form));`;

/** Opens the page from the tracker's form. */
async function pointOnPage(page: Page, url: string, button: string): Promise<Page> {
  await page.getByRole("button", { name: button }).click();
  const dialog = page.getByRole("dialog", { name: "Point at it on your page" });
  await dialog.getByRole("textbox", { name: "Page URL" }).fill(url);
  const opening = page.context().waitForEvent("page");
  await dialog.getByRole("button", { name: "Open page" }).click();
  return opening;
}

test("fills in the element of a new tracker, and of a saved one, by pointing at it", async ({ server, page }) => {
  const site = await serveThirdPartyPage(`${snippet(server.url, APP.key)}<script>${FIELDS}</script>`);
  await signIn(page, server.url);
  await closeGreeting(page);
  await page.goto(`${server.url}/console/${APP.id}/trackers/new`);
  await page.getByRole("textbox", { name: "Event name" }).fill("order_pressed");
  const shop = await pointOnPage(page, site.url, "Point at it on your page");
  const panel = shop.getByRole("region", { name: "order_pressed" });
  await expect(panel).toContainText("No element yet");
  const sent: string[] = [];
  shop.on("request", (request) => sent.push(request.url()));

  // What people type can't be tracked.
  const picking = shop.getByRole("region", { name: "Pick element" });
  await panel.getByRole("button", { name: "Pick element" }).click();
  await expect(picking).toBeVisible();
  await shop.getByLabel("Password").click();
  await expect(panel.getByText("Password, one-time code, and payment fields can’t be tracked")).toBeVisible();
  await panel.getByRole("button", { name: "Pick element" }).click();
  await expect(picking).toBeVisible();
  await shop.getByRole("link", { name: "Components" }).click();
  await expect(panel.getByText("Found: link “Components”")).toBeVisible();
  await expect(panel.getByText("Elements that match now: 1")).toBeVisible();
  await expect(panel).toContainText("No event yet");
  await expect(panel).toContainText("Saved");

  // Three uses are three events, one beside the element is none, and none is counted.
  for (const n of [1, 2, 3]) {
    await shop.getByRole("link", { name: "Components" }).click();
    await expect(panel.getByText(`Events: ${n}`)).toBeVisible();
  }
  await shop.getByRole("heading", { name: "Dashboard" }).click();
  await expect(panel.getByText("Events: 3")).toBeVisible();
  // A use that leaves the page counts, too.
  await panel.getByRole("button", { name: "Pick another" }).click();
  await expect(picking).toBeVisible();
  await shop.getByRole("link", { name: "Charts" }).click();
  await expect(panel.getByText("Found: link “Charts”")).toBeVisible();
  await expect(panel).toContainText("Saved");
  await shop.getByRole("link", { name: "Charts" }).click();
  await shop.waitForURL(/charts/);
  await expect(panel.getByText("Events: 1")).toBeVisible();
  await expect(panel.getByText("Found: link “Charts”")).toBeVisible();

  await panel.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const target = page.getByRole("group", { name: "Target element" });
  await expect(target.locator("input[value='Charts']").first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Event name" })).toHaveValue("order_pressed");
  await page.getByRole("button", { name: "Create tracker" }).click();
  await expect(page.getByText("Tracker created")).toBeVisible();
  expect(sent.filter((url) => url.includes("/v1/events"))).toEqual([]);
  // The console's own tour was closed above.
  expect(await storedEvents(server.data_dir)).toEqual({ tour_dismissed: 1 });

  // A saved tracker: its draft has the element, and another change of the form stays.
  await page.getByRole("textbox", { name: "Event name" }).fill("order_clicked");
  const again = await pointOnPage(page, site.url, "Point at it on your page");
  const second = again.getByRole("region", { name: "order_clicked" });
  await expect(second.getByText("Found: link “Charts”")).toBeVisible();
  await second.getByRole("button", { name: "Pick another" }).click();
  await again.getByRole("link", { name: "Components" }).click();
  await expect(second.getByText("Found: link “Components”")).toBeVisible();
  await expect(second).toContainText("Saved");
  await second.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(target.locator("input[value='Components']").first()).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Event name" })).toHaveValue("order_clicked");
  const [tracker] = (await (await page.request.get(`${server.url}/api/trackers?app_id=${APP.id}`)).json()).items;
  expect(tracker).toMatchObject({
    ...{ name: "order_pressed", revision: 2, status: "draft" },
    on: {
      kind: "click",
      target: { strategies: expect.arrayContaining([{ kind: "role_name", role: "link", name: "Components" }]) },
    },
  });
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(page.getByText("Tracker saved")).toBeVisible();
  // Nothing is left of either session.
  const open = await page.request.get(`${server.url}/api/builder-sessions?app_id=${APP.id}`);
  expect((await open.json()).items).toEqual([]);
  await site.stop();
});

/** Below the fold, with a form that stays on the page. */
const KINDS = `
  document.addEventListener("DOMContentLoaded", () => {
    const form = document.createElement("form");
    form.ariaLabel = "Newsletter";
    form.addEventListener("submit", (event) => event.preventDefault());
    form.append(
      Object.assign(document.createElement("input"), { id: "mail", ariaLabel: "Email" }),
      Object.assign(document.createElement("button"), { textContent: "Subscribe" }),
    );
    const far = document.createElement("p");
    far.id = "terms";
    far.textContent = "Terms";
    far.style.marginTop = "300vh";
    document.body.append(form, far);
  });`;

test("tries submits, changes, and visibility as they will count, without counting them", async ({
  server,
  page,
  serve,
}) => {
  const site = await serve(moduleSnippet(server.url, APP.key, KINDS));
  const headers = { Origin: server.url };
  await page.request.post(`${server.url}/api/sign-in`, { data: OWNER, headers });
  const open = async (kind: string, id: string) => {
    const target = { strategies: [{ kind: "css", value: `#${id}` }] };
    const data = { url: site.url, kind, name: `${kind}_tried`, target, visible_s: 1 };
    const path = `${server.url}/api/builder-links/trackers?app_id=${APP.id}`;
    const { url } = await (await page.request.post(path, { data, headers })).json();
    // Each in a tab of its own, as from the console.
    const shop = await page.context().newPage();
    await shop.goto(url);
    const panel = shop.getByRole("region", { name: data.name });
    await expect(panel).toContainText("No event yet");
    await expect(panel).toContainText("Elements that match now: 1");
    return { shop, panel, mail: shop.getByLabel("Email") };
  };
  const events = (n: number) => `Events: ${n}`;

  // The form of the field, sent by key and by button. Typing is no submit.
  const submits = await open("submit", "mail");
  await submits.mail.fill("ada@example.com");
  await submits.mail.press("Enter");
  await expect(submits.panel).toContainText(events(1));
  await submits.shop.getByRole("button", { name: "Subscribe" }).click();
  await expect(submits.panel).toContainText(events(2));

  // A field that is left with another value. The same value again is no change.
  const changes = await open("change", "mail");
  await changes.mail.fill("ada@example.com");
  await changes.mail.blur();
  await expect(changes.panel).toContainText(events(1));
  await changes.mail.focus();
  await changes.mail.blur();
  await changes.mail.fill("grace@example.com");
  await changes.mail.blur();
  await expect(changes.panel).toContainText(events(2));

  // An element that is scrolled to, and only once per page.
  const { shop, panel: seen } = await open("visible", "terms");
  const terms = shop.locator("#terms");
  await terms.scrollIntoViewIfNeeded();
  await expect(seen).toContainText(events(1));
  await shop.evaluate(() => window.scrollTo(0, 0));
  await expect(terms).not.toBeInViewport();
  await terms.scrollIntoViewIfNeeded();
  await expect(terms).toBeInViewport();
  await expect(seen).toContainText(events(1));
  expect(await storedEvents(server.data_dir)).toEqual({});
});

test("points under the strictest policy, by keyboard, in Arabic, on a narrow page", async ({ server, page, serve }) => {
  const socket = server.url.replace("http", "ws");
  const csp = `default-src 'none'; script-src 'self' ${server.url}; connect-src ${server.url} ${socket}; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
  const script = moduleSnippet(server.url, APP.key).replace(/<\/?script[^>]*>/g, "");
  const site = await serve('<script type="module" src="/page.js"></script>', { csp, scripts: { "/page.js": script } });
  const headers = { Origin: server.url };
  await page.request.post(`${server.url}/api/sign-in`, { data: OWNER, headers });
  const data = { url: site.url, kind: "click", name: "order_pressed", language: "ar" };
  const made = await page.request.post(`${server.url}/api/builder-links/trackers?app_id=${APP.id}`, { data, headers });
  const { id, url } = await made.json();
  await page.addInitScript(() => {
    window.noted = [];
    document.addEventListener("securitypolicyviolation", () => window.noted.push(-1));
  });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(url);
  const panel = page.getByRole("region", { name: "order_pressed" });
  await expect(panel).toBeVisible();
  await panel.getByRole("button", { name: "تحديد عنصر", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(panel).toBeHidden();
  await page.getByRole("button", { name: "Order", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect(panel.getByText("العناصر المطابقة الآن: 1")).toBeVisible();
  await page.getByRole("button", { name: "Order", exact: true }).press("Enter");
  await expect(panel.getByText("الأحداث: 1")).toBeVisible();
  const { violations } = await audit(page);
  expect(violations.filter(({ where }) => where.includes("fanfare-ui"))).toEqual([]);
  expect(await page.evaluate(() => window.noted)).toEqual([]);

  // The console ends the session, and the page closes the builder.
  const ended = await page.request.delete(`${server.url}/api/builder-sessions/${id}/tracker?app_id=${APP.id}`, {
    headers,
  });
  expect(ended.status()).toBe(204);
  await expect(panel).toHaveCount(0);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test("counts presses on a page that was open before the tracker was published, and none beside", async ({
  server,
  page,
}) => {
  const site = await serveThirdPartyPage(snippet(server.url, APP.key));
  await signIn(page, server.url);
  await closeGreeting(page);
  const visitor = await page.context().newPage();
  await visitor.goto(site.url);
  await visitor.waitForFunction(() => "fanfare" in window);
  await visitor.getByRole("link", { name: "Components" }).click();

  await page.goto(`${server.url}/console/${APP.id}/trackers/new`);
  await page.getByRole("textbox", { name: "Event name" }).fill("components_pressed");
  const shop = await pointOnPage(page, site.url, "Point at it on your page");
  const panel = shop.getByRole("region", { name: "components_pressed" });
  await panel.getByRole("button", { name: "Pick element" }).click();
  await expect(shop.getByRole("region", { name: "Pick element" })).toBeVisible();
  await shop.getByRole("link", { name: "Components" }).click();
  await expect(panel.getByText("Found: link “Components”")).toBeVisible();
  await expect(panel).toContainText("Saved");
  await panel.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Create tracker" }).click();
  await expect(page.getByText("Tracker created")).toBeVisible();
  const loading = visitor.waitForRequest(/\/chunks\/trackers-/);
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("components_pressed published in First app")).toBeVisible();
  // Without a reload, the open page loads what counts. Imported again, it has begun.
  await visitor.evaluate(`import(${JSON.stringify((await loading).url())}).then(() => {})`);

  await visitor.getByRole("heading", { name: "Dashboard" }).click();
  for (const _ of [1, 2, 3]) await visitor.getByRole("link", { name: "Components" }).click();
  await visitor.getByRole("link", { name: "Utilities" }).click();
  const pressed = async () => (await storedEvents(server.data_dir))["components_pressed"];
  await expect.poll(pressed).toBe(3);
  // What is sent later is stored later.
  await visitor.evaluate(() => (Reflect.get(window, "fanfare") as { track(name: string): unknown }).track("last"));
  await expect.poll(async () => (await storedEvents(server.data_dir))["last"]).toBe(1);
  expect(await pressed()).toBe(3);
  await site.stop();
});
