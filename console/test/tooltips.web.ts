import type { Page } from "@playwright/test";
import { APP, createTour, expect, test } from "./support/harness.ts";

const tooltip = (page: Page, text: string) => page.locator("[popover]:popover-open").getByText(text, { exact: true });

test("opens the first tooltip under the pointer once its code has loaded", async ({ server, signedIn: page }) => {
  const { name } = await createTour(page.request, server);
  await page.goto(`${server.url}/console/${APP.id}/content`);
  const actions = page.getByRole("button", { name: `Actions for ${name}` });
  await actions.hover();
  await expect(tooltip(page, `Actions for ${name}`)).toBeVisible();
});

test("keeps a tooltip open under the pointer, and closes it with Escape or a press", async ({
  server,
  signedIn: page,
}) => {
  const { name } = await createTour(page.request, server);
  await page.goto(`${server.url}/console/${APP.id}/content`);
  const label = `Edit “${name}” on your page`;
  const button = page.getByRole("button", { name: label });
  await button.hover();
  const box = await tooltip(page, label).boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2, { steps: 10 });
  await expect(tooltip(page, label)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(tooltip(page, label)).toHaveCount(0);
  // Its neighbor opens it again.
  await page.getByRole("button", { name: `Actions for ${name}` }).hover();
  await expect(tooltip(page, `Actions for ${name}`)).toBeVisible();
  await button.hover();
  await expect(tooltip(page, label)).toBeVisible();
  await expect(page.locator("[popover]:popover-open")).toHaveCount(1);
  await page.mouse.down();
  await expect(tooltip(page, label)).toHaveCount(0);
});

test("opens a tooltip with the keyboard's focus, and closes it when the focus leaves", async ({
  server,
  signedIn: page,
}) => {
  const tour = await createTour(page.request, server);
  await page.goto(`${server.url}/console/${APP.id}/content/${tour.id}`);
  const link = page.getByRole("link", { name: "All content" });
  await expect(link).toBeVisible();
  await page.locator("#main").focus();
  await page.keyboard.press("Tab");
  await expect(link).toBeFocused();
  await expect(tooltip(page, "All content")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(tooltip(page, "All content")).toHaveCount(0);
});
