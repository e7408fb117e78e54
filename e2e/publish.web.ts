import { closeGreeting, signIn } from "./console.ts";
import { card, confetti, expect, stepTitle, test, untilLive } from "./journey.ts";

test("an author edits a sentence and publishes; the open page shows it without a reload", async ({
  house,
  page,
  browser,
}) => {
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(house.demo_url);
  await expect(stepTitle(visitor)).toHaveText("Welcome to the order desk");
  await untilLive(visitor);
  // Gone with a reload.
  await visitor.evaluate(() => Reflect.set(window, "not_reloaded", true));

  await signIn(page, house.url);
  await closeGreeting(page);
  await page.getByRole("link", { name: "Welcome to the order desk" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Good morning from the console");
  await page.getByRole("button", { name: "Publish changes" }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();

  await expect(stepTitle(visitor)).toHaveText("Good morning from the console");
  expect(await visitor.evaluate(() => Reflect.get(window, "not_reloaded"))).toBe(true);

  // And taken back: the tour leaves the open page.
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Unpublish" }).click();
  await expect(card(visitor)).toHaveCount(0);
  await visitor.context().close();
});

test("a new member is greeted by the console's own tour, and the first publish is celebrated", async ({
  house,
  page,
}) => {
  await signIn(page, house.url);
  await closeGreeting(page);
  await page.getByRole("button", { name: "New content" }).click();
  await page.getByLabel("Name", { exact: true }).fill("A tour of my own");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Hello");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  await expect(confetti(page)).toBeVisible();
});
