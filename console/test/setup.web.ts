import { expect, test } from "@playwright/test";
import { startTestServer, type TestServer } from "../../e2e/support/test-server.ts";

let server: TestServer;
test.beforeAll(async () => {
  server = await startTestServer({ demo: false, owner: false, contents: { contents: [] } });
});
test.afterAll(() => server.stop());

async function setupLink(): Promise<string> {
  const found = (): string | undefined =>
    server
      .process()
      .lines.join("\n")
      .match(/https?:\/\/\S+\/console\/setup\S+/)?.[0];
  await expect.poll(found).toBeDefined();
  return found() ?? "";
}

test("creates the owner from the setup link once and shows the first tour", async ({ page }) => {
  await page.goto(`${server.url}/console/`);
  await expect(page.getByText("Set up your workspace")).toBeVisible();

  const link = await setupLink();
  await page.goto(link);
  await page.getByLabel("Your name").fill("Ada Lovelace");
  await page.getByLabel("Email address").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Create workspace" }).click();
  await expect(page.getByText("Use at least 10 characters.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("a phrase that is long enough");
  await page.getByRole("button", { name: "Create workspace" }).click();

  await expect(page.getByRole("heading", { name: "Create your first content" })).toBeVisible();
  await expect(page.locator("fanfare-ui").getByRole("heading", { name: "Welcome to Fanfare" })).toBeVisible();
  expect(page.url()).not.toContain("token");

  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Already set up" })).toBeVisible();
});
