import { tourSteps } from "@fanfare/contract/content/positions";
import {
  APP,
  blockRealtime,
  createTour,
  enterAs,
  expect,
  GRACE,
  openTour,
  readTour,
  saveState,
  test,
  untilSubscribed,
  VERA,
} from "./support/harness.ts";

test("shows another member's saved change in an editor without unsaved edits", async ({
  server,
  signedIn: page,
  browser,
}) => {
  const { id } = await createTour(page.request, server);
  await untilSubscribed(page, () => openTour(page, server, id));
  const grace = await enterAs(GRACE, browser, server);
  await openTour(grace, server, id);
  await grace.getByLabel("Title", { exact: true }).fill("Seen at once");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Seen at once");
  await expect(page.getByText("Grace Hopper edited this").first()).toBeVisible();
  await grace.context().close();
});

test("keeps both changes when two members edit different parts", async ({ server, signedIn: page, browser }) => {
  const { id } = await createTour(page.request, server);
  const grace = await enterAs(GRACE, browser, server);
  await blockRealtime(page);
  await openTour(page, server, id);
  await openTour(grace, server, id, "?step=two");
  await grace.getByLabel("Title", { exact: true }).fill("Second, by Grace");
  await expect(saveState(grace)).toHaveText("Saved");
  await expect.poll(async () => (await readTour(page, server, id)).revision).toBe(2);

  await page.getByLabel("Title", { exact: true }).fill("First, by the owner");
  const dialog = page.getByRole("dialog", { name: "Grace Hopper also edited this" });
  await expect(dialog).toContainText("Step 2 “Second, by Grace” changed");
  await expect(dialog).toContainText("Step 1 “First, by the owner” changed");
  await expect(dialog.getByRole("button", { name: "Keep both changes" })).toBeFocused();
  await dialog.getByRole("button", { name: "Keep both changes" }).click();
  await expect
    .poll(async () => tourSteps((await readTour(page, server, id)).draft.body).map((each) => each.title))
    .toEqual(["First, by the owner", "Second, by Grace"]);
  await grace.context().close();
});

test("asks which change to keep when two members edit the same part", async ({ server, signedIn: page, browser }) => {
  const { id } = await createTour(page.request, server);
  const grace = await enterAs(GRACE, browser, server);
  await blockRealtime(page);
  await openTour(page, server, id);
  await openTour(grace, server, id);
  await grace.getByLabel("Title", { exact: true }).fill("By Grace");
  await expect.poll(async () => (await readTour(page, server, id)).revision).toBe(2);
  await page.getByLabel("Title", { exact: true }).fill("By the owner");
  const dialog = page.getByRole("dialog", { name: "Grace Hopper also edited this" });
  await expect(dialog.getByRole("button", { name: "Keep both changes" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await expect.poll(async () => tourSteps((await readTour(page, server, id)).draft.body)[0]?.title).toBe("By Grace");
  await dialog.getByRole("button", { name: "Use their changes" }).click();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("By Grace");
  await expect(saveState(page)).toHaveText("Saved");
  await grace.context().close();
});

test("warns a member whose other window edits the draft", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  const other = await page.context().newPage();
  await blockRealtime(page);
  await openTour(page, server, id);
  await openTour(other, server, id);
  await other.getByLabel("Title", { exact: true }).fill("In the other window");
  await expect.poll(async () => (await readTour(page, server, id)).revision).toBe(2);
  await page.getByLabel("Title", { exact: true }).fill("In this window");
  const dialog = page.getByRole("dialog", { name: "You edited it in another window" });
  await dialog.getByRole("button", { name: "Use these changes" }).click();
  await expect
    .poll(async () => tourSteps((await readTour(page, server, id)).draft.body)[0]?.title)
    .toBe("In this window");
});

test("keeps typed text during an outage and saves it when the server is back", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  await openTour(page, server, id);
  await page.route("**/api/contents/**", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await page.getByLabel("Title", { exact: true }).fill("Written without a server");
  await expect(page.getByRole("alert")).toContainText("Couldn’t save changes.");
  await page.unroute("**/api/contents/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(saveState(page)).toHaveText("Saved");
  await expect
    .poll(async () => tourSteps((await readTour(page, server, id)).draft.body)[0]?.title)
    .toBe("Written without a server");
});

test("saves on leaving and asks only when changes would be lost", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  await openTour(page, server, id);
  await page.getByLabel("Title", { exact: true }).fill("Saved while leaving");
  await page.getByRole("link", { name: "All content" }).click();
  await expect(page.getByRole("heading", { name: "Content", exact: true })).toBeVisible();
  await expect
    .poll(async () => tourSteps((await readTour(page, server, id)).draft.body)[0]?.title)
    .toBe("Saved while leaving");

  await openTour(page, server, id);
  await page.getByLabel("Title", { exact: true }).fill("");
  const name = page.getByRole("textbox", { name: "Tour name" });
  await name.fill("");
  await page.getByRole("link", { name: "All content" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Discard unsaved changes?" });
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await expect(name).toHaveValue("");
  await page.getByRole("link", { name: "All content" }).click();
  await dialog.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByRole("heading", { name: "Content", exact: true })).toBeVisible();
  // Drafts can be incomplete, but names can't be empty.
  const saved = await readTour(page, server, id);
  expect([saved.name === "", tourSteps(saved.draft.body)[0]?.title]).toEqual([false, ""]);
});

test("keeps typed text when the session ends while editing", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  await openTour(page, server, id);
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.getByLabel("Title", { exact: true }).fill("Typed while signed out");
  await expect(page.getByRole("alert")).toContainText("Your session has ended.");
  await expect(page.getByRole("link", { name: "Sign in" })).toHaveAttribute("target", "_blank");
  // Simulates signing in again in another tab.
  await page.context().addCookies(cookies);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(saveState(page)).toHaveText("Saved");
  await expect
    .poll(async () => tourSteps((await readTour(page, server, id)).draft.body)[0]?.title)
    .toBe("Typed while signed out");
});

test("lets viewers open the editor without editing", async ({ server, signedIn: page, browser }) => {
  const { id, revision, name } = await createTour(page.request, server);
  const vera = await enterAs(VERA, browser, server);
  await vera.goto(`${server.url}/console/${APP.id}/content`);
  await expect(vera.getByRole("link", { name })).toBeVisible();
  await expect(vera.getByRole("button", { name: "New content" })).toHaveCount(0);
  await openTour(vera, server, id);
  await expect(vera.getByText("View only")).toBeVisible();
  await expect(vera.getByLabel("Title", { exact: true })).toBeDisabled();
  await expect(vera.getByRole("button", { name: "Publish", exact: true })).toHaveCount(0);
  await expect(vera.getByRole("button", { name: "Add step" })).toHaveCount(0);
  await vera.getByRole("radio", { name: "Next to an element" }).click({ force: true });
  await expect(vera.getByRole("radio", { name: "Center of the page" })).toBeChecked();
  expect((await readTour(page, server, id)).revision).toBe(revision);
  await vera.context().close();
});
