import { tourSteps } from "@fanfare/contract/content/positions";
import { limits } from "@fanfare/contract/limits";
import { BUILT_IN_THEME } from "@fanfare/contract/theme/theme";
import {
  APP,
  addressOf,
  createTour,
  expect,
  openTour,
  pick,
  readTour,
  saveState,
  step,
  test,
} from "./support/harness.ts";

test("saves typed text automatically and restores it after a reload", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  await openTour(page, server, id);
  await page.getByLabel("Title", { exact: true }).fill("A new title");
  const text = page.getByRole("textbox", { name: "Text" });
  await text.press("ControlOrMeta+a");
  await page.keyboard.type("Press **Save**, then [read on](/help).\n- one\ntwo");
  await expect(saveState(page)).toHaveText("Saved");
  await expect.poll(async () => tourSteps((await readTour(page, server, id)).draft.body)[0]?.title).toBe("A new title");
  await expect
    .poll(async () => tourSteps((await readTour(page, server, id)).draft.body)[0]?.blocks)
    .toEqual([
      {
        kind: "paragraph",
        spans: [
          { text: "Press " },
          { text: "Save", bold: true },
          { text: ", then " },
          { text: "read on", href: "/help" },
          { text: "." },
        ],
      },
      { kind: "list", ordered: false, items: [[{ text: "one" }], [{ text: "two" }]] },
    ]);
  await page.reload();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("A new title");
  await expect(text.getByRole("strong")).toHaveText("Save");
  await expect(text.getByRole("link", { name: "read on" })).toHaveAttribute("href", "/help");
  await expect(text.getByRole("listitem")).toHaveText(["one", "two"]);
});

test("says that a hint without a button of its own has one that closes it", async ({ server, signedIn: page }) => {
  const panel = { id: "hint", title: "Orders", blocks: [] };
  const target = { strategies: [{ kind: "test_id", value: "orders" }] };
  const body = { type: "hint", form: "popover", panel, target, placement: "bottom" };
  const response = await page.request.post(`${server.url}/api/contents`, {
    headers: { origin: server.url },
    data: { app_id: APP.id, name: "Hint", slug: "hint-without-button", draft: { body } },
  });
  expect(response.status(), await response.text()).toBe(201);
  await openTour(page, server, (await response.json()).id);
  await expect(page.getByText("the card has “Done”, which closes the hint")).toBeVisible();
  const preview = page.frameLocator("iframe").first();
  await expect(preview.getByRole("button", { name: "Done" })).toBeVisible();
});

test("offers variables for a brace and emoji from the toolbar, by keyboard", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  const person = `${server.url}/api/people/u_variables?app_id=${APP.id}`;
  const attributes = { first_name: "Ada", plan: "pro" };
  const stored = await page.request.put(person, { data: { attributes }, headers: { origin: server.url } });
  expect(stored.ok()).toBe(true);
  await openTour(page, server, id);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.press("ControlOrMeta+a");
  await page.keyboard.type("Hello {");
  const list = page.getByRole("listbox", { name: "Variables" });
  await expect(list.getByRole("option", { name: "plan" })).toBeVisible();
  await page.keyboard.type("nam");
  const option = list.getByRole("option", { name: "first_name" });
  await expect(option).toHaveAttribute("aria-selected", "true");
  await expect(text).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id")) ?? "");
  await page.keyboard.press("Enter");
  await expect(list).toBeHidden();
  await page.keyboard.type("there");
  await expect(text).toHaveText("Hello {{first_name|there}}");
  await page.keyboard.press("End");
  await page.keyboard.type(" {");
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await page.keyboard.press("Backspace");
  await page.getByRole("button", { name: "Emoji" }).click();
  await page.getByRole("combobox", { name: "Search emoji" }).fill("party pop");
  await expect(page.getByRole("gridcell", { name: "party popper" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(text).toBeFocused();
  await expect(text).toHaveText("Hello {{first_name|there}} 🎉");
});

test("keeps the formatting of text pasted from a document editor, as one step to undo", async ({
  server,
  signedIn: page,
}) => {
  const { id } = await createTour(page.request, server);
  await openTour(page, server, id);
  const text = page.getByRole("textbox", { name: "Text" });
  await text.press("ControlOrMeta+a");
  await page.keyboard.type("Before ");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => {
    const blob = (type: string, content: string) => ({ [type]: new Blob([content], { type }) });
    const html = "<p><b>Save</b></p><ul><li>one <img src='/gone.png'></li></ul>";
    return navigator.clipboard.write([
      new ClipboardItem({ ...blob("text/html", html), ...blob("text/plain", "Save\none") }),
    ]);
  });
  await text.press("ControlOrMeta+v");
  await expect(text.getByRole("listitem")).toHaveText("one");
  await expect(text.getByRole("strong")).toHaveText("Save");
  await text.press("ControlOrMeta+z");
  await expect(text).toHaveText("Before");
});

test("shows a new field's issue once the author leaves the field or publishes", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await page.getByRole("button", { name: "New content" }).click();
  const dialog = page.getByRole("dialog", { name: "New content" });
  await dialog.getByLabel("Name", { exact: true }).fill("Issues come late");
  await dialog.getByRole("button", { name: "Create tour" }).click();
  const title = page.getByLabel("Title", { exact: true });
  const issue = page.getByText("Enter a title for the step.");
  await expect(title).toBeFocused();
  await expect(saveState(page)).toHaveText("Saved");
  await expect(issue).toHaveCount(0);
  // Nothing moves under a press.
  await page.getByRole("textbox", { name: "Text" }).hover();
  await page.mouse.down();
  await expect(title).not.toBeFocused();
  await expect(issue).toHaveCount(0);
  await page.mouse.up();
  await expect(issue).toBeVisible();
  await expect(page.getByRole("button", { name: "Saved with 1 issue" })).toBeVisible();

  await page.getByRole("button", { name: "Add step" }).click();
  await expect(page.getByRole("heading", { name: "Step 2 of 2" })).toBeVisible();
  await title.fill("");
  await expect(page.getByRole("button", { name: "Saved with 2 issues" })).toBeVisible();
  await expect(issue).toHaveCount(0);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Step 1 of 2" })).toBeVisible();
  await expect(title).toBeFocused();
  await expect(issue).toBeVisible();
});

test("shows an issue at its field and step, saves the draft, and blocks publishing", async ({
  server,
  signedIn: page,
}) => {
  const { id } = await createTour(page.request, server);
  await openTour(page, server, id);
  const title = page.getByLabel("Title", { exact: true });
  const text = page.getByRole("textbox", { name: "Text" });
  await title.fill("");
  await text.fill("Written since");
  await expect(page.getByText("Enter a title for the step.")).toBeVisible();
  await page.getByRole("link", { name: /Second step/ }).click();
  const issue = page.getByRole("button", { name: "Saved with 1 issue" });
  await issue.click();
  await expect(title).toBeFocused();
  await page.reload();
  await expect(text).toHaveText("Written since");
  await expect(title).toHaveValue("");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(title).toBeFocused();
  expect((await readTour(page, server, id)).status).toBe("draft");

  await text.press("ControlOrMeta+a");
  await text.press("ControlOrMeta+k");
  const dialog = page.getByRole("dialog", { name: "Add link" });
  await dialog.getByRole("textbox", { name: "URL" }).fill("javascript:alert(1)");
  await dialog.getByRole("button", { name: "Add link" }).click();
  await expect(dialog.getByText(/Use https:/)).toBeVisible();
  await dialog.getByRole("textbox", { name: "URL" }).fill("a.example");
  await dialog.getByRole("button", { name: "Add link" }).click();
  await expect(text.getByRole("link", { name: "Written since" })).toHaveAttribute("href", "https://a.example");
  await title.fill("Back again");
  await expect(saveState(page)).toHaveText("Saved");
});

test("adds, copies, moves, and deletes steps, then copies the tour", async ({ server, signedIn: page }) => {
  const { id, name } = await createTour(page.request, server);
  await openTour(page, server, id);
  const titles = async (): Promise<string[]> =>
    tourSteps((await readTour(page, server, id)).draft.body).map((each) => each.title);

  await page.getByRole("button", { name: "Add step" }).click();
  await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
  await page.keyboard.type("Third step");
  await page.getByRole("button", { name: "Move up" }).click();
  await expect(page.getByRole("heading", { name: "Step 2 of 3" })).toBeVisible();
  await page.getByRole("link", { name: /Third step/ }).press("Control+d");
  await expect(page.getByRole("heading", { name: "Step 3 of 4" })).toBeVisible();
  await page.getByLabel("Title", { exact: true }).fill("A copy");
  await expect.poll(titles).toEqual(["First step", "Third step", "A copy", "Second step"]);

  await page.getByRole("link", { name: /Third step/ }).click();
  await page.getByRole("button", { name: "Delete step" }).click();
  await expect.poll(titles).toEqual(["First step", "A copy", "Second step"]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(titles).toEqual(["First step", "Third step", "A copy", "Second step"]);
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Third step");
  await page.getByRole("link", { name: /Third step/ }).press("Control+z");
  await expect.poll(titles).toEqual(["First step", "A copy", "Second step"]);
  await page.getByRole("button", { name: "Redo change" }).click();
  await expect.poll(titles).toEqual(["First step", "Third step", "A copy", "Second step"]);

  await page.getByRole("button", { name: "More actions" }).click();
  await pick(page.getByRole("menuitem", { name: "Duplicate" }));
  await expect(page.getByRole("heading", { level: 1, name: `${name} copy` })).toBeAttached();
  await page.goto(`${server.url}/console/${APP.id}/content?q=${encodeURIComponent(`${name} copy`)}`);
  await page.getByRole("button", { name: `Actions for ${name} copy` }).click();
  await pick(page.getByRole("menuitem", { name: "Duplicate" }));
  await expect(page.getByRole("heading", { level: 1, name: `${name} copy copy` })).toBeAttached();
  await expect(page.getByRole("link", { name: /A copy/ })).toBeVisible();
});

test("moves a step to where its handle is dragged, as one change to undo", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server, {
    steps: ["One", "Two", "Three", "Four"].map((title, index) => step(`s${index}`, title)),
  });
  await openTour(page, server, id);
  const steps = page.getByRole("complementary", { name: "Steps" });
  const titles = () => steps.getByRole("listitem").locator("[dir=auto]").allTextContents();
  const entry = (name: string) => steps.getByRole("listitem").filter({ hasText: name });
  await entry("Four").hover();
  await entry("Four").locator("[data-drag-handle]").hover();
  await page.mouse.down();
  const box = await entry("Two").boundingBox();
  await page.mouse.move((box?.x ?? 0) + 10, (box?.y ?? 0) + (box?.height ?? 0) / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(titles).toEqual(["One", "Four", "Two", "Three"]);
  await expect(page.getByRole("status").filter({ hasText: "Four moved to step 2 of 4" })).toHaveCount(1);
  await expect(saveState(page)).toHaveText("Saved");

  const first = entry("One").getByRole("link");
  await first.press("Control+z");
  await expect.poll(titles).toEqual(["One", "Two", "Three", "Four"]);
  await first.press("Alt+ArrowDown");
  await expect.poll(titles).toEqual(["Two", "One", "Three", "Four"]);
  await expect(first).toBeFocused();
});

test("leads to its report from the editor and from its row", async ({ server, signedIn: page }) => {
  const { id, name } = await createTour(page.request, server);
  const report = new RegExp(`/analytics\\?content=${id}$`);
  await openTour(page, server, id);
  await page.getByRole("button", { name: "More actions" }).click();
  await pick(page.getByRole("menuitem", { name: "View report" }));
  await expect(page).toHaveURL(report);
  // Drafts have no results yet.
  await openTour(page, server, id);
  await expect(page.getByRole("link", { name: "View report" })).toHaveCount(0);
  const published = await page.request.post(`${server.url}/api/contents/${id}/publish`, {
    headers: { Origin: server.url, "If-Match": '"1"' },
    data: { app_id: APP.id },
  });
  expect(published.status()).toBe(200);
  await page.reload();
  await page.getByRole("link", { name: "View report" }).click();
  await expect(page).toHaveURL(report);
  await page.goto(`${server.url}/console/${APP.id}/content?q=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await pick(page.getByRole("menuitem", { name: "View report" }));
  await expect(page).toHaveURL(report);
});

test("keeps a step's target while another placement is tried", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  await openTour(page, server, id);
  await page.getByRole("radio", { name: "Next to an element" }).click();
  await page.getByLabel("Test ID").fill("save-order");
  await page.getByRole("button", { name: "Add fallback locator" }).click();
  await page.getByRole("combobox", { name: "Locator 2" }).click();
  await pick(page.getByRole("option", { name: "Role and name" }));
  await page.getByLabel("Name", { exact: true }).fill("Save");
  await page.getByRole("combobox", { name: "Side" }).click();
  await pick(page.getByRole("option", { name: "Below" }));
  await page.getByRole("radio", { name: "Center of the page" }).click();
  await page.getByRole("radio", { name: "Next to an element" }).click();
  await expect
    .poll(async () => tourSteps((await readTour(page, server, id)).draft.body)[0])
    .toMatchObject({
      kind: "anchored",
      placement: "bottom",
      target: {
        strategies: [
          { kind: "test_id", value: "save-order" },
          { kind: "role_name", role: "button", name: "Save" },
        ],
      },
    });

  await page.getByLabel("Scroll margin").fill("80");
  await page.getByRole("button", { name: "Add highlight" }).click();
  await page.getByRole("group", { name: "Additional highlights" }).getByLabel("Test ID").fill("total");
  const before = page.getByRole("region", { name: "Before this step" });
  await before.getByRole("button", { name: "Add condition", exact: true }).click();
  await pick(page.getByRole("menuitem", { name: /^Page/ }));
  await before.getByRole("group", { name: "Page" }).getByRole("textbox").fill("/checkout/*");
  await before.getByLabel("Run a page action first").fill("open-order");
  await expect
    .poll(async () => tourSteps((await readTour(page, server, id)).draft.body)[0])
    .toMatchObject({
      scroll_margin_px: 80,
      highlights: [{ strategies: [{ kind: "test_id", value: "total" }] }],
      skip_if: { kind: "and", rules: [{ kind: "url", pattern: "/checkout/*" }] },
      prepare: "open-order",
    });
});

test("keeps the areas in which a target is searched from the inside out", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  await openTour(page, server, id);
  await page.getByRole("radio", { name: "Next to an element" }).click();
  const target = page.getByRole("group", { name: "Target element" });
  await target.getByRole("switch", { name: "Search within an element" }).click();
  const areas = target.getByRole("list").last();
  await areas.getByLabel("Test ID").fill("row");
  for (const name of ["table", "page"]) {
    await target.getByRole("button", { name: "Add an area around it" }).click();
    await areas.getByLabel("Test ID", { exact: true }).last().fill(name);
  }
  await expect(target.getByRole("button", { name: "Add an area around it" })).toBeHidden();
  await areas.getByRole("switch", { name: "Search the entire page if it’s missing" }).click();
  const stored = async () => {
    const [first] = tourSteps((await readTour(page, server, id)).draft.body);
    return first?.kind === "anchored" ? first.target : undefined;
  };
  const named = (value: string) => ({ kind: "test_id", value });
  await expect
    .poll(stored)
    .toMatchObject({ scope: named("row"), outer_scopes: [{ ...named("page"), optional: true }, named("table")] });
  await target.getByRole("button", { name: "Remove search area 1" }).click();
  await expect
    .poll(stored)
    .toMatchObject({ scope: named("table"), outer_scopes: [{ ...named("page"), optional: true }] });
});

test("previews the open step with the real player without taking the focus", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  await openTour(page, server, id);
  const card = page.frameLocator("iframe[title=Preview]").locator("fanfare-ui .card");
  await expect(card.getByText("First step", { exact: true })).toBeVisible();
  await page.getByLabel("Title", { exact: true }).focus();
  await page.getByLabel("Title", { exact: true }).press("End");
  await page.keyboard.type(", longer");
  await expect(card.getByText("First step, longer")).toBeVisible();
  await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
  await page.getByRole("link", { name: /Second step/ }).click();
  await expect(card.getByText("Second step", { exact: true })).toBeVisible();
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("IFRAME");
});

test("keeps the focus in a new title when the preview opens a modal", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await page.getByRole("button", { name: "New content" }).click();
  const dialog = page.getByRole("dialog", { name: "New content" });
  await dialog.getByRole("radio", { name: /^Announcement/ }).click();
  await dialog.getByLabel("Name").fill("Typed at once");
  await dialog.getByRole("button", { name: "Create announcement" }).click();
  const modal = page.frameLocator("iframe[title=Preview]").locator("fanfare-ui dialog:modal");
  await expect(modal).toBeVisible();
  const title = page.getByLabel("Title", { exact: true });
  await expect(title).toBeFocused();
  await page.keyboard.type("News");
  await expect(title).toHaveValue("News");
  await expect(modal.getByText("News", { exact: true })).toBeVisible();
  await expect(modal.getByRole("button", { name: "Done" })).toBeEnabled();
  await expect(modal).toHaveJSProperty("inert", false);
});

test("previews at three quarters of the real size or more, and larger on request", async ({
  server,
  signedIn: page,
}) => {
  const { id } = await createTour(page.request, server);
  await page.setViewportSize({ width: 1_280, height: 800 });
  await openTour(page, server, id);
  const pane = page.getByRole("complementary", { name: "Preview" });
  const frame = pane.locator("iframe");
  const scale = () =>
    frame.evaluate((each) => (each instanceof HTMLElement ? each.getBoundingClientRect().width / each.offsetWidth : 0));
  for (const device of ["Phone", "Desktop"]) {
    await pane.getByRole("radio", { name: device }).click();
    await expect(pane.frameLocator("iframe").locator("fanfare-ui .card")).toBeInViewport({ ratio: 0.98 });
    await expect.poll(scale, device).toBeGreaterThanOrEqual(0.75);
  }
  await pane.getByRole("button", { name: "Open larger" }).click();
  const dialog = page.getByRole("dialog", { name: "Preview" });
  await expect(dialog.frameLocator("iframe").getByText("First step", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await expect(pane.getByRole("button", { name: "Open larger" })).toBeFocused();
});

test("previews each step beside a stand-in for its target without waiting for it", async ({
  server,
  signedIn: page,
}) => {
  const steps = ["Export", "Filter", "Share"].map((name) => ({
    ...step(name.toLowerCase(), `About ${name}`),
    kind: "anchored" as const,
    target: { strategies: [{ kind: "text" as const, value: name }] },
    placement: "auto" as const,
    // Longer than an assertion waits: without its target, a step isn't shown in time.
    wait_ms: limits.step_wait_ms_max,
    on_missing: "skip" as const,
    interaction: "allow" as const,
  }));
  const { id } = await createTour(page.request, server, { steps: [step("hello", "Hello"), ...steps] });
  await openTour(page, server, id);
  const frame = page.frameLocator("iframe[title=Preview]");
  for (const name of ["Filter", "Share", "Export"]) {
    await page.getByRole("link", { name: `About ${name}` }).click();
    await expect(frame.locator("fanfare-ui .card").getByText(`About ${name}`, { exact: true })).toBeVisible();
    await expect(frame.locator("[data-preview-target][data-shown]")).toHaveText(name);
  }

  await page.getByRole("link", { name: "Hello" }).click();
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Preview" });
  const card = dialog.frameLocator("iframe").locator("fanfare-ui .card");
  for (const title of ["Hello", "About Export", "About Filter", "About Share"]) {
    await expect(card.getByText(title, { exact: true })).toBeVisible();
    await card.getByRole("button", { name: /Next|Done/ }).click();
  }
  await expect(dialog.getByText("Completed")).toBeVisible();
});

test("previews as a person, in a language and a theme, without saving that", async ({ server, signedIn: page }) => {
  const headers = { origin: server.url };
  const person = { attributes: { name: "Ada Preview" } };
  await page.request.put(`${server.url}/api/people/preview_1?app_id=${APP.id}`, { headers, data: person });
  const square = { name: "Square", theme: { ...BUILT_IN_THEME, radius_px: 0 } };
  expect((await page.request.post(`${server.url}/api/themes`, { headers, data: square })).status()).toBe(201);
  const { id } = await createTour(page.request, server, {
    steps: [step("one", "Hello {{name|there}}")],
    edition: { locale: "en", translations: { de: { "one.title": "Hallo {{name|du}}" } } },
  });
  await openTour(page, server, id);
  const frame = page.frameLocator("iframe[title=Preview]");
  const card = frame.locator("fanfare-ui .card");
  await expect(card.getByText("Hello there", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Preview as Sample person" }).click();
  await page.getByPlaceholder("Search by name, email, or ID").fill("Ada Preview");
  await pick(page.getByRole("option", { name: /Ada Preview/ }));
  await expect(card.getByText("Hello Ada Preview", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Language: Source language" }).click();
  await pick(page.getByRole("option", { name: /German/ }).first());
  await expect(card.getByText("Hallo Ada Preview", { exact: true })).toBeVisible();
  await expect(card).not.toHaveCSS("border-radius", "0px");
  await page.getByRole("button", { name: "Preview theme: Selected theme" }).click();
  await pick(page.getByRole("option", { name: "Square" }));
  await expect(card).toHaveCSS("border-radius", "0px");
  await page.getByRole("button", { name: "Appearance: same as console" }).click();
  await page.getByRole("button", { name: "Appearance: light" }).click();
  await expect(frame.locator("html")).toHaveCSS("color-scheme", "dark");
  await expect(saveState(page)).toHaveText("Saved");
  expect((await readTour(page, server, id)).draft.theme).toBeUndefined();
});

test("plays the whole tour in the preview without counting it", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  const requests: string[] = [];
  page.on("request", (request) => {
    if (/\/v1\/(events|progress)/.test(request.url()) && request.postData()?.includes(id)) requests.push(request.url());
  });
  await openTour(page, server, id);
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Preview" });
  const card = dialog.frameLocator("iframe").locator("fanfare-ui .card");
  await card.getByRole("button", { name: "Next" }).click();
  await expect(card.getByText("Second step", { exact: true })).toBeVisible();
  await card.getByRole("button", { name: "Done" }).click();
  await expect(dialog.getByText("Completed")).toBeVisible();
  await dialog.getByRole("button", { name: "Restart preview" }).click();
  await expect(card.getByText("First step", { exact: true })).toBeVisible();
  expect(requests).toEqual([]);
  const days = [-1, 1].map((offset) => new Date(Date.now() + offset * 86_400_000).toISOString());
  const query = new URLSearchParams({ app_id: APP.id, content_id: id, from: days[0] ?? "", to: days[1] ?? "" });
  const funnel = await page.request.get(`${server.url}/api/analytics/funnel?${query}`);
  expect(await funnel.json()).toMatchObject({ parts: [], reasons: [], segment: null });
});

test("saves the trigger, audience, and settings tabs, and tests a URL", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  await page.goto(addressOf(server, id, "?tab=frequency"));
  await page.getByRole("radio", { name: "Event" }).click();
  await page.getByLabel("Event name").fill("order_shipped");
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: "Once" }).click();
  await page.getByRole("link", { name: "Audience" }).click();
  await page.getByRole("button", { name: "Add pattern" }).first().click();
  await page.locator("input:focus").waitFor();
  await page.keyboard.type("/orders/*");
  await page.getByLabel("Test a URL").fill("https://shop.example/orders/42");
  await expect(page.getByText("Can appear on this URL: matches /orders/*.")).toBeVisible();
  await page.getByLabel("Test a URL").fill("https://shop.example/basket");
  await expect(page.getByText("Hidden on this URL: no pattern matches.")).toBeVisible();
  await page.getByRole("link", { name: "Settings" }).last().click();
  await page.getByLabel("Duration").fill("30");
  await page.getByRole("switch", { name: "Close with Escape" }).click();
  await page.getByRole("combobox", { name: "When the tour is completed" }).click();
  await pick(page.getByRole("option", { name: "Fireworks" }));
  await page.getByRole("textbox", { name: /^Tags/ }).fill("onboarding");
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await readTour(page, server, id)).draft)
    .toMatchObject({
      trigger: { kind: "event", event: "order_shipped" },
      targeting: { urls: { include: ["/orders/*"], exclude: [] } },
      frequency: { mode: "once" },
      tags: ["onboarding"],
      body: { escape: "stays", suppression: { offered: true, days: 30 }, celebrate_on_completed: "fireworks" },
    });
});

test("leaves the page reachable if no suggestion of a field matches", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  await page.goto(addressOf(server, id, "?tab=frequency"));
  await page.getByRole("radio", { name: "Event" }).click();
  const field = page.getByLabel("Event name");
  await field.pressSequentially("no_such_event");
  await expect(field).toHaveAttribute("aria-expanded", "false");
  await expect(page.getByRole("radio", { name: "Once" })).toBeVisible();
});

test("saves a trigger with property conditions", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server);
  await page.goto(addressOf(server, id, "?tab=frequency"));
  await page.getByRole("radio", { name: "Event" }).click();
  await page.getByLabel("Event name").fill("order_created");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Add property" }).click();
  const property = page.getByRole("group", { name: "Property 1" });
  await property.getByRole("textbox", { name: "Property" }).fill("currency");
  await property.getByRole("textbox", { name: "Value" }).fill("EUR");
  await expect
    .poll(async () => (await readTour(page, server, id)).draft)
    .toMatchObject({
      trigger: {
        ...{ kind: "event", event: "order_created" },
        props: [{ name: "currency", test: { type: "text", op: "is", value: "EUR" } }],
      },
    });
});

test("opens the content for a tab that doesn't exist", async ({ server, signedIn: page }) => {
  const { id } = await createTour(page.request, server, {});
  await page.goto(`${server.url}/console/${APP.id}/content/${id}?tab=nothing`);
  await expect(page.getByLabel("Title", { exact: true })).toBeVisible();
});

test("starts the form of a banner with its format and position", async ({ server, signedIn: page }) => {
  const body = { type: "announcement", form: "banner", panels: [{ id: "pnl_1", title: "A new version" }] };
  const response = await page.request.post(`${server.url}/api/contents`, {
    headers: { origin: server.url },
    data: { app_id: APP.id, name: "A banner", slug: "banner-form", draft: { body } },
  });
  const { id } = await response.json();
  await page.setViewportSize({ width: 1_280, height: 800 });
  await openTour(page, server, id);
  const form = page.locator("#builder-form");
  // Comments load later, and are last.
  const headings = form.getByRole("heading", { level: 3 }).filter({ hasNotText: "Comments" });
  await expect(headings).toHaveText(["Format", "Text", "Display"]);
  await expect(form.getByRole("radio", { name: "Banner" })).toBeInViewport({ ratio: 1 });
  await expect(form.getByRole("combobox", { name: "Position" })).toBeInViewport({ ratio: 1 });
});

test("shows the answer types of a question in equal cells", async ({ server, signedIn: page }) => {
  const body = { type: "survey", title: "Survey", questions: [{ kind: "nps", id: "qst_1", title: "How likely?" }] };
  const response = await page.request.post(`${server.url}/api/contents`, {
    headers: { origin: server.url },
    data: { app_id: APP.id, name: "A survey", slug: "answer-types", draft: { body } },
  });
  const { id } = await response.json();
  for (const width of [1_440, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await openTour(page, server, id, "?step=qst_1");
    const types = page.getByRole("radiogroup", { name: "Answer type" });
    await expect(types.getByRole("radio").last()).toBeVisible();
    const boxes = await types.getByRole("radio").evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
    expect(boxes, `${width} px`).toHaveLength(10);
    expect(new Set(boxes.map(({ width: each }) => Math.round(each))).size, `${width} px`).toBe(1);
    expect(new Set(boxes.map(({ height }) => Math.round(height))).size, `${width} px`).toBe(1);
    const icons = await types.locator("svg").evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
    expect(icons).toHaveLength(boxes.length);
    expect(new Set(icons.map((each) => `${Math.round(each.width)} ${Math.round(each.height)}`)).size).toBe(1);
  }
});

test("creates a survey with questions and an audience rule", async ({ server, signedIn: page }) => {
  await page.goto(`${server.url}/console/${APP.id}/content`);
  await page.getByRole("button", { name: "New content" }).click();
  await page.getByRole("radio", { name: "Survey" }).click();
  await page.getByLabel("Name", { exact: true }).fill("How is it going");
  await page.getByRole("button", { name: "Create survey" }).click();
  await expect(page.getByRole("textbox", { name: "Survey name" })).toHaveValue("How is it going");
  await page.locator("a[data-step-link]").filter({ hasText: "Title and position" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Two questions");
  await page.getByRole("button", { name: "Add question" }).click();
  await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
  await page.keyboard.type("What do you use most?");
  // The longest label must fit on one line.
  const lineOf = (name: string) => page.getByRole("radio", { name }).getByText(name, { exact: true }).boundingBox();
  expect((await lineOf("Net Promoter Score"))?.height).toBe((await lineOf("Choice"))?.height);
  await page.getByRole("radio", { name: "Choice" }).click();
  await page.getByRole("textbox", { name: "Answer 1" }).fill("Search");
  await page.getByRole("button", { name: "Add branch" }).click();
  await expect(page.getByRole("button", { name: "Search", exact: true })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("link", { name: "Audience" }).click();
  await page.getByRole("button", { name: "Add condition", exact: true }).click();
  await pick(page.getByRole("menuitem", { name: /^Attribute/ }));
  const condition = page.getByRole("group", { name: "Attribute" });
  await condition.getByLabel("Attribute", { exact: true }).fill("seat_kind");
  await page.keyboard.press("Escape");
  await condition.getByLabel("Value").fill("window");
  await page.getByRole("button", { name: "Not attribute" }).click();
  // No test gives anyone this attribute, so everyone matches. The number depends on earlier tests.
  await expect(page.getByRole("region", { name: "Matching people" })).toContainText(/(\d+) of \1 (people|person)/);
  await expect(saveState(page)).toHaveText("Saved");
  const id = /cnt_[^?]+/.exec(page.url())?.[0] ?? "";
  await expect
    .poll(async () => (await readTour(page, server, id)).draft)
    .toMatchObject({
      targeting: {
        audience: {
          kind: "and",
          rules: [{ kind: "not", rule: { name: "seat_kind", test: { type: "text", op: "is", value: "window" } } }],
        },
      },
      body: {
        questions: [
          { kind: "nps" },
          {
            ...{ kind: "choice", title: "What do you use most?", options: [{ label: "Search" }, { label: "No" }] },
            branches: [{ when: { kind: "options", options: [expect.any(String)] }, go_to: null }],
          },
        ],
      },
    });
});

test("lists tasks with the name of the content that completes them", async ({ server, signedIn: page }) => {
  const tour = await createTour(page.request, server, { name: "Discover orders" });
  const done_when = { kind: "completed", content: tour.slug };
  const tasks = [{ id: "look", title: "Look around", blocks: [], done_when }];
  const body = { type: "checklist", title: "First steps", blocks: [], tasks };
  const made = await page.request.post(`${server.url}/api/contents`, {
    headers: { origin: server.url },
    data: { app_id: APP.id, name: "First steps", slug: `${tour.slug}-tasks`, draft: { body } },
  });
  expect(made.status(), await made.text()).toBe(201);
  await page.goto(addressOf(server, (await made.json()).id));
  await expect(page.getByRole("link", { name: /Look around/ })).toContainText("Discover orders");
});
