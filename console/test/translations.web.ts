import { readFile } from "node:fs/promises";
import {
  APP,
  addressOf,
  createTour,
  delayResponses,
  expect,
  pick,
  readTour,
  saveState,
  test,
} from "./support/harness.ts";
import { check } from "./support/screenshots.ts";

test("translates a tour and counts missing texts", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  await page.goto(addressOf(server, id, "?tab=translations"));
  await page.getByRole("button", { name: "Source language" }).click();
  await page.getByPlaceholder("Search languages").fill("Engl");
  await pick(page.getByRole("option", { name: "English en", exact: true }));
  const add = page.getByRole("button", { name: "Add language" });
  await page.setViewportSize({ width: 1_280, height: 400 });
  await add.click();
  // Opening the list at the end of the page doesn't scroll to the top. The list is at least as wide as its field.
  await expect(page.getByRole("combobox", { name: "Add language" })).toBeFocused();
  await expect(add).toBeInViewport();
  const wider = async () =>
    ((await page.getByRole("dialog", { name: "Add language" }).boundingBox())?.width ?? 0) -
    ((await add.boundingBox())?.width ?? Number.POSITIVE_INFINITY);
  await expect.poll(wider).toBeGreaterThanOrEqual(0);
  await page.setViewportSize({ width: 1_280, height: 720 });
  await page.getByRole("combobox", { name: "Add language" }).fill("עברית");
  await pick(page.getByRole("option", { name: /Hebrew/ }));
  await expect(page).toHaveURL(/lang=he/);
  const missing = page.getByRole("listitem").filter({ hasText: "Hebrew" });
  await expect(missing).toContainText("4 missing");
  const title = page.getByLabel(/Title.*First step.*Hebrew translation/s);
  await title.fill("צעד ראשון");
  await expect(title).toHaveAttribute("dir", "rtl");
  await expect(missing).toContainText("3 missing");
  await expect(saveState(page)).toHaveText("Saved");
  await expect
    .poll(async () => (await readTour(page, server, id)).draft)
    .toMatchObject({
      locale: "en",
      translations: { he: { "one.title": "צעד ראשון" } },
    });
  await page.getByRole("button", { name: "Remove Hebrew" }).click();
  await expect(page.getByText("No translations yet")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(missing).toContainText("3 missing");
  await page.getByRole("link", { name: /^Steps/ }).click();
  const preview = page.frameLocator("iframe[title=Preview]");
  await expect(preview.locator("fanfare-ui .card").getByText("First step", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Language: Source language" }).click();
  await page.getByPlaceholder("Search languages").fill("Hebrew");
  await pick(page.getByRole("option", { name: /Hebrew/ }));
  await expect(preview.locator("fanfare-ui .card").getByText("צעד ראשון", { exact: true })).toBeVisible();
  await expect(preview.locator("fanfare-ui .view")).toHaveAttribute("dir", "rtl");
  await expect(preview.locator("html")).toHaveAttribute("dir", "rtl");

  // A text with marks is translated as people see it, with the marks of its source.
  await page.getByRole("textbox", { name: "Text" }).press("ControlOrMeta+a");
  await page.keyboard.type("Press **Save**");
  await page.getByRole("link", { name: "Translations" }).last().click();
  await page.getByRole("link", { name: "Hebrew" }).click();
  const text = page.getByRole("textbox", { name: /Press Save.*Hebrew translation/s });
  await text.click();
  await page.keyboard.type("לחץ ");
  await expect(page.getByText("Format the matching words as in the source text.", { exact: true })).toBeVisible();
  await page.keyboard.press("ControlOrMeta+b");
  await page.keyboard.press("Enter");
  await page.keyboard.type("שמור");
  await expect(text.getByRole("strong")).toHaveText("שמור");
  await check(page, "a translation with marks");
  await expect(saveState(page)).toHaveText("Saved");
  await expect
    .poll(async () => (await readTour(page, server, id)).draft)
    .toMatchObject({ translations: { he: { "one.blocks.0": "לחץ <b>שמור</b>" } } });
});

test("shows only missing texts, and warns about them before publishing", async ({ server, signedIn: page }) => {
  const translations = { de: { "one.title": "Erster Schritt" }, ar: {} };
  const { id } = await createTour(page.request, server, { edition: { locale: "en", translations } });
  await page.goto(addressOf(server, id, "?tab=translations"));
  const german = page.getByRole("region", { name: "German" });
  const fields = german.getByRole("textbox");
  await expect(fields).toHaveCount(4);
  await german.getByRole("radio", { name: "Missing" }).click();
  await expect(fields).toHaveCount(3);
  // A text stays while it's translated, and so do those that follow.
  await fields.nth(1).fill("Zweiter Schritt");
  await expect(page.getByRole("listitem").filter({ hasText: "German" })).toContainText("2 missing");
  await expect(fields).toHaveCount(3);
  await expect(saveState(page)).toHaveText("Saved");

  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const warnings = page.getByRole("dialog", { name: "2 warnings to review" });
  await expect(warnings).toContainText("2 texts aren’t translated to German.");
  await warnings
    .getByRole("listitem")
    .filter({ hasText: "4 texts aren’t translated to Arabic." })
    .getByRole("button", { name: "Review warning" })
    .click();
  await expect(page.getByRole("region", { name: "Arabic" }).getByRole("textbox")).toHaveCount(4);
});

test("exports all texts, imports translations, and lists outdated rows", async ({ server, signedIn: page }) => {
  const name = "Travels far";
  const { slug } = await createTour(page.request, server, { name, edition: { locale: "en" } });
  await page.goto(`${server.url}/console/${APP.id}/translations?q=${slug}`);
  const row = page.getByRole("listitem").filter({ has: page.getByRole("link", { name }) });
  await expect(row).toContainText("4 texts in English");
  await expect(row).toContainText("No translations yet");

  const choose = async (label: string): Promise<void> => {
    await page.getByRole("dialog").getByRole("button", { name: label }).click();
    await page.getByPlaceholder("Search languages").fill("Swedish");
    await pick(page.getByRole("option", { name: /Swedish/ }));
  };
  await page.getByRole("button", { name: "Export" }).click();
  await choose("Language");
  const coming = page.waitForEvent("download");
  await page.getByRole("dialog").getByRole("button", { name: "Export", exact: true }).click();
  const lines = (await readFile(await (await coming).path(), "utf8")).split("\r\n");
  const own = lines.filter((line) => line.startsWith(slug));
  expect(own).toHaveLength(4);
  await expect(page.getByRole("dialog")).toHaveCount(0);

  const [first = "", second = ""] = own;
  const csv = [lines[0], `${first}Första steget`, second.replace("Words", "Other words").concat("Annat")].join("\r\n");
  await page.getByRole("button", { name: "Import" }).click();
  await choose("File language");
  await check(page, "an import of translations");
  const release = await delayResponses(page, "**/api/translations/file");
  await page.getByLabel("CSV file").setInputFiles({ name: "sv.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("progressbar", { name: "Importing" })).toHaveAttribute("aria-valuetext", "0 of 2 rows");
  release();
  await expect(dialog.getByText("1 text imported")).toBeVisible();
  await expect(dialog.getByRole("listitem")).toContainText(/^Line 3/);
  await expect(dialog.getByText("1 line rejected")).toBeVisible();
  await expect(dialog.getByText("The text changed after the export.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(row).toContainText("Swedish: 3 missing");
  await row.getByRole("link", { name }).click();
  await expect(page).toHaveURL(/tab=translations/);
});
