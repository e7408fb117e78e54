import { APP, createApp, createTour, expect, openTour, test } from "./support/harness.ts";

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

test("focuses what a dialog is for, and its close icon last", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  await openTour(page, server, id);
  await page.getByRole("button", { name: "Image", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add image" });
  const close = dialog.getByRole("button", { name: "Close" });
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await expect(close).not.toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(close).toBeFocused();
});

test("names what is missing when the form of a dialog in the editor is sent", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  await openTour(page, server, id);
  await page.getByRole("button", { name: "Image", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add image" });
  await dialog.getByLabel("Image URL").fill("https://shop.example/a.webp");
  await dialog.getByRole("button", { name: "Add image" }).click();
  await expect(dialog.getByText("Describe the image for people who", { exact: false })).toBeVisible();
});

test("focuses an added row, and takes the error away once it is corrected", async ({ server, signedIn: page }) => {
  const app = await createApp(page.request, server, "With origins");
  await page.goto(`${server.url}/console/${app.id}/settings/app`);
  await page.getByRole("button", { name: "Add origin" }).click();
  await expect(page.getByRole("textbox", { name: "Origin 1" })).toBeFocused();
  await page.getByRole("button", { name: "Add origin" }).click();
  const origin = page.getByRole("textbox", { name: "Origin 2" });
  await expect(origin).toBeFocused();
  await expect(page.getByText("All sites are allowed", { exact: false })).toBeVisible();
  await page.keyboard.type("shop.example/path");
  await page.getByRole("button", { name: "Save origins" }).click();
  const error = page.getByText("Enter only the scheme, host, and port", { exact: false });
  await expect(error).toBeVisible();
  await expect(origin).toBeFocused();
  await origin.fill("https://shop.example");
  await expect(error).toHaveCount(0);
  const warning = page.getByText("From now on, only these origins can use this app", { exact: false });
  await expect(warning).toBeVisible();
  await expect(page.getByText("All sites are allowed", { exact: false })).toHaveCount(0);
  await page.getByRole("button", { name: "Save origins" }).click();
  await expect(page.getByText("Origins saved")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save origins" })).toHaveCount(0);
  // Other sites are cut off already.
  await page.getByRole("button", { name: "Add origin" }).click();
  await page.getByRole("textbox", { name: "Origin 2" }).fill("https://www.shop.example");
  await expect(page.getByRole("button", { name: "Save origins" })).toBeVisible();
  await expect(warning).toHaveCount(0);

  await page.goto(`${server.url}/console/${app.id}/settings/channels`);
  for (const name of ["Channel access", "History"]) {
    const section = page.getByRole("region", { name });
    await section.getByRole("button", { name: "Add rule" }).click();
    await expect(section.getByRole("textbox", { name: "Channels" })).toBeFocused();
  }
});

test("moves the focus to an added condition, and to the neighbor of a removed one", async ({
  server,
  signedIn: page,
}) => {
  await page.goto(`${server.url}/console/${APP.id}/segments/new`);
  const conditions = page.getByRole("region", { name: "People in this segment" });
  const add = conditions.getByRole("button", { name: "Add condition", exact: true }).last();
  const remove = (label: string) => conditions.getByRole("button", { name: `Remove condition: ${label}` });
  const choose = async (kind: RegExp): Promise<void> => {
    await add.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: kind }).press("Enter");
  };
  await choose(/^Attribute/);
  const attribute = conditions.getByRole("group", { name: "Attribute" });
  await expect(attribute.getByLabel("Attribute", { exact: true })).toBeFocused();
  // Not before the focus leaves the condition.
  const problem = attribute.getByText("Start with a letter, then use letters, digits, and _.");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(problem).toHaveCount(0);
  await choose(/^Segment/);
  await expect(problem).toBeVisible();
  await expect(conditions.getByRole("button", { name: /^Segment: / })).toBeFocused();
  // Nor while a list of the condition has it.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: /^Create segment/ })).toBeVisible();
  await expect(conditions.getByText("Complete this condition.")).toHaveCount(0);
  await page.keyboard.press("Escape");
  // The problem that appears for the condition above doesn't move the button away from the click.
  await conditions.getByRole("button", { name: "Add condition group" }).click();
  const group = conditions.getByRole("group", { name: "Condition group" });
  await expect(group.locator("[data-fields]").locator(":focus")).toHaveCount(1);

  await remove("Segment").focus();
  await page.keyboard.press("Enter");
  await expect(conditions.getByRole("button", { name: "Remove group" })).toBeFocused();
  // A group without conditions is removed, too.
  await group.getByRole("button", { name: /^Remove condition/ }).click();
  await expect(remove("Attribute")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(attribute).toHaveCount(0);
  await expect(add).toBeFocused();
  // Closing the menu without a choice returns to its button.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(add).toBeFocused();
});

test("offers to create a segment where none can be chosen", async ({ server, signedIn: page }) => {
  await page.route("**/api/segments", (route) => route.fulfill({ json: { items: [] } }));
  await page.goto(`${server.url}/console/${APP.id}/messages?compose=true`);
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

test("creates, edits, and deletes a frequency cap", async ({ server, signedIn: page }) => {
  const slow = await createTour(page.request, server, { name: "Comes second", edition: { tags: ["pace"] } });
  await page.goto(`${server.url}/console/${APP.id}/content/${slow.id}?tab=frequency`);
  await page.getByRole("link", { name: "Manage frequency caps" }).click();
  await page.getByRole("button", { name: "New frequency cap" }).click();
  const dialog = page.getByRole("dialog", { name: "New frequency cap" });
  await dialog.getByLabel("Name").fill("Slow down");
  await dialog.getByRole("radio", { name: "Some content" }).click();
  await dialog.getByRole("button", { name: "Create frequency cap" }).click();
  await expect(dialog.getByText("Select a type or a tag", { exact: false })).toBeVisible();
  await dialog.getByRole("combobox", { name: "Tags" }).fill("pace");
  await page.getByRole("option", { name: "pace" }).click();
  await expect(page.getByRole("option")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Create frequency cap" }).click();
  const cap = page.getByRole("list", { name: "Frequency caps" }).getByRole("listitem").filter({ hasText: "Slow down" });
  await cap.getByText("Covers 1 item").click();
  await expect(cap.getByRole("link", { name: "Comes second" })).toBeVisible();
  await expect(cap).toContainText("At most 1 view within 24 hours");
  await cap.getByRole("button", { name: "Edit Slow down" }).click();
  await page.getByRole("dialog", { name: "Edit frequency cap" }).getByLabel("At most").fill("3");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(cap).toContainText("At most 3 views within 24 hours");
  await cap.getByRole("button", { name: "Delete Slow down" }).click();
  await expect(cap).toHaveCount(0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(cap).toContainText("At most 3 views within 24 hours");
});

test("moves the focus to the next row when a row is removed, and to the heading after the last one", async ({
  server,
  signedIn: page,
}) => {
  const app = await createApp(page.request, server, "With rows");
  const headers = { origin: server.url };
  for (const name of ["One", "Two", "Three"]) {
    const data = { name, event_name: name.toLowerCase() };
    await page.request.post(`${server.url}/api/goals?app_id=${app.id}`, { data, headers });
  }
  /** The first focus loads what follows it. */
  const open = async (path: string): Promise<void> => {
    await page.goto(`${server.url}/console/${app.id}/${path}`);
    await page.getByRole("link", { name: "Overview", exact: true }).focus();
    await page.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("focus-after-removal")),
    );
  };
  await open("analytics?tab=goals");
  const menu = (name: string) => page.getByRole("button", { name: `Actions for ${name}`, exact: true });
  const remove = async (): Promise<void> => {
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem").first()).toBeFocused();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
  };
  const headings = page.getByRole("list", { name: "Goals" }).getByRole("heading");
  await expect(headings).toHaveCount(3);
  const [first, second, third] = await headings.allTextContents();
  await menu(second ?? "").focus();
  await remove();
  await expect(menu(third ?? "")).toBeFocused();
  await remove();
  await expect(menu(first ?? "")).toBeFocused();
  await remove();
  await expect(page.getByRole("heading", { name: "No goals yet" })).toBeVisible();
  await expect(page.locator("h1, h2").and(page.locator(":focus"))).toHaveCount(1);

  await open("settings/app");
  const origin = (n: number) => page.getByRole("button", { name: `Remove origin ${n}` });
  for (const _ of [1, 2]) await page.getByRole("button", { name: "Add origin" }).click();
  await origin(2).focus();
  await page.keyboard.press("Enter");
  await expect(origin(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Allowed origins" })).toBeFocused();

  for (const name of ["Xenia", "Yves"]) {
    const data = { email: `${name}@example.com`, role: "viewer" };
    await page.request.post(`${server.url}/api/invites`, { data, headers });
  }
  await open("settings/members");
  const revoke = page.getByRole("button", { name: /revoke/i });
  await expect(revoke).toHaveCount(2);
  await revoke.first().focus();
  await page.keyboard.press("Enter");
  await expect(revoke).toHaveCount(1);
  await expect(revoke).toBeFocused();

  // Removed after a menu and a confirmation, which cover the row.
  await page.getByRole("button", { name: "Actions for Grace Hopper" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Actions for Grace Hopper" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Actions for/ }).and(page.locator(":focus"))).toHaveCount(1);
});
