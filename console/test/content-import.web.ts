import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { APP, enterAs, expect, GRACE, pick, test, VERA } from "./support/harness.ts";
import { check } from "./support/screenshots.ts";

const CONTENT = `/console/${APP.id}/content`;
const SAMPLES = join(import.meta.dirname, "../../examples/imports");
const sample = (name: string) => file(name, readFileSync(join(SAMPLES, name), "utf8"));
const file = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

const TWO_TOURS = `export const homeSteps = [{ element: "#home", popover: { title: "Home", onNextClick: () => go() } }];
export const ordersSteps = [{ element: "#orders", popover: { title: "Orders", align: "start" } }];`;

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Import from another tool" });

/** Opens the import from the palette. */
async function openImport(page: Page, word = "import from"): Promise<void> {
  await expect(page.getByRole("button", { name: "New content" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("dialog", { name: "Command palette" }).getByRole("combobox");
  await field.fill(word);
  await page.getByRole("option", { name: "Import from another tool" }).click();
  await expect(dialogOf(page)).toBeVisible();
}

async function select(page: Page, ...files: readonly ReturnType<typeof file>[]): Promise<void> {
  await dialogOf(page)
    .getByLabel("Files of the other tool")
    .setInputFiles([...files]);
}

async function selectTool(page: Page, tool: Locator, name: string): Promise<void> {
  await tool.click();
  await pick(page.getByRole("option", { name, exact: true }));
}

test("imports a file from New content, and opens its one draft", async ({ server, signedIn: page }) => {
  await page.goto(server.url + CONTENT);
  await page.getByRole("button", { name: "New content" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import from another tool" }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("radio", { name: "File" })).toBeFocused();
  await check(page, "the choice of a file");
  await select(page, sample("driver.js"));
  const found = dialog.getByRole("region", { name: "driver.js" });
  await expect(found.getByRole("combobox", { name: "Tool of driver.js" })).toHaveText("driver.js");
  await expect(found.getByRole("listitem").first()).toContainText("Tour · 2 steps");
  await check(page, "a file that was read");
  await dialog.getByRole("button", { name: "Import 1 draft" }).click();
  await expect(page).toHaveURL(/\/content\/cnt_/);
  await expect(page.getByText("“Driver” imported")).toBeVisible();
  await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeVisible();
});

test("is offered where an app has no content", async ({ server, signedIn: page }) => {
  await page.route("**/api/contents?*", (route) => route.fulfill({ json: { items: [], next: null, total: 0 } }));
  await page.goto(server.url + CONTENT);
  const open = page.getByRole("button", { name: "Import from another tool" });
  await open.click();
  await expect(dialogOf(page).getByLabel("Files of the other tool")).toHaveCount(1);
  await check(page, "an app without content");
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
});

test("says what isn't carried over, with its step, line, and what to do", async ({ server, signedIn: page }) => {
  await page.goto(server.url + CONTENT);
  await openImport(page);
  await select(page, file("tours.js", TWO_TOURS));
  const [home, orders] = [
    dialogOf(page).getByRole("listitem").filter({ hasText: "Tours: home" }),
    dialogOf(page).getByRole("listitem").filter({ hasText: "Tours: orders" }),
  ];
  await home.first().getByText("1 thing to check").click();
  await expect(home.first()).toContainText(
    "Callbacks aren’t carried over. Listen with fanfare.on(), or register a host action with fanfare.action().",
  );
  await expect(home.first()).toContainText("Step 1 · Line 1 · popover.onNextClick");
  await orders.first().getByText("Nothing to check").click();
  await expect(orders.first()).toContainText("Fanfare takes care of this.");
  await check(page, "what isn't carried over");
});

test("imports the chosen items of several files, and links to the drafts", async ({ server, signedIn: page }) => {
  await page.goto(server.url + CONTENT);
  await openImport(page);
  await select(page, file("guides.js", TWO_TOURS), sample("intro-page.html"));
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("button", { name: "Import 4 drafts" })).toBeVisible();
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download report" }).click();
  const report = await readFile(await (await downloading).path(), "utf8");
  expect(report).toContain("# guides.js (driver.js)\n\n## Guides: home\n\n- Step 1, Line 1, `");
  await dialog.getByRole("checkbox", { name: "Guides: home" }).uncheck();
  await dialog.getByRole("button", { name: "Import 3 drafts" }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: "Show drafts" }).click();
  await expect(page).toHaveURL(/status=draft/);
  await expect(page.getByRole("link", { name: "Guides: orders" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Older orders" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Guides: home" })).toHaveCount(0);
});

test("shows why a file can't be imported beside those that can", async ({ server, signedIn: page }) => {
  await page.goto(server.url + CONTENT);
  await openImport(page);
  await select(
    page,
    file("answer.js", "export const answer = 42;"),
    file("broken.js", "driver({"),
    sample("shepherd.js"),
  );
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("region", { name: "answer.js" }).getByRole("alert")).toContainText("Nothing to import");
  const broken = dialog.getByRole("region", { name: "broken.js" });
  await expect(broken.getByRole("alert")).toContainText("File can’t be read");
  await expect(dialog.getByRole("button", { name: "Import 1 draft" })).toBeEnabled();
  await check(page, "files that can't be imported");
  await broken.getByRole("button", { name: "Remove broken.js" }).click();
  await expect(broken).toHaveCount(0);
  await dialog.getByRole("region", { name: "answer.js" }).getByRole("button", { name: "Remove answer.js" }).click();
  await dialog.getByRole("button", { name: "Back" }).click();
  await select(page, file("photo.png", "\u0089PNG\0\0"));
  await expect(dialog.getByRole("alert")).toContainText("This isn’t a text file.");
});

test("reads pasted text, and reads it again as another tool", async ({ server, signedIn: page }) => {
  await page.goto(server.url + CONTENT);
  await openImport(page);
  const dialog = dialogOf(page);
  await dialog.getByRole("radio", { name: "Pasted text" }).check();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("There’s no text. Paste the file’s content.")).toBeVisible();
  await dialog.getByLabel("Code, JSON, or HTML").fill(`[{ target: "#orders", content: "All orders" }]`);
  await dialog.getByLabel("Name").fill("Order desk");
  await check(page, "pasted text");
  await dialog.getByRole("button", { name: "Continue" }).click();
  const tool = dialog.getByRole("combobox", { name: "Tool of Pasted text" });
  await expect(tool).toHaveText("React Joyride");
  await selectTool(page, tool, "Shepherd");
  await expect(dialog.getByRole("alert")).toContainText("Nothing to import");
  await selectTool(page, tool, "React Joyride");
  await dialog.getByRole("button", { name: "Import 1 draft" }).click();
  await expect(page.getByText("“Order desk” imported")).toBeVisible();
});

test("shows texts of a file as text, and runs nothing", async ({ server, signedIn: page }) => {
  await page.goto(server.url + CONTENT);
  await openImport(page);
  const payload = "<img src=x onerror='document.title=1'>";
  const code = `driver({ steps: [{ element: "#a", popover: { title: ${JSON.stringify(payload)}, sparkle: "${payload.replaceAll('"', "'")}" } }] })`;
  await select(page, file(`${payload.replaceAll("/", "")}.js`, code));
  await expect(dialogOf(page).getByRole("button", { name: "Import 1 draft" })).toBeEnabled();
  await expect(dialogOf(page).locator("img")).toHaveCount(0);
  await expect(page).toHaveTitle(/Content/);
});

test("keeps the dialog and its choices if the import fails", async ({ server, signedIn: page }) => {
  await page.goto(server.url + CONTENT);
  await openImport(page);
  await select(page, file("later.js", TWO_TOURS));
  const dialog = dialogOf(page);
  await dialog.getByRole("checkbox", { name: "Later: home" }).uncheck();
  await page.route("**/api/content-imports?*", (route) => route.abort());
  await dialog.getByRole("button", { name: "Import 1 draft" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Check your connection");
  await page.unroute("**/api/content-imports?*");
  await dialog.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("“Later: orders” imported")).toBeVisible();
});

test("is found in the palette by the name of each tool", async ({ server, signedIn: page }) => {
  await page.goto(server.url + CONTENT);
  await expect(page.getByRole("button", { name: "New content" })).toBeVisible();
  for (const word of ["import", "intro.js", "driver.js", "shepherd", "joyride", "appcues", "usertour", "posthog"]) {
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Command palette" });
    await palette.getByRole("combobox").fill(word);
    await expect(palette.getByRole("option", { name: "Import from another tool" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(palette).toHaveCount(0);
  }
});

test("imports by keyboard, and returns the focus", async ({ server, signedIn: page }) => {
  await page.goto(server.url + CONTENT);
  const create = page.getByRole("button", { name: "New content" });
  await create.press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Import from another tool" }).press("Enter");
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("radio", { name: "File" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("radio", { name: "Pasted text" })).toBeChecked();
  // Looking at the other way is no input that could be lost. Text is.
  const text = dialog.getByLabel("Code, JSON, or HTML");
  await text.fill("driver({})");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Keep editing" }).click();
  await text.fill("");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(create).toBeFocused();
});

test("is for members who may create content", async ({ server, browser }) => {
  const vera = await enterAs(VERA, browser, server);
  await vera.goto(server.url + CONTENT);
  await expect(vera.getByRole("heading", { name: "Content", level: 1 })).toBeVisible();
  await vera.keyboard.press("Control+k");
  const palette = vera.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill("appcues");
  await expect(palette.getByText("No results")).toBeVisible();
  const grace = await enterAs(GRACE, browser, server);
  await grace.goto(server.url + CONTENT);
  await openImport(grace, "appcues");
  await Promise.all([vera.context().close(), grace.context().close()]);
});
