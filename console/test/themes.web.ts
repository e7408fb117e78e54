import type { ThemesResponse } from "@fanfare/contract/schema/responses/content/theme";
import { expectNoAxeFindings } from "./support/axe.ts";
import { APP, addressOf, createTour, expect, pick, readTour, saveState, test } from "./support/harness.ts";
import { check } from "./support/screenshots.ts";

test("creates a theme from one color, fixes its contrast, and applies it", async ({ server, signedIn: page }) => {
  test.slow();
  const name = "Harbour of the themes";
  await page.goto(`${server.url}/console/${APP.id}/themes`);
  await expect(page.getByRole("listitem").filter({ hasText: "Built-in" })).toContainText("Default");
  await page.getByRole("button", { name: "New theme" }).click();
  const dialog = page.getByRole("dialog", { name: "New theme" });
  await dialog.getByRole("button", { name: "Create theme" }).click();
  await expect(dialog.getByText("Enter a name.")).toBeVisible();
  await check(page, "a new theme");
  await dialog.getByLabel("Name", { exact: true }).fill(name);
  await dialog.getByLabel("Brand color", { exact: true }).fill("#fde047");
  await dialog.getByRole("button", { name: "Create theme" }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();

  // Yellow text on white fails, so the nearest readable color is used.
  const accent = page.getByLabel("Accent", { exact: true });
  await expect(accent).not.toHaveValue("#fde047");
  const contrast = page.getByRole("region", { name: "Contrast" });
  await expect(contrast.getByRole("status")).toHaveText("All 12 pairs pass");
  const button = page.frameLocator("iframe[title=Preview]").locator("fanfare-ui .primary:not([hidden])");
  const painted = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
  await accent.fill("#fde047");
  await expect.poll(painted).toBe("rgb(253, 224, 71)");
  await expect(contrast.getByRole("status")).toContainText("of 12 pairs fail");
  // Checks are worst first, and each color has its worst one beside it, with the fix.
  await expect(contrast.getByRole("row").nth(1)).toContainText("Accent on surface");
  const colors = page.getByRole("region", { name: "Colors" });
  await expect(accent).toHaveAccessibleDescription(
    /^1\.\d+:1 on surface on hover, min\. 3:1|^1\.\d+:1 on surface, min/,
  );
  await colors
    .getByRole("button", { name: /^Use #/ })
    .first()
    .click();
  await expect(accent).toHaveAccessibleDescription(/^4\.\d+:1 on surface/);
  await accent.fill("#fde047");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Some color pairs have too little contrast.")).toBeVisible();
  await check(page, "a theme that cannot be read");
  await contrast.getByRole("button", { name: "Use closest passing colors" }).click();
  await expect(contrast.getByRole("status")).toHaveText("All 12 pairs pass");
  const in_light = await accent.inputValue();
  await page.getByRole("radio", { name: "Dark", exact: true }).click();
  await page.getByRole("radio", { name: "Modal" }).click();
  await expect(page).toHaveURL(/light=dark&sample=modal|sample=modal&light=dark/);
  // The URL changes before the fields do.
  await expect(accent).not.toHaveValue(in_light);
  await accent.fill("#fef08a");
  await expect.poll(painted).toBe("rgb(254, 240, 138)");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`${name} saved`)).toBeVisible();
  await page.getByRole("button", { name: "Set as default" }).click();
  await expect(page.getByRole("heading", { name: `${name} Default` })).toBeVisible();

  const { items } = (await (await page.request.get(`${server.url}/api/themes`)).json()) as ThemesResponse;
  const made = items.find((each) => each.name === name);
  expect(made).toMatchObject({ is_default: true, theme: { dark: { accent: "#fef08a" } } });

  const { id } = await createTour(page.request, server);
  await page.goto(addressOf(server, id, "?tab=appearance"));
  await page.getByRole("combobox", { name: "Theme" }).click();
  await pick(page.getByRole("option", { name }).last());
  await expect(saveState(page)).toHaveText("Saved");
  await expect.poll(async () => (await readTour(page, server, id)).draft.theme).toBe(made?.id);
  await expect(button).toBeVisible();
  await expectNoAxeFindings(page, "the appearance tab");

  await page.goto(`${server.url}/console/${APP.id}/themes`);
  await page.getByRole("button", { name: "Set built-in theme as default" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Built-in" })).toContainText("Default");
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("region", { name: "Used by" })).toContainText("Draft");
  await page.getByRole("button", { name: "Delete theme" }).click();
  await expect(page.getByText(`${name} deleted`)).toBeVisible();
  await expect(page.getByRole("link", { name })).toHaveCount(0);
});
