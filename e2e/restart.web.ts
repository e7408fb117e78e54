import type { Page, WebSocketRoute } from "@playwright/test";
import { closeGreeting, signIn } from "./support/console.ts";
import { expect, RECONNECT_TIMEOUT_MS, stepTitle, test, untilLive } from "./support/fixtures.ts";

/** Wraps live connections so that they can be cut: open ones are closed, and new ones are rejected. */
async function cuttableLine(page: Page): Promise<{ cut(): void; mend(): void }> {
  const open = new Set<WebSocketRoute>();
  let is_cut = false;
  await page.routeWebSocket(/\/app\//, (socket) => {
    if (is_cut) {
      void socket.close();
      return;
    }
    socket.connectToServer();
    open.add(socket);
  });
  return {
    cut() {
      is_cut = true;
      for (const socket of open) void socket.close();
      open.clear();
    },
    mend() {
      is_cut = false;
    },
  };
}

test("reconnects an open page after a server restart and delivers the next publish", async ({
  server,
  page,
  browser,
}) => {
  await page.goto(server.demo_url);
  await expect(stepTitle(page)).toHaveText("Welcome to the order desk");
  await untilLive(page);
  await page.evaluate(() => Reflect.set(window, "not_reloaded", true));
  await server.restart();
  await untilLive(page);

  const author = await (await browser.newContext()).newPage();
  await signIn(author, server.url);
  await closeGreeting(author);
  await author.getByRole("link", { name: "Welcome to the order desk" }).click();
  await author.getByLabel("Title", { exact: true }).fill("Back again");
  await author.getByRole("button", { name: "Publish changes" }).click();
  await expect(stepTitle(page)).toHaveText("Back again", { timeout: RECONNECT_TIMEOUT_MS });
  expect(await page.evaluate(() => Reflect.get(window, "not_reloaded"))).toBe(true);
  await author.context().close();
});

test("delivers a publish that a page missed while the server was down", async ({ server, page, browser }) => {
  const line = await cuttableLine(page);
  await page.goto(server.demo_url);
  await expect(stepTitle(page)).toHaveText("Welcome to the order desk");
  await untilLive(page);

  const author = await (await browser.newContext()).newPage();
  await signIn(author, server.url);
  await closeGreeting(author);
  await author.getByRole("link", { name: "Welcome to the order desk" }).click();
  await author.getByLabel("Title", { exact: true }).fill("You were away");
  line.cut();
  await expect(page.getByTestId("live-status")).not.toHaveAttribute("data-state", "live");
  await author.getByRole("button", { name: "Publish changes" }).click();
  await expect(author.getByRole("button", { name: "Published" })).toBeVisible();
  line.mend();
  await expect(stepTitle(page)).toHaveText("You were away", { timeout: RECONNECT_TIMEOUT_MS });
  await author.context().close();
});
