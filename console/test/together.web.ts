import { stepsOf } from "@fanfare/contract/stations";
import {
  APP,
  enterAs,
  expect,
  GRACE,
  makeDeaf,
  makeTour,
  openTour,
  readTour,
  saveState,
  test,
  untilSubscribed,
  VERA,
} from "./harness.ts";

test("what another member saves appears in an open editor in which nothing waits to be saved", async ({
  house,
  signedIn: page,
  browser,
}) => {
  const { id } = await makeTour(page.request, house);
  await untilSubscribed(page, () => openTour(page, house, id));
  const grace = await enterAs(GRACE, browser, house);
  await openTour(grace, house, id);
  await grace.getByLabel("Title", { exact: true }).fill("Seen at once");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Seen at once");
  await expect(page.getByText("Grace Hopper edited this just now").first()).toBeVisible();
  await grace.context().close();
});

test("two members who changed different parts keep both", async ({ house, signedIn: page, browser }) => {
  const { id } = await makeTour(page.request, house);
  const grace = await enterAs(GRACE, browser, house);
  await makeDeaf(page);
  await openTour(page, house, id);
  await openTour(grace, house, id, "?step=two");
  await grace.getByLabel("Title", { exact: true }).fill("Second, by Grace");
  await expect(saveState(grace)).toHaveText("Saved");
  await expect.poll(async () => (await readTour(page, house, id)).revision).toBe(2);

  await page.getByLabel("Title", { exact: true }).fill("First, by the owner");
  const dialog = page.getByRole("dialog", { name: "Grace Hopper edited this too" });
  await expect(dialog).toContainText("step 2 “Second, by Grace” was changed");
  await expect(dialog).toContainText("step 1 “First, by the owner” was changed");
  await expect(dialog.getByRole("button", { name: "Keep both" })).toBeFocused();
  await dialog.getByRole("button", { name: "Keep both" }).click();
  await expect
    .poll(async () => stepsOf((await readTour(page, house, id)).draft.body).map((each) => each.title))
    .toEqual(["First, by the owner", "Second, by Grace"]);
  await grace.context().close();
});

test("two members who changed the same part choose; nothing is overwritten unasked", async ({
  house,
  signedIn: page,
  browser,
}) => {
  const { id } = await makeTour(page.request, house);
  const grace = await enterAs(GRACE, browser, house);
  await makeDeaf(page);
  await openTour(page, house, id);
  await openTour(grace, house, id);
  await grace.getByLabel("Title", { exact: true }).fill("By Grace");
  await expect.poll(async () => (await readTour(page, house, id)).revision).toBe(2);
  await page.getByLabel("Title", { exact: true }).fill("By the owner");
  const dialog = page.getByRole("dialog", { name: "Grace Hopper edited this too" });
  await expect(dialog.getByRole("button", { name: "Keep both" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await expect.poll(async () => stepsOf((await readTour(page, house, id)).draft.body)[0]?.title).toBe("By Grace");
  await dialog.getByRole("button", { name: "Use theirs" }).click();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("By Grace");
  await expect(saveState(page)).toHaveText("Saved");
  await grace.context().close();
});

test("the same member in two windows is told so", async ({ house, signedIn: page }) => {
  const { id } = await makeTour(page.request, house);
  const other = await page.context().newPage();
  await makeDeaf(page);
  await openTour(page, house, id);
  await openTour(other, house, id);
  await other.getByLabel("Title", { exact: true }).fill("In the other window");
  await expect.poll(async () => (await readTour(page, house, id)).revision).toBe(2);
  await page.getByLabel("Title", { exact: true }).fill("In this window");
  const dialog = page.getByRole("dialog", { name: "You edited this in another window" });
  await dialog.getByRole("button", { name: "Use this" }).click();
  await expect.poll(async () => stepsOf((await readTour(page, house, id)).draft.body)[0]?.title).toBe("In this window");
});

test("an outage is told, nothing typed is lost, and it is saved once the server is back", async ({
  house,
  signedIn: page,
}) => {
  const { id } = await makeTour(page.request, house);
  await openTour(page, house, id);
  await page.route("**/api/contents/**", (route) =>
    route.request().method() === "PATCH" ? route.abort() : route.continue(),
  );
  await page.getByLabel("Title", { exact: true }).fill("Written without a server");
  await expect(page.getByRole("alert")).toContainText("Your changes are not saved.");
  await page.unroute("**/api/contents/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(saveState(page)).toHaveText("Saved");
  await expect
    .poll(async () => stepsOf((await readTour(page, house, id)).draft.body)[0]?.title)
    .toBe("Written without a server");
});

test("leaving saves what is waiting, and asks only when something would be lost", async ({ house, signedIn: page }) => {
  const { id } = await makeTour(page.request, house);
  await openTour(page, house, id);
  await page.getByLabel("Title", { exact: true }).fill("Saved while leaving");
  await page.getByRole("link", { name: "All content" }).click();
  await expect(page.getByRole("heading", { name: "Content", exact: true })).toBeVisible();
  await expect
    .poll(async () => stepsOf((await readTour(page, house, id)).draft.body)[0]?.title)
    .toBe("Saved while leaving");

  await openTour(page, house, id);
  await page.getByLabel("Title", { exact: true }).fill("");
  const name = page.getByRole("textbox", { name: "Name of the tour" });
  await name.fill("");
  await page.getByRole("link", { name: "All content" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect(name).toHaveValue("");
  await page.getByRole("link", { name: "All content" }).click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect(page.getByRole("heading", { name: "Content", exact: true })).toBeVisible();
  // A draft may be incomplete, a name may not.
  const kept = await readTour(page, house, id);
  expect([kept.name === "", stepsOf(kept.draft.body)[0]?.title]).toEqual([false, ""]);
});

test("a sign-in that ended meanwhile costs nothing that was typed", async ({ house, signedIn: page }) => {
  const { id } = await makeTour(page.request, house);
  await openTour(page, house, id);
  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await page.getByLabel("Title", { exact: true }).fill("Typed while signed out");
  await expect(page.getByRole("alert")).toContainText("You have been signed out.");
  await expect(page.getByRole("link", { name: "Sign in" })).toHaveAttribute("target", "_blank");
  // Signed in again in another tab.
  await page.context().addCookies(cookies);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(saveState(page)).toHaveText("Saved");
  await expect
    .poll(async () => stepsOf((await readTour(page, house, id)).draft.body)[0]?.title)
    .toBe("Typed while signed out");
});

test("who may only look can open everything and change nothing", async ({ house, signedIn: page, browser }) => {
  const { id, revision, name } = await makeTour(page.request, house);
  const vera = await enterAs(VERA, browser, house);
  await vera.goto(`${house.url}/console/${APP.id}/content`);
  await expect(vera.getByRole("link", { name })).toBeVisible();
  await expect(vera.getByRole("button", { name: "New content" })).toHaveCount(0);
  await openTour(vera, house, id);
  await expect(vera.getByText("View only")).toBeVisible();
  await expect(vera.getByLabel("Title", { exact: true })).toBeDisabled();
  await expect(vera.getByRole("button", { name: "Publish", exact: true })).toHaveCount(0);
  await expect(vera.getByRole("button", { name: "Add step" })).toHaveCount(0);
  await vera.getByRole("radio", { name: "At an element" }).click({ force: true });
  await expect(vera.getByRole("radio", { name: "Middle of the page" })).toBeChecked();
  expect((await readTour(page, house, id)).revision).toBe(revision);
  await vera.context().close();
});
