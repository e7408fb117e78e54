import { expect } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { IsolatedMachine } from "./isolated-machine.ts";

/** For busy machines. Costs nothing otherwise. */
const PAGE_TIMEOUT_MS = 90_000;

/**
 * Goes from the setup link to a tour on a page of another site and a restored backup, on a machine that has only the
 * files of an image and no network.
 *
 * @param root the files of an unpacked image
 * @param records an empty directory, for calls to other machines. There must be none
 */
export async function runJourney(root: string, records: string): Promise<void> {
  await using machine = await IsolatedMachine.start(root, records);
  await using browser = await machine.openBrowser();
  const server = machine.serve();
  const page = await browser.newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const { snippet, backup } = await useConsole(page, await server.until(/http:\S+setup\?token=\S+/), root);
  await finishTour(machine, browser, snippet);
  await page.goto("http://localhost:4000/docs/getting-started");
  await page.getByRole("heading", { level: 1, name: "Get started in five minutes" }).waitFor();
  await page.goto("about:blank");
  await machine.fanfare("doctor");
  expect(await server.stop()).toBe(0);

  // Another installation, with only the backup of the first one.
  for (const name of readdirSync(join(root, "data")).filter((each) => each !== "backups"))
    rmSync(join(root, "data", name), { recursive: true });
  await machine.fanfare("restore", "--from", `/data/backups/${backup}`);
  const restored = machine.serve();
  await restored.until(/"event":"listening"/);
  await finishTour(machine, browser, snippet);
  expect(await restored.stop()).toBe(0);

  const { itself, others } = machine.contacted();
  expect(others).toEqual([]);
  expect(itself).toBeGreaterThan(0);
}

/** Creates the owner, and publishes a tour. Returns the snippet for pages, and the name of a backup. */
async function useConsole(
  page: Page,
  setup_link: string,
  root: string,
): Promise<{ readonly snippet: string; readonly backup: string }> {
  await page.goto(setup_link);
  await page.getByLabel("Your name").fill("Ada Larkspur");
  await page.getByLabel("Email address").fill("ada@example.com");
  await page.getByLabel("Password", { exact: true }).fill("a long pass phrase");
  await page.getByRole("button", { name: "Create workspace" }).click();
  await page.locator("fanfare-ui").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "New content" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Welcome");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Welcome to the shop");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("button", { name: "Published" }).waitFor();

  const app_url = page.url().replace(/\/content.*/, "");
  await page.goto(`${app_url}/settings/data`);
  await page.getByRole("button", { name: "Back up now" }).click();
  await page.getByRole("list", { name: "Backups" }).getByRole("listitem").waitFor();
  await page.goto(`${app_url}/settings/install`);
  await page.getByRole("radio", { name: "Module", exact: true }).click();
  const section = page.locator("section").filter({ hasText: "Add the snippet" });
  const snippet = (await section.locator("pre code").textContent()) ?? "";
  const [backup = ""] = readdirSync(join(root, "data/backups"));
  return { snippet, backup };
}

/** Opens a page of another site, goes through its tour, and waits until the server stored that. */
async function finishTour(machine: IsolatedMachine, browser: Browser, snippet: string): Promise<void> {
  const site = await machine.openSite(`<!doctype html><title>Shop</title><h1>Shop</h1>${snippet}`);
  const page = await browser.newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  await page.goto(site.url);
  const card = page.locator("fanfare-ui .card");
  await card.getByRole("heading", { name: "Welcome to the shop" }).waitFor();
  const stored = page.waitForResponse((response) => response.url().includes("/v1/events") && response.ok());
  await card.locator("button.primary").click();
  await card.waitFor({ state: "detached" });
  await stored;
  await page.close();
  await site.close();
}
