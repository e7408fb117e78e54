import { expectNoAxeFindings } from "./axe.ts";
import { addressOf, expect, makeTour, pick, readTour, saveState, test } from "./harness.ts";

test("a tour is translated text by text, and what is missing is counted", async ({ house, signedIn: page }) => {
  const { id } = await makeTour(page.request, house);
  await page.goto(addressOf(house, id, "?tab=translations"));
  await page.getByRole("button", { name: "Written in" }).click();
  await page.getByPlaceholder("Search languages").fill("Engl");
  await pick(page.getByRole("option", { name: "English en", exact: true }));
  await page.getByRole("button", { name: "Add a language" }).click();
  await page.getByPlaceholder("Search languages").fill("עברית");
  await pick(page.getByRole("option", { name: /Hebrew/ }));
  await expect(page).toHaveURL(/lang=he/);
  const missing = page.getByRole("listitem").filter({ hasText: "Hebrew" });
  await expect(missing).toContainText("4 missing");
  const title = page.getByLabel(/Title.*First step.*in Hebrew/s);
  await title.fill("צעד ראשון");
  await expect(title).toHaveAttribute("dir", "rtl");
  await expect(missing).toContainText("3 missing");
  await expect(saveState(page)).toHaveText("Saved");
  expect((await readTour(page, house, id)).draft).toMatchObject({
    locale: "en",
    translations: { he: { "one.title": "צעד ראשון" } },
  });
  await expectNoAxeFindings(page, "translations");
  await page.getByRole("button", { name: "Remove Hebrew" }).click();
  await expect(page.getByText("In one language so far")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(missing).toContainText("3 missing");
});
