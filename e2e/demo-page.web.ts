import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { countOrders, dismissGreeting, expect, stepTitle, test, untilLive } from "./support/fixtures.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

async function violations(page: Page): Promise<readonly string[]> {
  // Through the debugger: the page's policy blocks scripts other than its own.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => {
    const axe = Reflect.get(window, "axe") as { run(options: object): Promise<AxeResult> };
    return axe.run({ resultTypes: ["violations"] });
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

const LOOKS = (["light", "dark"] as const).flatMap((colorScheme) =>
  [
    { width: 1280, height: 860 },
    { width: 320, height: 640 },
  ].map((viewport) => ({ colorScheme, viewport })),
);

test.describe("demo page in every theme and size", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("has no axe findings on the demo page, with and without the tour", async ({ server, page }) => {
    test.slow();
    const reports: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") reports.push(message.text());
    });
    page.on("pageerror", (error) => reports.push(error.message));
    const check = async (where: string): Promise<void> => {
      for (const { colorScheme, viewport } of LOOKS) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize(viewport);
        expect(await violations(page), `${where}, ${colorScheme}, ${viewport.width} px`).toEqual([]);
        await expect
          .poll(
            () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
            `${where}, ${viewport.width} px`,
          )
          .toBeLessThanOrEqual(0);
      }
    };
    await page.goto(server.demo_url);
    await expect(stepTitle(page)).toHaveText("Welcome to the order desk");
    await untilLive(page);
    await check("with the tour");
    await dismissGreeting(page);
    await check("the desk");
    await page.getByTestId("account-button").click();
    await expect(page.getByTestId("user-u_grace")).toBeVisible();
    await check("with the account menu");
    expect(reports).toEqual([]);
  });
});

test("keeps the demo working without Fanfare and shows that it isn't live", async ({ server, page }) => {
  await server.process().stop();
  await page.goto(server.demo_url);
  await expect(page.getByTestId("live-status")).toHaveText("Offline");
  const before = await countOrders(page);
  await page.getByTestId("simulate-order").click();
  await expect(page.locator("[data-order]")).toHaveCount(before + 1);
  await page.getByTestId("advance-order").click();
  await expect(page.getByTestId("detail-status")).toHaveText("Packing");
});

test("finds an order by filter, search, and keyboard", async ({ server, page }) => {
  await page.goto(server.demo_url);
  await dismissGreeting(page);
  await page.getByRole("button", { name: "Shipped" }).click();
  const badges = page.locator("[data-order] .badge");
  await expect.poll(async () => [...new Set(await badges.allTextContents())]).toEqual(["Shipped"]);
  const number = await page.locator("[data-order]").last().getAttribute("data-order");
  if (number === null) throw new Error("No order is shipped.");
  await page.getByRole("searchbox").fill(number.toLowerCase());
  await expect(page.locator("[data-order]")).toHaveCount(1);
  await page.keyboard.press("Tab");
  await expect(page.getByTestId(`order-${number}`)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `Order ${number}` })).toBeVisible();
  await page.getByRole("searchbox").fill("no such name");
  await expect(page.getByText("No orders match “no such name”")).toBeVisible();
});

test("keeps what is typed in the search while the orders load again", async ({ server, page }) => {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let loads = 0;
  await page.route("**/api/orders", async (route) => {
    // The page loads the orders again when it's connected.
    if (++loads > 1) await released;
    await route.continue();
  });
  await page.goto(server.demo_url);
  await dismissGreeting(page);
  await expect.poll(() => loads).toBeGreaterThan(1);
  await page.getByRole("searchbox").fill("no such name");
  const empty = page.getByText("No orders match “no such name”");
  await expect(empty).toBeVisible();
  const loaded = page.waitForResponse("**/api/orders");
  release();
  await (await loaded).finished();
  // Rendered in the task of the response, before the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(page.locator("[data-order]")).toHaveCount(0);
  await expect(empty).toBeVisible();
});
