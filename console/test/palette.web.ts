import { APP, createTour, expect, openTour, readTour, test } from "./support/harness.ts";
import { ACTION_WORDS } from "./support/palette-words.ts";
import { check } from "./support/screenshots.ts";

test("opens any screen and content from the palette by keyboard", async ({ server, signedIn: page }) => {
  const tour = await createTour(page.request, server, { name: "Welcome aboard" });
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await expect(page.getByRole("link", { name: tour.name })).toBeVisible();

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await expect(palette.getByRole("combobox", { name: "Command palette" })).toBeFocused();
  await page.keyboard.type("audit");
  await expect(palette.getByRole("option")).toHaveText([/Audit log/]);
  await check(page, "the palette");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Audit log" })).toBeVisible();
  await expect(palette).toHaveCount(0);

  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("combobox", { name: "Command palette" })).toBeFocused();
  await page.keyboard.type("aboard");
  await expect(palette.getByRole("option", { name: /Welcome aboard/ })).toBeVisible();
  let arrive = (): void => undefined;
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const editor = (url: URL): boolean => url.pathname === `/api/contents/${tour.id}`;
  await page.route(editor, async (route) => {
    await arrival;
    await route.continue();
  });
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/content/${tour.id}`));
  await expect(palette).toHaveCount(0);
  // Opening the palette while a page loads keeps focus in its input.
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("combobox", { name: "Command palette" })).toBeFocused();
  arrive();
  await expect(page.getByLabel("Title", { exact: true })).toHaveCount(1);
  await expect(page).toHaveTitle(/Welcome aboard/);
  await expect(palette.getByRole("combobox", { name: "Command palette" })).toBeFocused();
  await page.unroute(editor);

  await page.goto(`${server.url}/console/${APP.id}/settings/account`);
  const field = palette.getByRole("combobox", { name: "Command palette" });
  await expect(page.getByLabel("Your name")).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  await page.keyboard.press("Control+k");
  await field.fill("> copy link");
  await expect(palette.getByRole("option")).toHaveText([/Copy page link/]);
  await field.press("Enter");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await expect(palette).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await field.fill("> new content");
  await expect(palette.getByRole("option")).toHaveText([/New content/]);
  await field.press("Enter");
  await expect(page.getByRole("dialog", { name: "New content" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await field.fill("> publish aboard");
  await expect(palette.getByRole("option")).toHaveText([/Publish “Welcome aboard”/]);
  await field.press("Enter");
  await expect.poll(async () => (await readTour(page, server, tour.id)).live_version).toBe(1);
  await expect(palette).toHaveCount(0);
  const status = async (): Promise<string> => (await readTour(page, server, tour.id)).status;
  await page.keyboard.press("Control+k");
  await field.fill("> pause aboard");
  await expect(palette.getByRole("option")).toHaveText([/Pause “Welcome aboard”/]);
  await field.press("Enter");
  await expect(page.getByText("Welcome aboard paused")).toBeVisible();
  expect(await status()).toBe("paused");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(status).toBe("live");
  // Clears the toasts, which have the role `dialog` as well.
  await page.reload();

  const name = page.getByLabel("Your name");
  const before = await name.inputValue();
  await name.fill("?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // Restores the value, because unsaved changes would trigger a confirmation.
  await name.fill(before);
  await page.getByRole("main").focus();
  await page.keyboard.press("?");
  // The sheet is taller than a small window and must start at the top.
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByRole("heading", { level: 2 })).toBeInViewport();
  const some = ["Open command palette", "Show keyboard shortcuts", "Overview", "Settings", "Move step up", "Save now"];
  await expect(sheet.getByRole("term")).toContainText(some);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // Retries, because a slow machine may miss the time limit for the second key.
  await expect(async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await expect(page).toHaveURL(/\/content$/, { timeout: 2_000 });
  }).toPass();
});

test("keeps what is typed while the palette loads", async ({ server, signedIn: page }) => {
  let send = (): void => undefined;
  const loaded = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(/\/palette-[^/]*\.js$/, async (route) => {
    await loaded;
    await route.continue();
  });
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await expect(page.getByRole("heading", { name: "Content", exact: true })).toBeVisible();
  await page.keyboard.press("Control+k");
  // Outside the palette, these keys go to the overview.
  await page.keyboard.type("gox");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("audi");
  send();
  const field = page.getByRole("combobox", { name: "Command palette" });
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("audi");
  await page.keyboard.type("t");
  await expect(page.getByRole("option")).toHaveText([/Audit log/]);
  await expect(page).toHaveURL(/\/content$/);
  await page.keyboard.press("Escape");
  await expect(field).toHaveCount(0);
  await page.keyboard.press("Control+k");
  await expect(field).toHaveValue("");
});

test("keeps shortcuts on beside a toast, and off behind a confirmation", async ({ server, signedIn: page }) => {
  const tour = await createTour(page.request, server, { name: "Undone soon" });
  await page.goto(`${server.url}/console/${APP.id}/content?q=Undone`);
  await page.getByRole("checkbox", { name: `Select ${tour.name}` }).check();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeVisible();
  await page.getByRole("main").focus();
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);

  await page.goto(`${server.url}/console/${APP.id}/settings/account`);
  await page.getByLabel("Your name").fill("Another name");
  await page.getByRole("link", { name: "Overview" }).click();
  const confirmation = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await expect(confirmation.getByRole("button", { name: "Keep editing" })).toBeFocused();
  await page.keyboard.press("?");
  await confirmation.getByRole("button", { name: "Keep editing" }).click();
  await expect(confirmation).toHaveCount(0);
  await expect(sheet).toHaveCount(0);
});

test("lists content by name above pages that match by keyword", async ({ server, signedIn: page }) => {
  const tour = await createTour(page.request, server, { name: "Order desk basics" });
  await page.goto(`${server.url}/console/${APP.id}/settings/account`);
  await expect(page.getByLabel("Your name")).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/contents?*q=ord&*", async (route) => {
    await held;
    await route.continue();
  });
  // “order” is a keyword of Frequency. It waits, so that nothing moves under the pointer or the Enter key.
  await palette.getByRole("combobox", { name: "Command palette" }).fill("ord");
  await expect(palette.getByText("Searching…")).toBeVisible();
  await expect(palette.getByRole("option")).toHaveCount(0);
  answer();
  await expect(palette.getByRole("option", { name: "Frequency" })).toBeVisible();
  await expect(palette.getByRole("option").first()).toHaveAccessibleName(/Order desk basics/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/content/${tour.id}`));
});

test("starts with recent content, and offers actions by name", async ({ server, signedIn: page }) => {
  const opened = await createTour(page.request, server, { name: "Opened first" });
  const open = await createTour(page.request, server, { name: "Still open" });
  for (const { id } of [opened, open]) await openTour(page, server, id);
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const field = palette.getByRole("combobox", { name: "Command palette" });
  await page.keyboard.press("Control+k");
  await expect(palette.getByRole("group").first()).toHaveAccessibleName("Recent content");
  await expect(palette.getByRole("group").nth(1)).toHaveAccessibleName("Pages");
  await expect(palette.getByRole("option").first()).toHaveAccessibleName(/Opened first/);
  await expect(palette.getByRole("option", { name: /Still open/ })).toHaveCount(0);
  await check(page, "the palette with recent content");
  await field.fill("switch theme");
  await expect(palette.getByRole("option").first()).toHaveAccessibleName("Switch to system theme");
  await field.fill("invite mem");
  await expect(palette.getByRole("option").first()).toHaveAccessibleName("Invite member");
  await field.fill("new surv");
  await expect(palette.getByRole("option").first()).toHaveAccessibleName("New survey");
  await field.press("Enter");
  await expect(page.getByRole("dialog", { name: "New content" }).getByRole("radio", { name: "Survey" })).toBeChecked();
});

test("finds actions by the words that people type for them", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/settings/account`);
  await expect(page.getByLabel("Your name")).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  const field = palette.getByRole("combobox", { name: "Command palette" });
  // The label is the first text of an option.
  const labels = () => palette.getByRole("option").locator("span:nth-child(2)").allTextContents();
  for (const [typed, label] of [...Object.entries(ACTION_WORDS), ["onboarding", "Content"] as const]) {
    await field.fill(typed);
    await expect.poll(labels, typed).toContain(label);
  }
});

test("shows the link of an invitation that began in the palette", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await expect(page.getByRole("button", { name: "New content" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Command palette" });
  for (const email of ["bo@example.com", "cy@example.com"]) {
    await field.fill("invite member");
    await expect(page.getByRole("option").first()).toHaveAccessibleName("Invite member");
    await field.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Invite member" });
    await expect(dialog.getByLabel("Email address")).toHaveValue("");
    await dialog.getByLabel("Email address").fill(email);
    await dialog.getByRole("button", { name: "Invite member" }).click();
    const link = page.getByRole("dialog", { name: "Invitation link" });
    await expect(link).toContainText(email);
    await expect(link).toContainText("/console/invite?token=");
    await link.getByRole("button", { name: "I’ve copied it" }).click();
    await expect(link).toHaveCount(0);
    await page.keyboard.press("Control+k");
  }
});

test("shows the signing secret of a webhook that began in the palette", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await expect(page.getByRole("button", { name: "New content" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Command palette" }).fill("new webhook");
  await expect(page.getByRole("option").first()).toHaveAccessibleName("New webhook");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  await dialog.getByLabel("URL").fill("https://8.8.8.8:9/fanfare");
  await dialog.getByRole("button", { name: "Create webhook" }).click();
  await expect(page.getByRole("dialog", { name: "Signing secret" }).getByRole("status")).toHaveText(/^whsec_/);
});

test("closes what the palette creates when its page opens", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/people`);
  await expect(page.getByRole("heading", { name: "People", level: 1 })).toBeVisible();
  const field = page.getByRole("combobox", { name: "Command palette" });
  const dialog = page.getByRole("dialog");
  const open = async (words: string): Promise<void> => {
    await page.keyboard.press("Control+k");
    await field.fill(words);
    await expect(page.getByRole("option")).toHaveCount(1);
    await field.press("Enter");
    await expect(field).toHaveCount(0);
  };
  await open("> new content");
  await dialog.getByRole("textbox", { name: "Name" }).fill("From the palette");
  await page.keyboard.press("Enter");
  await expect(page).toHaveTitle(/From the palette/);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel("Title", { exact: true })).toBeFocused();

  await open("> new content");
  await dialog.getByRole("link", { name: "Start from a template instead" }).click();
  await expect(page.getByRole("heading", { name: "Templates", level: 1 })).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await open("> new theme");
  await dialog.getByRole("textbox", { name: "Name" }).fill("From the palette");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/themes\/[^/]+$/);
  await expect(dialog).toHaveCount(0);
});
