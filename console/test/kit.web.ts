import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { createServer, type ViteDevServer } from "vite";
import { expectNoAxeFindings } from "./axe.ts";

const CONSOLE = fileURLToPath(new URL("..", import.meta.url));

let vite: ViteDevServer;
test.beforeAll(async () => {
  vite = await createServer({
    root: CONSOLE,
    configFile: `${CONSOLE}vite.config.ts`,
    logLevel: "error",
    // Beside a server for development, and beside itself.
    cacheDir: `${CONSOLE}../.cache/vite-kit`,
    server: { port: 0, host: "127.0.0.1", hmr: false, watch: null },
  });
  await vite.listen();
});
test.afterAll(() => vite.close());

test("every component in every state has no finding, light and dark", async ({ page }) => {
  test.slow();
  /** All of the page in light; of what is new in this state the colours in dark, too. */
  const check = async (where: string, colours_of: string): Promise<void> => {
    await page.emulateMedia({ colorScheme: "light" });
    await expectNoAxeFindings(page, `${where}, light`);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNoAxeFindings(page, `${where}, dark`, { colours_of });
  };
  const TOASTS = "[role=region][aria-label=Notifications]";
  const [url = ""] = vite.resolvedUrls?.local ?? [];
  await page.goto(new URL("kit", url).href);
  await expect(page.getByRole("heading", { name: "Kit" })).toBeVisible({ timeout: 60_000 });
  for (const title of ["Tokens", "Buttons and badges", "Fields", "Dialog, menu, toasts", "Feedback", "Table"]) {
    await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
  }
  await check("kit", "body");
  await page.getByRole("button", { name: "Dialog" }).click();
  await expect(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  await check("dialog", "[role=dialog]");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await check("menu", "[role=menu]");
  await page.keyboard.press("Escape");
  // Read out only once the stack has the focus: F6.
  const dismiss = page.getByRole("button", { name: "Dismiss", includeHidden: true });
  for (const kind of ["undo", "problem"]) {
    await page.getByRole("button", { name: `Toast, ${kind}` }).click();
    await expect(dismiss).toBeVisible();
    await check(`toast, ${kind}`, TOASTS);
    await dismiss.click();
    await expect(dismiss).toHaveCount(0);
  }
  // This one goes by itself.
  for (const again of [undefined, { colours_of: TOASTS }]) {
    const colorScheme = again === undefined ? "light" : "dark";
    await page.emulateMedia({ colorScheme });
    await page.getByRole("button", { name: "Toast, done" }).click();
    await expect(dismiss.first()).toBeVisible();
    await expectNoAxeFindings(page, `toast, done, ${colorScheme}`, again);
  }
});
