import { stepsOf } from "@fanfare/contract/stations";
import { addressOf, expect, makeTour, openTour, pick, readTour, step, test } from "./harness.ts";

test("publishing, changing and unpublishing are told beside the name, and each edition is kept", async ({
  house,
  signedIn: page,
}) => {
  const { id } = await makeTour(page.request, house);
  await openTour(page, house, id);
  await page.getByLabel("Title", { exact: true }).fill("Typed a moment before publishing");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeDisabled();
  await expect
    .poll(async () => stepsOf((await readTour(page, house, id)).draft.body)[0]?.title)
    .toBe("Typed a moment before publishing");

  await page.getByLabel("Title", { exact: true }).fill("Changed since");
  await expect(page.getByText("Live, changed")).toBeVisible();
  await page.getByRole("button", { name: "Publish changes" }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  await page.getByRole("link", { name: "History" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Version 2" })).toContainText("Live in First app");
  await expect(page.getByRole("listitem").filter({ hasText: "Version 1" })).not.toContainText("Live in");

  await page.getByRole("button", { name: "More" }).click();
  await pick(page.getByRole("menuitem", { name: "Unpublish" }));
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeEnabled();
  await expect(page.getByText("Live in First app")).toHaveCount(0);
});

test("a draft with a problem is not published; the cursor goes to the problem", async ({ house, signedIn: page }) => {
  const { id } = await makeTour(page.request, house);
  await openTour(page, house, id, "?step=two");
  await page.getByLabel("Title", { exact: true }).fill("");
  await page.getByRole("link", { name: /First step/ }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Step 2 of 2" })).toBeVisible();
  await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
  expect((await readTour(page, house, id)).status).toBe("draft");
});

test("what speaks against publishing is told first, and does not forbid it", async ({ house, signedIn: page }) => {
  const { id } = await makeTour(page.request, house, { steps: [step("one", "Hello"), step("two", "Step 2")] });
  await openTour(page, house, id);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "One thing before it goes live" });
  await dialog.getByRole("button", { name: "Go there" }).click();
  await expect(page.getByRole("heading", { name: "Step 2 of 2" })).toBeVisible();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.getByRole("button", { name: "Publish anyway" }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
});

test("nothing that the console does is reported by its own strict policy", async ({ house, signedIn: page }) => {
  const reports: string[] = [];
  page.on("console", (message) => {
    if (/content security policy|trusted ?(type|script)|violates/i.test(message.text())) reports.push(message.text());
  });
  page.on("pageerror", (error) => reports.push(error.message));
  const { id } = await makeTour(page.request, house, { steps: [step("one", "Only step")] });
  await openTour(page, house, id);
  await page.getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: "At an element" }).click();
  await page.getByRole("combobox", { name: "Way 1" }).click();
  await expect(page.getByRole("listbox")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await page.getByLabel("Test id").fill("x");
  await page.getByLabel("Title", { exact: true }).fill("Under a policy");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  await page.goto(addressOf(house, id, "?tab=settings"));
  await page.getByRole("combobox", { name: "When the tour is completed" }).click();
  await pick(page.getByRole("option", { name: "Cannons" }));
  await page.getByRole("button", { name: "Try it" }).click();
  await expect(page.locator("fanfare-ui canvas")).toBeVisible();
  expect(reports).toEqual([]);
});
