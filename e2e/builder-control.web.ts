import type { Browser, Page } from "@playwright/test";
import { audit } from "../sdk/test/support/axe-audit.ts";
import { createBuilderLink } from "../sdk/test/support/builder-page.ts";
import { moduleSnippet } from "../sdk/test/support/host-page.ts";
import { test } from "../sdk/test/support/host-test.ts";
import { AROUND, openEditor, panelOf } from "./support/builder.ts";
import { closeGreeting, signIn } from "./support/console.ts";
import { card, expect } from "./support/fixtures.ts";
import { APP } from "./support/test-server.ts";

test.use({ serverOptions: { demo: false, contents: AROUND } });

const picking = (page: Page) => page.getByRole("region", { name: "Pick element" });
const title = (page: Page) => page.getByRole("textbox", { name: "Title", exact: true });

/**
 * Chooses something in the editor's menu of the member's page. By key: on a busy machine, the menu may find its place
 * between a press and its release.
 */
async function control(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Your page", exact: true }).press("Enter");
  await page.getByRole("menuitem", { name: item }).press("Enter");
  await expect(page.getByRole("menu")).toHaveCount(0);
}

/** A phone without the console's session, just wide enough for the menu that the page hides on the smallest ones. */
async function openPhone(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: { width: 500, height: 844 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  let commands = 0;
  phone.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).startsWith('{"event":"command"')) commands++;
    }),
  );
  await phone.goto(url);
  return { phone, commands: () => commands };
}

test("controls a page on a phone from the console's editor", async ({ server, page, browser }, info) => {
  const site = await openEditor(page, server);
  await page.getByRole("button", { name: "Edit on your page" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit on your page" });
  await dialog.getByRole("textbox", { name: "Page URL" }).fill(site.url);
  await dialog.getByRole("button", { name: "Use another device" }).click();
  await expect(dialog.getByRole("img", { name: "QR code of the builder link, to open it on a phone" })).toBeVisible();
  await page.screenshot({ path: info.outputPath("link.png") });
  const link = (await dialog.getByRole("status", { name: "Builder link" }).textContent()) ?? "";
  expect(link).toContain(`${site.url}#fanfare_build=`);
  const { phone } = await openPhone(browser, link);
  await expect(panelOf(phone)).toContainText("Saved");
  await expect(dialog).toContainText("The builder is open on");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  // With everything that the header can have, a laptop has room for the name.
  const name = page.getByRole("textbox", { name: "Tour name" });
  await expect(page.getByRole("button", { name: "Your page", exact: true })).toBeVisible();
  expect(await name.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0);

  // What is picked on the phone is a new step, which the editor opens.
  await control(page, "Add step on page");
  await expect(picking(phone)).toBeVisible();
  await expect(page.getByRole("button", { name: "Cancel picking" })).toBeVisible();
  await phone.screenshot({ path: info.outputPath("picking.png") });
  await phone.getByRole("link", { name: "Utilities" }).tap();
  await expect(picking(phone)).toHaveCount(0);
  await expect(title(page)).toHaveValue("Utilities");
  await expect(page.getByRole("button", { name: "Cancel picking" })).toHaveCount(0);
  // The forms are in the console, so that they don't cover the phone's page.
  await expect(panelOf(phone).getByRole("button", { name: "Expand" })).toBeVisible();

  // What is written in the console is in the card on the phone.
  await title(page).fill("Useful things");
  await control(page, "Show this step");
  await expect(card(phone).getByRole("heading", { name: "Useful things" })).toBeVisible();
  await expect(phone.locator("fanfare-ui .frame:visible")).toBeVisible();
  await phone.screenshot({ path: info.outputPath("shown.png") });

  // Canceled in the console, and then picked.
  await control(page, "Pick element");
  await expect(picking(phone)).toBeVisible();
  await page.getByRole("button", { name: "Cancel picking" }).click();
  await expect(picking(phone)).toHaveCount(0);
  await control(page, "Pick element");
  await expect(picking(phone)).toBeVisible();
  await phone.getByRole("link", { name: "Pages" }).tap();
  const target = page.getByRole("group", { name: "Target element" });
  await expect(target.locator("input[value='Pages']").first()).toBeVisible();
  await page.screenshot({ path: info.outputPath("console.png") });

  // Without the phone's page, there is nothing to control.
  await panelOf(phone).getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("button", { name: "Your page", exact: true })).toHaveCount(0);
  await phone.context().close();
  await site.stop();
});

test("follows commands in the order in which they were given, however late the page reads its draft", async ({
  server,
  page,
  browser,
}) => {
  const site = await openEditor(page, server);
  const link = await createBuilderLink(page, server.url, site.url, "around");
  const { phone, commands } = await openPhone(browser, link.url);
  // From here on, the phone reads its draft for commands only.
  await expect(page.getByRole("button", { name: "Your page", exact: true })).toBeVisible();
  const reads: (() => void)[] = [];
  await phone.route("**/v1/builder/content?*", async (route) => {
    const is_first = reads.length === 0;
    // Without an order, the second read begins, and ends before the first.
    await new Promise<void>((send) => {
      reads.push(send);
      if (!is_first) send();
    });
    await route.continue();
  });
  await control(page, "Show this step");
  await expect.poll(() => reads.length).toBe(1);
  await control(page, "Add step on page");
  await expect.poll(commands).toBe(2);
  // Whatever the second command waits for has begun.
  await phone.evaluate(() => new Promise(requestAnimationFrame));
  reads[0]?.();
  await expect.poll(() => reads.length).toBe(2);
  await expect(page.getByRole("button", { name: "Cancel picking" })).toBeVisible();
  await expect(picking(phone)).toBeVisible();
  await phone.context().close();
  await site.stop();
});

test("controls a page that allows no frames, no styles, and no inline scripts", async ({ server, page, serve }) => {
  const socket = server.url.replace("http", "ws");
  const csp = `default-src 'none'; frame-src 'none'; script-src 'self' ${server.url}; connect-src ${server.url} ${socket}; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`;
  const script = moduleSnippet(server.url, APP.key).replace(/<\/?script[^>]*>/g, "");
  const site = await serve('<script type="module" src="/page.js"></script>', { csp, scripts: { "/page.js": script } });
  await signIn(page, server.url);
  await closeGreeting(page);
  await page.getByRole("link", { name: "Around the dashboard" }).click();
  const link = await createBuilderLink(page, server.url, site.url, "around");
  const shop = await page.context().newPage();
  await shop.addInitScript(() => {
    window.noted = [];
    document.addEventListener("securitypolicyviolation", () => window.noted.push(-1));
  });
  await shop.goto(link.url);
  await expect(panelOf(shop)).toContainText("Saved");
  await control(page, "Pick element");
  await expect(picking(shop)).toBeVisible();
  await shop.getByRole("button", { name: "Order", exact: true }).click();
  const target = page.getByRole("group", { name: "Target element" });
  await expect(target.locator("input[value='Order']").first()).toBeVisible();
  const { violations } = await audit(page);
  expect(violations).toEqual([]);
  expect(await shop.evaluate(() => window.noted)).toEqual([]);
});

test("asks the server nothing while the dialog waits for a page, and follows it through the connection", async ({
  server,
  page,
  serve,
}) => {
  const site = await serve(moduleSnippet(server.url, APP.key));
  await signIn(page, server.url);
  await closeGreeting(page);
  await page.goto(`${server.url}/console/${APP.id}/trackers/new`);
  await page.getByRole("textbox", { name: "Event name" }).fill("order_pressed");
  await page.getByRole("button", { name: "Point at it on your page" }).click();
  const dialog = page.getByRole("dialog", { name: "Point at it on your page" });
  await dialog.getByRole("textbox", { name: "Page URL" }).fill(site.url);
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/api/builder-sessions")) asked.push(request.method());
  });
  const opening = page.context().waitForEvent("page");
  await dialog.getByRole("button", { name: "Open page" }).click();
  const shop = await opening;
  await expect(dialog).toContainText("The builder is open on");
  const panel = shop.getByRole("region", { name: "order_pressed" });
  await expect(panel).toContainText("No element yet");
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(true);

  // Nothing polls, however long nothing happens.
  await page.clock.install();
  const before = asked.length;
  await page.clock.fastForward(10 * 60_000);
  expect(asked).toHaveLength(before);

  // The end of the session fails at first. The member learns that, and tries again.
  const ends = `${server.url}/api/builder-sessions/*/tracker**`;
  await page.route(ends, (route) => (route.request().method() === "DELETE" ? route.abort() : route.continue()));
  await panel.getByRole("button", { name: "Pick element" }).click();
  await shop.getByRole("button", { name: "Order", exact: true }).click();
  await expect(panel).toContainText("Saved");
  await panel.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Couldn’t end the builder session")).toBeVisible();
  const open = async () =>
    (await (await page.request.get(`${server.url}/api/builder-sessions?app_id=${APP.id}`)).json()).items.length;
  expect(await open()).toBe(1);
  await page.unroute(ends);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(open).toBe(0);
});
