import { expectNoAxeFindings } from "./axe.ts";
import {
  APP,
  enterAs,
  expect,
  exportedFrom,
  GRACE,
  holdBack,
  makeTour,
  pick,
  test,
  untilSubscribed,
} from "./harness.ts";

const rows = "table tbody tr";

test("search, filter and sort are in the address, and the back button undoes them", async ({
  house,
  signedIn: page,
}) => {
  const [zebra, apple] = [
    await makeTour(page.request, house, { name: "Listing zebra", edition: { tags: ["striped"] } }),
    await makeTour(page.request, house, { name: "Listing apple" }),
  ];
  await page.goto(`${house.url}/console/${APP.id}/content`);
  await page.getByRole("searchbox", { name: "Search content" }).fill("listing");
  await expect(page.locator(rows)).toHaveCount(2);
  await expect(page).toHaveURL(/\?q=listing$/);
  await expect(page.locator(rows).first()).toContainText(apple.name);
  // For people who hear it: a named table, how many there are, and boxes that are named with their rows.
  await expect(page.getByRole("table", { name: "Content" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "2 results." })).toHaveCount(1);
  await expect(page.getByRole("row").filter({ hasText: apple.name }).getByRole("checkbox")).toHaveAccessibleName(
    `Select ${apple.name}`,
  );

  await page.getByRole("button", { name: "Name" }).click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("button", { name: "Name" }).click();
  await expect(page).toHaveURL(/sort=-name/);
  await expect(page.locator(rows).first()).toContainText(zebra.name);

  await page.getByRole("radio", { name: "Live" }).click();
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
  await page.goBack();
  await expect(page.locator(rows)).toHaveCount(2);
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page).not.toHaveURL(/q=/);

  await page.getByRole("button", { name: /^Type:/ }).click();
  const numbers = page.getByRole("menu").locator("[role^=menuitem] > .tabular-nums");
  await expect(numbers).toHaveCount(8);
  const ends = () => numbers.evaluateAll((each) => new Set(each.map((one) => one.getBoundingClientRect().right)).size);
  await expect.poll(ends, "the numbers end below each other").toBe(1);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "All tags" }).click();
  await pick(page.getByRole("option", { name: /striped/ }));
  await expect(page).toHaveURL(/tag=striped/);
  await expect(page.locator(rows)).toHaveCount(1);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const file = await exportedFrom(page, page.getByRole("dialog", { name: "Export contents" }));
  // The list's own rows, and no other content of the workspace.
  expect(file.trim().split("\r\n")).toEqual([
    expect.stringMatching(/^id,type,slug,name,/),
    expect.stringContaining(`,tour,${zebra.slug},Listing zebra,`),
  ]);
  await page.getByRole("button", { name: "Tag: striped. Show all tags" }).click();
  await expect(page).not.toHaveURL(/tag=/);
});

test("the rest of a list comes as one scrolls", async ({ house, signedIn: page }) => {
  const names = Array.from({ length: 52 }, (_, index) => `Paging ${String(index).padStart(2, "0")}`);
  for (const name of names) await makeTour(page.request, house, { name });
  await page.goto(`${house.url}/console/${APP.id}/content?q=paging&sort=name`);
  await expect(page.getByText("50 of 52 contents")).toBeVisible();
  await expect(page.locator(rows)).toHaveCount(50);
  await page.getByRole("link", { name: "Paging 49" }).scrollIntoViewIfNeeded();
  await expect(page.locator(rows)).toHaveCount(52);
  await expect(page.getByText("52 contents", { exact: true })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "More rows are here." })).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Paging 51" })).toBeVisible();
});

test("rows stay while the next ones come, and the shape of rows shows only when they take long", async ({
  house,
  signedIn: page,
}) => {
  const tour = await makeTour(page.request, house, { name: "Staying here" });
  await page.goto(`${house.url}/console/${APP.id}/content?q=staying`);
  await expect(page.getByRole("link", { name: tour.name })).toBeVisible();
  const release = await holdBack(page, "**/api/contents?*");
  await page.getByRole("radio", { name: "Draft" }).click();
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "true");
  await expect(page.getByRole("link", { name: tour.name })).toBeVisible();
  release();
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
});

test("a list that cannot be read says why, with the request's id, and tries again", async ({
  house,
  signedIn: page,
}) => {
  await page.route("**/api/contents?*", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      json: {
        type: "about:blank",
        title: "The database does not answer",
        status: 503,
        code: "store_unavailable",
        detail: "It did not answer within 5 seconds.",
        retryable: false,
        request_id: "req_42",
      },
    }),
  );
  await page.goto(`${house.url}/console/${APP.id}/content`);
  await expect(page.getByRole("alert")).toContainText("It did not answer within 5 seconds.");
  await expect(page.getByRole("alert")).toContainText("store_unavailable");
  await expect(page.getByRole("alert")).toContainText("req_42");
  await page.unroute("**/api/contents?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table")).toBeVisible();
});

test("under the pointer a time is told exactly, here and in UTC, and can be copied", async ({
  house,
  signedIn: page,
}) => {
  const { updated_at } = await makeTour(page.request, house, { name: "Timely" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: house.url });
  await page.goto(`${house.url}/console/${APP.id}/content?q=timely`);
  await page.locator("tbody time").hover();
  await expect(page.getByText("Local time")).toBeVisible();
  await expect(page.getByText(updated_at)).toBeVisible();
  await page.getByRole("button", { name: "Copy ISO 8601" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(updated_at);
  await expectNoAxeFindings(page, "an exact time");
  await page.keyboard.press("Escape");
  await expect(page.getByText("Local time")).toHaveCount(0);
  await expect(page).toHaveURL(/q=timely$/);
});

test("several contents leave the list as they are archived, before the server has done it; what is refused comes back", async ({
  house,
  signedIn: page,
}) => {
  const names = ["Archive one", "Archive two"];
  for (const name of names) await makeTour(page.request, house, { name });
  await page.goto(`${house.url}/console/${APP.id}/content?q=archive`);
  await page.getByRole("checkbox", { name: "Select all that are listed" }).click();
  await expect(page.getByText("2 selected")).toBeVisible();
  const archiving = "**/api/contents/*/archive";
  const release = await holdBack(page, archiving);
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
  release();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(rows)).toHaveCount(2);

  await page.unroute(archiving);
  await page.route(archiving, (route) => route.abort());
  await page.getByRole("checkbox", { name: "Select Archive one" }).click();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByText("“Archive one”: not done")).toBeVisible();
  await expect(page.locator(rows)).toHaveCount(2);
});

test("several contents are paused and go on, at once in the list, and are found and counted by it", async ({
  house,
  signedIn: page,
}) => {
  for (const name of ["Hold one", "Hold two"]) {
    const { id, revision } = await makeTour(page.request, house, { name });
    const at = { data: { app_id: APP.id }, headers: { origin: house.url, "if-match": `"${revision}"` } };
    expect((await page.request.post(`${house.url}/api/contents/${id}/publish`, at)).status()).toBe(200);
  }
  await page.goto(`${house.url}/console/${APP.id}/content?q=hold`);
  await page.getByRole("checkbox", { name: "Select all that are listed" }).click();
  const release = await holdBack(page, "**/api/contents/*/pause");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const paused = page.locator(rows).filter({ hasText: "Paused" });
  await expect(paused).toHaveCount(2);
  release();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(paused).toHaveCount(0);

  await page.getByRole("checkbox", { name: "Select Hold one" }).click();
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await expect(paused).toHaveCount(1);
  await page.getByRole("searchbox").focus();
  const choice = page.getByRole("radio", { name: "Paused" });
  await expect(choice).toHaveAccessibleDescription("1");
  await choice.click();
  await expect(page.locator(rows)).toHaveCount(1);
  await page.getByRole("checkbox", { name: "Select Hold one" }).click();
  await page.getByRole("button", { name: "Resume", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Nothing matches" })).toBeVisible();
});

test("a new tour gets its slug from its name, and a taken one is told at its field", async ({
  house,
  signedIn: page,
}) => {
  const { slug } = await makeTour(page.request, house);
  await page.goto(`${house.url}/console/${APP.id}/content`);
  await page.getByRole("button", { name: "New content" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Crème brûlée & more");
  await expect(page.getByLabel("Slug")).toHaveValue("creme-brulee-more");
  await page.getByLabel("Slug").fill(slug);
  await page.getByRole("button", { name: "Create tour" }).click();
  await expect(page.getByText("Another content has this slug.")).toBeVisible();
  await expect(page.getByLabel("Slug")).toBeFocused();
  await page.getByLabel("Slug").fill(`${slug}-free`);
  await page.getByRole("button", { name: "Create tour" }).click();
  await expect(page).toHaveURL(/\/content\/cnt_/);
  await expect(page.getByRole("textbox", { name: "Name of the tour" })).toHaveValue("Crème brûlée & more");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Crème brûlée & more");
});

test("what another member makes appears without a reload", async ({ house, signedIn: page, browser }) => {
  await untilSubscribed(page, () => page.goto(`${house.url}/console/${APP.id}/content`));
  const grace = await enterAs(GRACE, browser, house);
  const { name } = await makeTour(grace.request, house, { name: "Made by Grace" });
  await expect(page.getByRole("link", { name })).toBeVisible();
  await grace.context().close();
});

test("on a phone rows are cards, with the same way in and the same order", async ({ house, signedIn: page }) => {
  const tour = await makeTour(page.request, house, { name: "Card on a phone" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${house.url}/console/${APP.id}/content?q=card`);
  await expect(page.getByRole("table")).toHaveCount(0);
  await page.getByRole("button", { name: "New content" }).click();
  const drawings = page.getByRole("radiogroup", { name: "Type" }).locator("[role=radio] > :first-child");
  await expect(drawings).toHaveCount(6);
  const widths = () => drawings.evaluateAll((each) => new Set(each.map((one) => one.clientWidth)).size);
  await expect.poll(widths, "drawings of one width").toBe(1);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("combobox", { name: "Sort" }).click();
  await pick(page.getByRole("option", { name: "Name, Z to A" }));
  await expect(page).toHaveURL(/sort=-name/);
  await page.getByRole("link", { name: tour.name }).click();
  await expect(page.getByLabel("Title", { exact: true })).toBeVisible();
});

test("an address with the app's key leads to the app, one of no app leads nowhere", async ({
  house,
  signedIn: page,
}) => {
  await page.goto(`${house.url}/console/${APP.key}/content?q=x`);
  await expect(page).toHaveURL(`${house.url}/console/${APP.id}/content?q=x`);
  await page.goto(`${house.url}/console/${APP.id}/nonsense`);
  await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  await expect(page.getByRole("navigation").first()).toBeVisible();
  await expect(page).toHaveTitle(/There is no such page/);
  await page.getByRole("link", { name: "Back to the overview" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await page.goto(`${house.url}/console/999/content`);
  await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
});
