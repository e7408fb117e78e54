import { closeGreeting, signIn } from "./support/console.ts";
import { test as base, expect } from "./support/fixtures.ts";
import { PREFIX, startPrefixedServer } from "./support/prefixed-server.ts";
import type { TestServer } from "./support/test-server.ts";

const test = base.extend<{ server: TestServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern
  server: async ({}, use) => {
    const server = await startPrefixedServer();
    await use(server);
    await server.stop();
  },
});

test("shows and searches the documentation behind a proxy with a path prefix", async ({ server, page }) => {
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (line) => problems.push(line.text()));
  page.on("request", (each) => {
    if (!each.url().startsWith(`${server.url}/docs`)) problems.push(each.url());
  });
  await page.goto(`${server.url}/docs`);
  await page.getByRole("navigation").getByRole("link", { name: "Celebrate", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Celebrate");
  await page.keyboard.press("/");
  await page.keyboard.type("revision_stale");
  await page.locator("#results a").first().click();
  await expect(page).toHaveURL(`${server.url}/docs/errors#revision_stale`);
  expect(problems).toEqual([]);
});

test("signs in and publishes a tour behind a proxy with a path prefix", async ({ server, page }) => {
  const origin = new URL(server.url).origin;
  const strays: string[] = [];
  const note = (url: string): void => {
    const { pathname, protocol } = new URL(url);
    if (/^(https?|wss?):/.test(protocol) && !pathname.startsWith(`${PREFIX}/`)) strays.push(url);
  };
  page.on("request", (each) => note(each.url()));
  let live = 0;
  page.on("websocket", (each) => {
    note(each.url());
    each.on("framereceived", ({ payload }) => {
      if (String(payload).includes("subscription_succeeded")) live += 1;
    });
  });

  await signIn(page, server.url);
  await closeGreeting(page);
  await page.getByRole("link", { name: "Welcome to the order desk" }).click();
  await expect(page.getByLabel("Title", { exact: true })).toBeVisible();
  expect(page.url()).toMatch(`${origin}${PREFIX}/console/`);
  // The URL survives a reload and works as a bookmark.
  await page.reload();
  await page.getByLabel("Title", { exact: true }).fill("From below a prefix");
  await page.getByRole("button", { name: "Publish changes" }).click();
  await expect(page.getByRole("button", { name: "Published" })).toBeVisible();
  await expect.poll(() => live).toBeGreaterThan(0);
  expect(strays).toEqual([]);
});
