import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { build, preview as createPreview, type PreviewServer } from "vite";
import { expectNoAxeFindings } from "./support/axe.ts";
import { expectNoHorizontalScroll } from "./support/screenshots.ts";

const CONSOLE = fileURLToPath(new URL("..", import.meta.url));

let preview: PreviewServer;
async function openKit(page: Page): Promise<void> {
  const [url = ""] = preview.resolvedUrls?.local ?? [];
  await page.goto(new URL("kit", url).href);
  await expect(page.getByRole("heading", { name: "Kit" })).toBeVisible({ timeout: 60_000 });
}

/** Bundled: a development server sends each of a thousand modules alone, which takes longer than all checks. */
test.beforeAll(async () => {
  const config = {
    root: CONSOLE,
    configFile: `${CONSOLE}vite.config.ts`,
    logLevel: "error",
    base: "/console/",
    // Has the kit, unlike the build that is released.
    define: { "import.meta.env.DEV": "true" },
    build: { outDir: `${CONSOLE}../.cache/kit`, minify: false, license: false, reportCompressedSize: false },
  } as const;
  await build(config);
  preview = await createPreview({ ...config, preview: { port: 0, host: "127.0.0.1" } });
});
test.afterAll(() => preview.close());

test("has no axe findings in any component state, light, dark, or at 320 px", async ({ page }) => {
  test.slow();
  /** Checks this part of the page in light mode, and its colors in dark mode. */
  const check = async (where: string, part: string): Promise<void> => {
    await page.emulateMedia({ colorScheme: "light" });
    await expectNoAxeFindings(page, `${where}, light`, { part });
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNoAxeFindings(page, `${where}, dark`, { part, rules: "colors" });
  };
  const TOASTS = "[role=region][aria-label=Notifications]";
  await openKit(page);
  for (const title of [
    ...["Tokens", "Buttons and badges", "Fields", "States of fields", "Dialog, menu, toasts", "Feedback", "Problems"],
    ...["Heads of pages", "Settings", "Table", "Live", "Lists and what they wait for"],
  ]) {
    await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
  }
  // Waits for queries and lazy components.
  await expect(page.getByRole("heading", { name: "Unexpected response" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Answered" })).toBeVisible();
  await check("kit", "html");
  const desk = page.viewportSize() ?? { width: 1_280, height: 720 };
  await page.setViewportSize({ width: 320, height: desk.height });
  await expectNoAxeFindings(page, "kit, 320 px");
  await expectNoHorizontalScroll(page, "kit, 320 px");
  await page.setViewportSize(desk);
  await page.getByRole("button", { name: "Dialog", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "Discard unsaved changes?" })).toBeVisible();
  await check("dialog", "[role=dialog]");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await check("menu", "[role=menu]");
  await page.keyboard.press("Escape");
  for (const [button, name] of [
    ["Confirmation at work", /^What is new/],
    ["Form in a dialog", "New segment"],
    ["Question on the way out", "Discard unsaved changes?"],
  ] as const) {
    await page.getByRole("button", { name: button }).click();
    const dialog = page.getByRole(/dialog/.test(button) ? "dialog" : "alertdialog", { name });
    await expect(dialog).toBeVisible();
    // Same colors as the dialog above.
    await expectNoAxeFindings(page, button, { part: "[role=dialog], [role=alertdialog]" });
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  }
  await page.getByRole("button", { name: "inline-end" }).hover();
  await expect(page.getByText("A tooltip, inline-end")).toBeVisible();
  await page.locator("time").first().hover();
  await expect(page.getByText("ISO 8601")).toBeVisible();
  await check("the card of a time", "[data-side]");
  // Hidden from screen readers until the toasts have focus (F6).
  const dismiss = page.getByRole("button", { name: "Dismiss", includeHidden: true });
  for (const kind of ["undo", "problem"]) {
    await page.getByRole("button", { name: `Toast, ${kind}` }).click();
    await expect(dismiss).toBeVisible();
    await check(`toast, ${kind}`, TOASTS);
    await dismiss.click();
    await expect(dismiss).toHaveCount(0);
  }
  // This toast disappears automatically.
  for (const scope of [{ part: TOASTS }, { part: TOASTS, rules: "colors" }] as const) {
    const colorScheme = "rules" in scope ? "dark" : "light";
    await page.emulateMedia({ colorScheme });
    await page.getByRole("button", { name: "Toast, done" }).click();
    await expect(dismiss.first()).toBeVisible();
    await expectNoAxeFindings(page, `toast, done, ${colorScheme}`, scope);
  }
});

test("names the few points of a chart below them", async ({ page }) => {
  await openKit(page);
  const shares = await page.evaluate(() =>
    ["Week 0", "Week 1"].map((name) => {
      const label = [...document.querySelectorAll("span")].find(({ textContent }) => textContent === name);
      const row = label?.parentElement?.getBoundingClientRect();
      if (label === undefined || row === undefined) return null;
      // Of the text, which may be narrower than its box.
      const text = document.createRange();
      text.selectNodeContents(label);
      const { left, right } = text.getBoundingClientRect();
      return Math.round((100 * ((left + right) / 2 - row.left)) / row.width);
    }),
  );
  // Two points are in the middle of two columns.
  expect(shares).toEqual([25, 75]);
});

test("moves through combobox options by arrow keys and stops at both ends", async ({ page }) => {
  await openKit(page);
  const button = page.getByRole("button", { name: "App: Production" }).first();
  await button.focus();
  await page.keyboard.press("ArrowDown");
  const field = page.getByRole("combobox", { name: "Select an app" });
  await expect(field).toBeFocused();
  const is = async (name: string): Promise<void> => {
    const option = page.getByRole("option", { name });
    await expect(field).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id")) ?? "");
    await expect(option).toHaveAttribute("data-highlighted");
  };
  for (const [key, name] of [
    ["ArrowDown", "Production"],
    ["ArrowUp", "Production"],
    ["ArrowDown", "Staging"],
    ["ArrowDown", "Development"],
    ["ArrowUp", "Staging"],
    ["ArrowDown", "Development"],
    ["ArrowDown", "What is new"],
    ["ArrowDown", "What is new"],
  ] as const) {
    await page.keyboard.press(key);
    await is(name);
  }
  await page.keyboard.type("stag");
  await expect(page.getByRole("option")).toHaveCount(1);
  for (const key of ["ArrowDown", "ArrowDown", "ArrowUp"]) {
    await page.keyboard.press(key);
    await is("Staging");
  }
  await page.keyboard.press("Enter");
  const chosen = page.getByRole("button", { name: "App: Staging" }).first();
  await expect(chosen).toBeFocused();
  // Tab closes the list without selecting.
  await page.keyboard.press("ArrowDown");
  await expect(field).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await is("Development");
  await page.keyboard.press("Tab");
  await expect(field).toHaveCount(0);
  await expect(chosen).toBeVisible();
});
