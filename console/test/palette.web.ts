import { APP, expect, makeTour, test } from "./harness.ts";
import { check } from "./looks.ts";

test("by the keyboard alone one comes to any screen and any content, and finds the keys", async ({
  house,
  signedIn: page,
}) => {
  const tour = await makeTour(page.request, house, { name: "Welcome aboard" });
  await page.goto(`${house.url}/console/${APP.id}/content`);
  await expect(page.getByRole("link", { name: tour.name })).toBeVisible();

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search and go" });
  await expect(palette.getByRole("combobox", { name: "Search and go" })).toBeFocused();
  await page.keyboard.type("audit");
  await expect(palette.getByRole("option")).toHaveText([/Audit log/]);
  await check(page, "the palette");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Audit log" })).toBeVisible();
  await expect(palette).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await page.keyboard.type("aboard");
  await expect(palette.getByRole("option", { name: /Welcome aboard/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/content/${tour.id}`));

  await page.goto(`${house.url}/console/${APP.id}/settings/account`);
  await page.getByLabel("Your name").fill("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("main").focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/\/content$/);
});
