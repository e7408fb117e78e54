import { tourSteps } from "@fanfare/contract/content/positions";
import { expectNoAxeFindings } from "./support/axe.ts";
import {
  APP,
  createTour,
  delayResponses,
  enterAs,
  expect,
  exportedFrom,
  GRACE,
  pick,
  readTour,
  step,
  test,
  untilSubscribed,
} from "./support/harness.ts";

const rows = "table tbody tr";

test("keeps search, filter, and sort in the URL, and undoes them with Back", async ({ server, signedIn: page }) => {
  const [zebra, apple] = [
    await createTour(page.request, server, { name: "Listing zebra", edition: { tags: ["striped"] } }),
    await createTour(page.request, server, { name: "Listing apple" }),
  ];
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await page.getByRole("searchbox", { name: "Search content" }).fill("listing");
  await expect(page.locator(rows)).toHaveCount(2);
  await expect(page).toHaveURL(/\?q=listing$/);
  await expect(page.locator(rows).first()).toContainText(apple.name);
  // Accessibility: the table's name, the announced number of results, and the checkbox names.
  await expect(page.getByRole("table", { name: "Content" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "2 results" })).toHaveCount(1);
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
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await page.goBack();
  await expect(page.locator(rows)).toHaveCount(2);
  await page.getByRole("button", { name: "Clear search" }).click();
  await expect(page).not.toHaveURL(/q=/);

  await page.getByRole("button", { name: /^Type:/ }).click();
  const numbers = page.getByRole("menu").locator("[role^=menuitem] > .tabular-nums");
  await expect(numbers).toHaveCount(9);
  const ends = () => numbers.evaluateAll((each) => new Set(each.map((one) => one.getBoundingClientRect().right)).size);
  await expect.poll(ends, "the numbers end below each other").toBe(1);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "All tags" }).click();
  await pick(page.getByRole("option", { name: /striped/ }));
  await expect(page).toHaveURL(/tag=striped/);
  await expect(page.locator(rows)).toHaveCount(1);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const file = await exportedFrom(page, page.getByRole("dialog", { name: "Export content" }));
  expect(file.trim().split("\r\n")).toEqual([
    expect.stringMatching(/^id,type,slug,name,/),
    expect.stringContaining(`,tour,${zebra.slug},Listing zebra,`),
  ]);
  await page.getByRole("button", { name: "Tag: striped. Show all tags" }).click();
  await expect(page).not.toHaveURL(/tag=/);
});

test("loads more rows on scroll", async ({ server, signedIn: page }) => {
  const names = Array.from({ length: 52 }, (_, index) => `Paging ${String(index).padStart(2, "0")}`);
  for (const name of names) await createTour(page.request, server, { name });
  await page.goto(`${server.url}/console/${APP.id}/content?q=paging&sort=name`);
  await expect(page.getByText("50 of 52 items")).toBeVisible();
  await expect(page.locator(rows)).toHaveCount(50);
  await page.getByRole("link", { name: "Paging 49" }).scrollIntoViewIfNeeded();
  await expect(page.locator(rows)).toHaveCount(52);
  await expect(page.getByText("52 items", { exact: true })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "More rows loaded" })).toHaveCount(1);
  await expect(page.getByRole("link", { name: "Paging 51" })).toBeVisible();
});

test("keeps rows while more load, and shows skeletons only after a delay", async ({ server, signedIn: page }) => {
  const tour = await createTour(page.request, server, { name: "Staying here" });
  await page.goto(`${server.url}/console/${APP.id}/content?q=staying`);
  await expect(page.getByRole("link", { name: tour.name })).toBeVisible();
  const release = await delayResponses(page, "**/api/contents?*");
  await page.getByRole("radio", { name: "Draft" }).click();
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "true");
  await expect(page.getByRole("link", { name: tour.name })).toBeVisible();
  release();
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false");
});

test("shows why a list failed to load, with the request ID and a retry", async ({ server, signedIn: page }) => {
  await page.route("**/api/contents?*", (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/problem+json",
      json: {
        type: "about:blank",
        title: "Database isn't responding",
        status: 503,
        code: "store_unavailable",
        detail: "It didn't answer within 5 seconds.",
        retryable: false,
        request_id: "req_42",
      },
    }),
  );
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await expect(page.getByRole("alert")).toContainText("Database isn’t responding");
  await expect(page.getByRole("alert")).toContainText("It didn’t answer within 5 seconds.");
  await expect(page.getByRole("alert")).toContainText("store_unavailable");
  await expect(page.getByRole("alert")).toContainText("req_42");
  await page.unroute("**/api/contents?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table")).toBeVisible();
});

test("shows the exact local and UTC time on hover and copies it", async ({ server, signedIn: page }) => {
  const { updated_at } = await createTour(page.request, server, { name: "Timely" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: server.url });
  await page.goto(`${server.url}/console/${APP.id}/content?q=timely`);
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

test("tints selected rows, as a table and as cards", async ({ server, signedIn: page }) => {
  for (const name of ["Tint one", "Tint two"]) await createTour(page.request, server, { name });
  await page.goto(`${server.url}/console/${APP.id}/content?q=tint`);
  const colorOf = (name: string, row: string) =>
    page
      .locator(row)
      .filter({ hasText: name })
      .evaluate((each) => getComputedStyle(each).backgroundColor);
  await page.getByRole("checkbox", { name: "Select Tint one" }).click();
  await page.mouse.move(0, 0);
  for (const [row, width] of [
    ["tbody tr", 1_440],
    ["main li", 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole("checkbox", { name: "Select Tint one" })).toBeChecked();
    expect(await colorOf("Tint two", row), row).toBe("rgba(0, 0, 0, 0)");
    expect(await colorOf("Tint one", row), row).not.toBe("rgba(0, 0, 0, 0)");
    await expectNoAxeFindings(page, `a selected row, ${width} px`);
  }
});

test("archives several items optimistically and restores rejected ones", async ({ server, signedIn: page }) => {
  const names = ["Archive one", "Archive two"];
  for (const name of names) await createTour(page.request, server, { name });
  await page.goto(`${server.url}/console/${APP.id}/content?q=archive`);
  await page.getByRole("checkbox", { name: "Select all in list" }).click();
  await expect(page.getByText("2 selected")).toBeVisible();
  const archiving = "**/api/contents/*/archive?*";
  const release = await delayResponses(page, archiving);
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  release();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.locator(rows)).toHaveCount(2);

  await page.unroute(archiving);
  await page.route(archiving, (route) => route.abort());
  await page.getByRole("checkbox", { name: "Select Archive one" }).click();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByText("Couldn’t update “Archive one”")).toBeVisible();
  await expect(page.locator(rows)).toHaveCount(2);
});

test("publishes, pauses, archives, and restores an item from its row's menu", async ({ server, signedIn: page }) => {
  await createTour(page.request, server, { name: "Shelf" });
  await page.goto(`${server.url}/console/${APP.id}/content?q=shelf`);
  const row = page.locator(rows);
  const menu = page.getByRole("button", { name: "Actions for Shelf" });
  await menu.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Publish" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(row).toContainText("Live");
  await menu.click();
  await pick(page.getByRole("menuitem", { name: "Pause" }));
  await expect(row).toContainText("Paused");
  await menu.click();
  await pick(page.getByRole("menuitem", { name: "Resume" }));
  await expect(row).toContainText("Live");
  await menu.click();
  await pick(page.getByRole("menuitem", { name: "Archive" }));
  await expect(page.getByText("Shelf archived")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
  await page.goto(`${server.url}/console/${APP.id}/content?q=shelf&status=archived`);
  await page.getByRole("button", { name: "Actions for Shelf" }).click();
  await page.getByRole("menuitem", { name: "Restore" }).click();
  await expect(page.getByText("Shelf restored")).toBeVisible();
  await page.goto(`${server.url}/console/${APP.id}/content?q=shelf`);
  await expect(page.locator(rows)).toHaveCount(1);
});

test("pauses and resumes several items optimistically and filters by state", async ({ server, signedIn: page }) => {
  for (const name of ["Hold one", "Hold two"]) {
    const { id, revision } = await createTour(page.request, server, { name });
    const at = { data: { app_id: APP.id }, headers: { origin: server.url, "if-match": `"${revision}"` } };
    expect((await page.request.post(`${server.url}/api/contents/${id}/publish`, at)).status()).toBe(200);
  }
  await page.goto(`${server.url}/console/${APP.id}/content?q=hold`);
  await page.getByRole("checkbox", { name: "Select all in list" }).click();
  const release = await delayResponses(page, "**/api/contents/*/pause?*");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const paused = page.locator(rows).filter({ hasText: "Paused" });
  await expect(paused).toHaveCount(2);
  release();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
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
  await expect(page.getByRole("heading", { name: "No results" })).toBeVisible();
});

test("offers to select all as soon as there are rows", async ({ server, signedIn: page }) => {
  await createTour(page.request, server, { name: "Late one" });
  const release = await delayResponses(page, "**/api/contents?*");
  await page.goto(`${server.url}/console/${APP.id}/content?q=late`);
  const all = page.getByRole("checkbox", { name: "Select all in list" });
  await expect(all).toBeDisabled();
  release();
  await all.click();
  await expect(page.getByRole("checkbox", { name: "Select Late one" })).toBeChecked();
});

test("derives the slug from the name and reports a taken slug at its field", async ({ server, signedIn: page }) => {
  const { slug } = await createTour(page.request, server);
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await page.getByRole("button", { name: "New content" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Crème brûlée & more");
  await expect(page.getByLabel("Slug")).toHaveValue("creme-brulee-more");
  await page.getByLabel("Slug").fill(slug);
  await page.getByRole("button", { name: "Create tour" }).click();
  await expect(page.getByText("This slug is taken.")).toBeVisible();
  await expect(page.getByLabel("Slug")).toBeFocused();
  await page.getByLabel("Slug").fill(`${slug}-free`);
  await page.getByRole("button", { name: "Create tour" }).click();
  await expect(page).toHaveURL(/\/content\/cnt_/);
  await expect(page.getByRole("textbox", { name: "Tour name" })).toHaveValue("Crème brûlée & more");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("");
});

test("creates content from a template that the player draws", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await page.getByRole("button", { name: "New content" }).click();
  await page.getByRole("link", { name: "Start from a template instead" }).click();
  await page.getByRole("radio", { name: "Feedback" }).click();
  await page.getByRole("searchbox", { name: "Search templates" }).fill("promoter");
  await expect(page).toHaveURL(/\?goal=feedback&q=promoter$|\?q=promoter&goal=feedback$/);
  await expect(page.getByRole("list", { name: "Templates" }).getByRole("listitem")).toHaveCount(1);
  const drawnIn = (place: string) => page.frameLocator(`${place} iframe`).locator("legend");
  await expect(drawnIn("main")).toContainText("How likely are you to recommend us to a colleague?");

  await page.getByRole("button", { name: "Net Promoter Score" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Net Promoter Score" });
  await dialog.getByRole("radio", { name: "العربية" }).click();
  await dialog.getByRole("checkbox", { name: "Include the English translation" }).check();
  await expect(drawnIn("[role=dialog]")).toContainText("ما احتمال أن توصي بنا لزميل؟");
  await dialog.getByRole("button", { name: "Use template" }).click();
  await expect(page.getByRole("textbox", { name: "Survey name" })).toHaveValue("صافي نقاط الترويج (NPS)");
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const found = await page.request.get(`${server.url}/api/contents/${id}?app_id=${APP.id}`);
  const { draft, slug, draft_issues } = await found.json();
  expect([slug, draft_issues, draft.locale, Object.keys(draft.translations)]).toEqual(["nps", 0, "ar", ["en"]]);
});

test("keeps a filter and a search that follow each other faster than the page can show them", async ({
  server,
  signedIn: page,
}) => {
  await page.goto(`${server.url}/console/${APP.id}/content/templates`);
  await page.getByRole("searchbox", { name: "Search templates" }).fill("prom");
  await expect(page).toHaveURL(/\?q=prom$/);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>("[type=radio][aria-label=Feedback]")?.click();
    document
      .querySelector("[aria-label='Search templates']")
      ?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  });
  await expect(page).toHaveURL(/\?goal=feedback$/);
  await expect(page.getByRole("radio", { name: "Feedback" })).toBeChecked();
});

test("saves content as a template of the workspace, and creates, renames, and deletes it", async ({
  server,
  signedIn: page,
}) => {
  const tour = await createTour(page.request, server, { name: "Original", steps: [step("a", "Wombat tour")] });
  await page.goto(`${server.url}/console/${APP.id}/content?q=original`);
  await page.getByRole("button", { name: `Actions for ${tour.name}` }).click();
  await pick(page.getByRole("menuitem", { name: "Save as template…" }));
  const form = page.getByRole("dialog", { name: "Save as template" });
  await form.getByLabel("Name").fill("Our tour");
  await form.getByLabel("Description").fill("For new people.");
  await form.getByRole("button", { name: "Save template" }).click();
  await expect(form).toBeHidden();

  await page.goto(`${server.url}/console/${APP.id}/content/templates`);
  const own = page.getByRole("list", { name: "Your templates" });
  await expect(own.getByRole("listitem")).toHaveCount(1);
  await expect(page.frameLocator("main iframe").first().getByText("Words of Wombat tour")).toBeVisible();
  await expectNoAxeFindings(page, "the gallery");
  await own.getByRole("button", { name: "Our tour" }).click();
  const dialog = page.getByRole("dialog", { name: "Our tour" });
  await expect(dialog.frameLocator("iframe").getByText("Words of Wombat tour")).toBeVisible();
  await dialog.getByRole("button", { name: "Rename Our tour" }).click();
  const rename = page.getByRole("dialog", { name: "Rename template" });
  await rename.getByLabel("Name").fill("Renamed tour");
  await rename.getByRole("button", { name: "Save" }).click();
  const renamed = page.getByRole("dialog", { name: "Renamed tour" });
  await renamed.getByRole("button", { name: "Use template" }).click();
  await expect(page.getByRole("textbox", { name: "Tour name" })).toHaveValue("Renamed tour");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Wombat tour");

  await page.goto(`${server.url}/console/${APP.id}/content/templates`);
  await own.getByRole("button", { name: "Renamed tour" }).click();
  await renamed.getByRole("button", { name: "Delete Renamed tour" }).click();
  await page.getByRole("button", { name: "Delete template" }).click();
  await expect(own).toHaveCount(0);
});

test("replaces a text in selected drafts, undoes that, and reports a conflict", async ({ server, signedIn: page }) => {
  const bare = (id: string, title: string) => ({ ...step(id, title), blocks: [] });
  const [kept, changed] = [
    await createTour(page.request, server, { name: "Kept", steps: [bare("a", "Quokka tour")] }),
    await createTour(page.request, server, { name: "Changed", steps: [bare("a", "My Quokka"), bare("b", "quokkas")] }),
  ];
  const titles = async ({ id }: { readonly id: string }) =>
    tourSteps((await readTour(page, server, id)).draft.body).map(({ title }) => title);
  await page.goto(`${server.url}/console/${APP.id}/content/replace`);
  await page.getByLabel("Whole words only").check();
  await page.getByRole("searchbox", { name: "Find" }).fill("quokka");
  await expect(page.getByRole("status").filter({ hasText: "2 texts selected in 2 items" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Kept" })).toContainText("Step 1 “Quokka tour”");
  await page.getByLabel("Replace with").fill("koala");
  await page.getByRole("region", { name: "Kept" }).getByRole("checkbox").uncheck();
  await page.getByRole("button", { name: "Replace text" }).click();
  await expect(page.getByText("Texts replaced in “Changed”")).toBeVisible();
  expect([await titles(kept), await titles(changed)]).toEqual([["Quokka tour"], ["My koala", "quokkas"]]);
  await expect(page.getByRole("region", { name: "Changed" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("region", { name: "Changed" })).toBeVisible();
  expect(await titles(changed)).toEqual(["My Quokka", "quokkas"]);

  await page.getByRole("region", { name: "Kept" }).getByRole("checkbox").check();
  const draft = { ...(await readTour(page, server, kept.id)).draft, priority: 5 };
  const saved = await page.request.patch(`${server.url}/api/contents/${kept.id}?app_id=${APP.id}`, {
    ...{ data: { draft }, headers: { origin: server.url, "If-Match": '"1"' } },
  });
  expect(saved.status()).toBe(200);
  await page.getByRole("button", { name: "Replace text" }).click();
  await expect(page.getByText("Couldn’t update “Kept”")).toBeVisible();
  expect([await titles(kept), await titles(changed)]).toEqual([["Quokka tour"], ["My koala", "quokkas"]]);
});

test("shows another member's new content without a reload", async ({ server, signedIn: page, browser }) => {
  await untilSubscribed(page, () => page.goto(`${server.url}/console/${APP.id}/content`));
  const grace = await enterAs(GRACE, browser, server);
  const { name } = await createTour(grace.request, server, { name: "Made by Grace" });
  await expect(page.getByRole("link", { name })).toBeVisible();
  await grace.context().close();
});

test("shows rows as cards on a phone in the same order", async ({ server, signedIn: page }) => {
  const tour = await createTour(page.request, server, { name: "Card on a phone" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.url}/console/${APP.id}/content?q=card`);
  await expect(page.getByRole("table")).toHaveCount(0);
  await page.getByRole("button", { name: "New content" }).click();
  const drawings = page.getByRole("radiogroup", { name: "Type" }).locator("[role=radio] > :first-child");
  await expect(drawings).toHaveCount(7);
  const widths = () => drawings.evaluateAll((each) => new Set(each.map((one) => one.clientWidth)).size);
  await expect.poll(widths, "drawings of one width").toBe(1);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("combobox", { name: "Sort" }).click();
  await pick(page.getByRole("option", { name: "Name, Z to A" }));
  await expect(page).toHaveURL(/sort=-name/);
  await page.getByRole("link", { name: tour.name }).click();
  await expect(page.getByLabel("Title", { exact: true })).toBeVisible();
});

test("opens an app by its key and shows not found for an unknown app", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.key}/content?q=x`);
  await expect(page).toHaveURL(`${server.url}/console/${APP.id}/content?q=x`);
  await page.goto(`${server.url}/console/${APP.id}/nonsense`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page.getByRole("navigation").first()).toBeVisible();
  await expect(page).toHaveTitle(/Page not found/);
  await page.getByRole("link", { name: "Back to overview" }).click();
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await page.goto(`${server.url}/console/999/content`);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
});
