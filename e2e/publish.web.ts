import { DAY_MS } from "@fanfare/contract/limits";
import type { SuppressionsResponse } from "@fanfare/contract/schema/client/v1";
import type { Locator, Page } from "@playwright/test";
import { sampleImage } from "../server/test/support/sample-image.ts";
import { closeGreeting, expectSaved, pick, signIn, untilSubscribed } from "./support/console.ts";
import { card, confetti, expect, stepTitle, test, untilLive } from "./support/fixtures.ts";

/** Uploads a picture of 600 by 300 pixels into the text that's open in the editor. */
async function uploadImage(page: Page, description: string): Promise<void> {
  await page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name: "Image" }).click();
  const dialog = page.getByRole("dialog", { name: "Add image" });
  const buffer = sampleImage(600, 300);
  await dialog.getByLabel("Image file").setInputFiles({ name: "desk.png", mimeType: "image/png", buffer });
  await expect(dialog.getByRole("radio", { name: "desk.png" })).toBeChecked();
  await dialog.getByRole("textbox", { name: "Description" }).fill(description);
  await dialog.getByRole("button", { name: "Add image" }).click();
  await expect(dialog).toHaveCount(0);
}

test("updates an open page after a publish and counts a delivered message", async ({ server, page, browser }) => {
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(server.demo_url);
  await expect(stepTitle(visitor)).toHaveText("Welcome to the order desk");
  await untilLive(visitor);
  // Lost on reload.
  await visitor.evaluate(() => Reflect.set(window, "not_reloaded", true));

  await untilSubscribed(page, () => signIn(page, server.url));
  await closeGreeting(page);
  await page.getByRole("link", { name: "Welcome to the order desk" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Good morning from the console");
  await uploadImage(page, "The order desk");
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await visitor.route("**/images/*", async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("button", { name: "Publish changes" }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();

  await expect(stepTitle(visitor)).toHaveText("Good morning from the console");
  expect(await visitor.evaluate(() => Reflect.get(window, "not_reloaded"))).toBe(true);
  // The card has the image's space before the image arrives, so that nothing moves.
  const picture = card(visitor).getByRole("img", { name: "The order desk" });
  await expect(picture).toHaveAttribute("height", "300");
  const sizeOf = (shown: Locator) =>
    shown.evaluate(({ offsetWidth, offsetHeight }: HTMLElement) => [offsetWidth, offsetHeight]);
  const [before, reserved] = [await sizeOf(card(visitor)), await sizeOf(picture)];
  expect(reserved[1]).toBeGreaterThan(100);
  release();
  await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(600);
  expect([await sizeOf(card(visitor)), await sizeOf(picture)]).toEqual([before, reserved]);

  // Unpublish: the open page removes the tour.
  await page.getByRole("button", { name: "More actions" }).click();
  await pick(page.getByRole("menuitem", { name: "Unpublish" }));
  await expect(card(visitor)).toHaveCount(0);

  // Message to this person: the open page shows it, and the author sees its delivery state change.
  const navigation = page.getByRole("navigation", { name: "Main" });
  await navigation.getByRole("link", { name: "People" }).click();
  await page.getByRole("link", { name: "Ada Larkspur" }).click();
  await page.getByRole("button", { name: "Send a message" }).click();
  const writing = page.getByRole("dialog", { name: "New message to Ada Larkspur" });
  await writing.getByRole("textbox", { name: "Text" }).fill("The van is at the gate");
  await expectSaved(page, writing);
  await writing.getByRole("textbox", { name: /^Button/ }).fill("Load it");
  await writing.getByRole("button", { name: "Send message" }).click();
  await expect(writing).toHaveCount(0);
  const notice = visitor.locator("fanfare-ui").filter({ hasText: "The van is at the gate" });
  await expect(notice).toBeVisible();
  await navigation.getByRole("link", { name: "Messages", exact: true }).click();
  const sent = page.getByRole("listitem").filter({ hasText: "The van is at the gate" });
  await expect(sent).toContainText("Seen by 1 of 1 person");
  await expect(sent).toContainText("Seen, no action1");
  // Counts that are 0 aren't shown.
  await expect(sent).not.toContainText("Acted on");
  await notice.getByRole("button", { name: "Load it" }).click();
  await expect(sent).toContainText("Acted on1");
  await visitor.context().close();
});

test("doesn't greet a member again who closed the console tour", async ({ server, page, browser }) => {
  await signIn(page, server.url);
  const stored = page.waitForResponse(
    (response) =>
      response.url().includes("/v1/progress") && response.request().postData()?.includes(`"action":"end"`) === true,
  );
  await closeGreeting(page);
  await stored;
  const elsewhere = await (await browser.newContext()).newPage();
  const returns = [() => page.reload(), () => signIn(elsewhere, server.url)];
  for (const [index, shown] of [page, elsewhere].entries()) {
    await untilSubscribed(shown, async () => returns[index]?.());
    await shown.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await expect(card(shown)).toHaveCount(0);
  }
  await elsewhere.context().close();
});

test("greets a new member with the console tour and celebrates the first publish", async ({ server, page }) => {
  await signIn(page, server.url);
  const stored = page.waitForResponse((response) => response.url().includes("/v1/suppressions") && response.ok());
  await card(page).getByRole("checkbox", { name: "Do not show again for 365 days" }).check();
  await closeGreeting(page);
  // Cast: response of this repository's server.
  const { suppressions } = (await (await stored).json()) as SuppressionsResponse;
  expect(suppressions.map(({ created_at, expires_at }) => Date.parse(expires_at) - Date.parse(created_at))).toEqual([
    365 * DAY_MS,
  ]);
  await page.getByRole("button", { name: "New content" }).click();
  await page.getByLabel("Name", { exact: true }).fill("A tour of my own");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Hello");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  await expect(confetti(page)).toBeVisible();

  // After a reload, the console doesn't greet the member again.
  await untilSubscribed(page, () => page.reload());
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(card(page)).toHaveCount(0);
});
