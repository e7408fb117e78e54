import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";
import type { Locator, Page } from "@playwright/test";
import type { TestServer } from "../../e2e/support/test-server.ts";
import { APP, createTour, expect, test } from "./support/harness.ts";

/** Opens the order of this content, all of the same priority. Archives other content, which has no place in it. */
async function openOrder(page: Page, server: TestServer, names: readonly string[]): Promise<void> {
  const headers = { origin: server.url };
  for (const { id } of await storedOrder(page, server)) {
    const url = `${server.url}/api/contents/${id}/archive?app_id=${APP.id}`;
    expect((await page.request.post(url, { headers })).status()).toBe(200);
  }
  for (const name of names) await createTour(page.request, server, { name });
  await page.goto(`${server.url}/console/${APP.id}/frequency`);
  await expect(links(page)).toHaveText([...names]);
}

const rows = (page: Page): Locator =>
  page.getByRole("list", { name: "Order of automatic content" }).getByRole("listitem");
const links = (page: Page): Locator => rows(page).getByRole("link");

/** As the server returns it, which also decides on pages. */
async function storedOrder(page: Page, server: TestServer): Promise<readonly ContentDetail[]> {
  const url = `${server.url}/api/contents?app_id=${APP.id}&trigger=automatic&sort=-priority`;
  // Safe cast: the server sends the contract's list.
  return ((await (await page.request.get(url)).json()) as { items: readonly ContentDetail[] }).items;
}

const storedNames = async (page: Page, server: TestServer): Promise<readonly string[]> =>
  (await storedOrder(page, server)).map(({ name }) => name);

test("moves content by one place among equal priorities, and keeps its focus", async ({ server, signedIn: page }) => {
  await openOrder(page, server, ["Ant", "Bee", "Cat", "Dog", "Elk"]);
  await expect(page.getByRole("spinbutton")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Move Ant up" })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Move Elk down" })).toBeDisabled();

  const up = page.getByRole("button", { name: "Move Dog up" });
  await up.press("Enter");
  await expect(links(page)).toHaveText(["Ant", "Bee", "Dog", "Cat", "Elk"]);
  await expect(page.getByRole("status").filter({ hasText: "“Dog” is now 3 of 5" })).toHaveCount(1);
  await expect(up).toBeFocused();
  // Further moves don't wait for the one before to be saved.
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(links(page)).toHaveText(["Dog", "Ant", "Bee", "Cat", "Elk"]);
  await expect(up).toBeFocused();
  await expect.poll(() => storedNames(page, server)).toEqual(["Dog", "Ant", "Bee", "Cat", "Elk"]);

  const down = page.getByRole("button", { name: "Move Ant down" });
  await down.press("Enter");
  await expect(links(page)).toHaveText(["Dog", "Bee", "Ant", "Cat", "Elk"]);
  await expect(down).toBeFocused();
  // Before the move is stored, the order is also the one after Undo.
  await expect.poll(() => storedNames(page, server)).toEqual(["Dog", "Bee", "Ant", "Cat", "Elk"]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(links(page)).toHaveText(["Dog", "Ant", "Bee", "Cat", "Elk"]);
  await expect.poll(() => storedNames(page, server)).toEqual(["Dog", "Ant", "Bee", "Cat", "Elk"]);
  await page.reload();
  await expect(links(page)).toHaveText(["Dog", "Ant", "Bee", "Cat", "Elk"]);
});

test("moves content to where its handle is dragged, unless Escape ends the drag", async ({
  server,
  signedIn: page,
}) => {
  await openOrder(page, server, ["Ant", "Bee", "Cat", "Dog"]);
  const grab = async (name: string, onto: string): Promise<void> => {
    await rows(page).filter({ hasText: name }).locator("[data-drag-handle]").hover();
    await page.mouse.down();
    const box = await rows(page).filter({ hasText: onto }).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + (box?.height ?? 0) / 2, { steps: 5 });
  };
  await grab("Dog", "Bee");
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(links(page)).toHaveText(["Ant", "Bee", "Cat", "Dog"]);

  await grab("Dog", "Bee");
  await page.mouse.up();
  await expect(links(page)).toHaveText(["Ant", "Dog", "Bee", "Cat"]);
  await expect(page.getByRole("status").filter({ hasText: "“Dog” is now 2 of 4" })).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Dog" })).toBeFocused();
  await expect.poll(() => storedNames(page, server)).toEqual(["Ant", "Dog", "Bee", "Cat"]);
});

test("returns content to its place if the new order can't be saved", async ({ server, signedIn: page }) => {
  await openOrder(page, server, ["Ant", "Bee"]);
  await page.route("**/api/contents/*", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: "Move Bee up" }).click();
  await expect(page.getByText("Couldn’t save order")).toBeVisible();
  await expect(links(page)).toHaveText(["Ant", "Bee"]);
});
