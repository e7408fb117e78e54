import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, expect, type Page } from "@playwright/test";
import { APP } from "../../e2e/house.ts";
import { test } from "../../e2e/journey.ts";
import { moduleSnippet, serveGuest, storedEvents } from "./guest-page.ts";
import "./guest-window.ts";

const CHROMIUM = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/** A browser as a person runs it: with a profile on the disk, in a process group that can be killed as a whole. */
async function startBrowser(profile: string): Promise<{ readonly address: string; readonly child: ChildProcess }> {
  const port_file = join(profile, "DevToolsActivePort");
  rmSync(port_file, { force: true });
  const child = spawn(
    CHROMIUM,
    [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
    ],
    { detached: true, stdio: "ignore" },
  );
  await expect.poll(() => existsSync(port_file) && readFileSync(port_file, "utf8").includes("\n")).toBe(true);
  const [port] = readFileSync(port_file, "utf8").split("\n");
  return { address: `http://127.0.0.1:${port}`, child };
}

/** A tab of the profile itself: contexts of their own are forgotten, and prove nothing. */
async function openTab(address: string): Promise<Page> {
  const [profile] = (await chromium.connectOverCDP(address)).contexts();
  if (profile === undefined) throw new Error("The browser has no profile.");
  return profile.newPage();
}

/** As the kernel kills what takes too much memory: no process of it has a last word. */
async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  await gone;
}

test.use({ houseOptions: { demo: false, contents: { contents: [] } } });

test("what was tracked survives a kill of the browser, 0 ms after track said that it is safe", async ({ house }) => {
  test.slow();
  const profile = mkdtempSync(join(tmpdir(), "fanfare-profile-"));
  const site = await serveGuest(moduleSnippet(house.url, APP.key));
  try {
    const first = await startBrowser(profile);
    const page = await openTab(first.address);
    await page.goto(site.url);
    await page.waitForFunction(() => window.guest !== undefined);
    // Nothing leaves before the kill: the server is away, and its answer is waited for in vain.
    await house.server().stop();
    await page.evaluate(() => Promise.all([1, 2, 3].map((total) => window.guest.track("ordered", { total }))));
    await kill(first.child);
    await house.restart();

    const second = await startBrowser(profile);
    const again = await openTab(second.address);
    await again.goto(site.url);
    await expect.poll(async () => (await storedEvents(house.data_dir))["ordered"]).toBe(3);
    await kill(second.child);
  } finally {
    await site.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
