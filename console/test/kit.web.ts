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
  const check = async (where: string): Promise<void> => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxeFindings(page, `${where}, ${colorScheme}`);
    }
  };
  const [url = ""] = vite.resolvedUrls?.local ?? [];
  await page.goto(new URL("kit", url).href);
  await expect(page.getByRole("heading", { name: "Kit" })).toBeVisible({ timeout: 60_000 });
  for (const title of ["Tokens", "Buttons and badges", "Fields", "Dialog, menu, toasts", "Feedback", "Table"]) {
    await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible();
  }
  await check("kit");
  await page.getByRole("button", { name: "Dialog" }).click();
  await expect(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  await check("dialog");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await check("menu");
  await page.keyboard.press("Escape");
  // Read out only once the stack has the focus: F6.
  const dismiss = page.getByRole("button", { name: "Dismiss", includeHidden: true });
  for (const kind of ["undo", "problem"]) {
    await page.getByRole("button", { name: `Toast, ${kind}` }).click();
    await expect(dismiss).toBeVisible();
    await check(`toast, ${kind}`);
    await dismiss.click();
    await expect(dismiss).toHaveCount(0);
  }
  // This one goes by itself.
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.getByRole("button", { name: "Toast, done" }).click();
    await expect(dismiss.first()).toBeVisible();
    await expectNoAxeFindings(page, `toast, done, ${colorScheme}`);
  }
});
