import { expect, test } from "@playwright/test";
import { type House, startHouse } from "../../e2e/house.ts";

let house: House;
test.beforeAll(async () => {
  house = await startHouse({ demo: false, owner: false, contents: { contents: [] } });
});
test.afterAll(() => house.stop());

async function setupLink(): Promise<string> {
  const found = (): string | undefined =>
    house
      .server()
      .lines.join("\n")
      .match(/https?:\/\/\S+\/console\/setup\S+/)?.[0];
  await expect.poll(found).toBeDefined();
  return found() ?? "";
}

test("the printed link makes the owner, who is greeted; it works once", async ({ page }) => {
  await page.goto(`${house.url}/console/`);
  await expect(page.getByText("This workspace has no owner yet")).toBeVisible();

  const link = await setupLink();
  await page.goto(link);
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByLabel("E-mail address").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Create the workspace" }).click();
  await expect(page.getByText("At least 10 characters.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("a phrase that is long enough");
  await page.getByRole("button", { name: "Create the workspace" }).click();

  await expect(page.getByRole("heading", { name: "Make your first content" })).toBeVisible();
  await expect(page.locator("fanfare-ui").getByRole("heading", { name: "Welcome to Fanfare" })).toBeVisible();
  expect(page.url()).not.toContain("token");

  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Already set up" })).toBeVisible();
});
