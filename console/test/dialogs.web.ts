import { APP, createApp, expect, test } from "./support/harness.ts";

test("closes the dialog on Back instead of changing the page behind it", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}`);
  await page.getByRole("link", { name: "Content", exact: true }).click();
  await expect(page).toHaveURL(/\/content$/);
  const dialog = page.getByRole("dialog", { name: "New content" });
  const back = () => page.evaluate(() => history.back());
  const create = page.getByRole("button", { name: "New content" });
  await create.click();
  await expect(dialog).toBeVisible();
  await back();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/content$/);

  await create.click();
  await dialog.getByLabel("Name", { exact: true }).fill("Half done");
  await back();
  const confirmation = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await expect(confirmation).toBeVisible();
  // The dialog below is dimmed like the page.
  await expect(page.locator(".bg-scrim")).toHaveCount(2);
  // Back belongs to the topmost dialog.
  await back();
  await expect(confirmation).toHaveCount(0);
  await expect(dialog.getByLabel("Name", { exact: true })).toHaveValue("Half done");
  await back();
  await confirmation.getByRole("button", { name: "Discard changes" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/content$/);

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Command palette" })).toBeVisible();
  await back();
  await expect(page.getByRole("dialog", { name: "Command palette" })).toHaveCount(0);
  await expect(page).toHaveURL(/\/content$/);
  await back();
  await expect(page).toHaveURL(/\/4242$/);
});

test("focuses an added row, and takes the error away once it is corrected", async ({ server, signedIn: page }) => {
  const app = await createApp(page.request, server, "With origins");
  await page.goto(`${server.url}/console/${app.id}/settings/app`);
  await page.getByRole("button", { name: "Add origin" }).click();
  await expect(page.getByRole("textbox", { name: "Origin 1" })).toBeFocused();
  await page.getByRole("button", { name: "Add origin" }).click();
  const origin = page.getByRole("textbox", { name: "Origin 2" });
  await expect(origin).toBeFocused();
  await page.keyboard.type("shop.example/path");
  await page.getByRole("button", { name: "Save origins" }).click();
  const error = page.getByText("Enter only the scheme, host, and port", { exact: false });
  await expect(error).toBeVisible();
  await expect(origin).toBeFocused();
  await origin.fill("https://shop.example");
  await expect(error).toHaveCount(0);
  await page.getByRole("button", { name: "Save origins" }).click();
  await expect(page.getByText("Origins saved")).toBeVisible();

  await page.goto(`${server.url}/console/${app.id}/settings/channels`);
  for (const name of ["Channel access", "History"]) {
    const section = page.getByRole("region", { name });
    await section.getByRole("button", { name: "Add rule" }).click();
    await expect(section.getByRole("textbox", { name: "Channels" })).toBeFocused();
  }
});

test("offers to create a segment where none can be chosen", async ({ server, signedIn: page }) => {
  await page.route("**/api/segments", (route) => route.fulfill({ json: { items: [] } }));
  await page.goto(`${server.url}/console/${APP.id}/live?tab=messages&compose=true`);
  await page.getByRole("radio", { name: "Segment" }).click();
  await page.getByRole("button", { name: "Segment: Select a segment" }).click();
  const create = page.getByRole("option", { name: "Create segment" });
  await expect(create).toContainText("No segments yet");
  await page.getByRole("combobox", { name: "Segment" }).fill("New people");
  await expect(create).toBeVisible();
  const opened = page.context().waitForEvent("page");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(await opened).toHaveURL(/\/segments\/new$/);
});
