import { expect } from "bun:test";
import { chownSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import "../../sdk/test/support/host-window.ts";
import { moduleSnippet } from "../../sdk/test/support/host-page.ts";
import { ROOT } from "../terminal.ts";
import { IsolatedMachine } from "./isolated-machine.ts";

/** For busy machines. Costs nothing otherwise. */
const PAGE_TIMEOUT_MS = 90_000;
/** As {@link IsolatedMachine} starts it. */
const SERVER_USER = 65_532;
/** First characters of the hashes in each later release, and what stands there if a hash starts with the first one. */
const FIRST = [
  ["f", "e"],
  ["d", "c"],
] as const;

/** A tour that pages start, which the server imports. */
export const CONTENTS = JSON.stringify({
  contents: [
    {
      slug: "welcome",
      name: "Welcome",
      edition: {
        body: { type: "tour", steps: [{ id: "one", kind: "centered", title: "Welcome to the shop", blocks: [] }] },
        ...{ targeting: { urls: { include: [], exclude: [] } }, trigger: { kind: "manual" }, tags: [] },
        ...{ frequency: { mode: "always" }, priority: 0 },
      },
    },
  ],
});

/** Writes a later release: the executable with other names of its hashed files. Compressed copies keep theirs. */
export function writeLaterRelease(executable: string, path: string, generation: 0 | 1): void {
  const bytes = readFileSync(executable);
  const [first, other] = FIRST[generation];
  for (const name of readdirSync(join(ROOT, "sdk/dist/chunks"))) {
    const [file, hash = ""] = /^[\w-]+-([0-9a-f]{7})\.js$/.exec(name) ?? [];
    if (file === undefined) continue;
    const renamed = Buffer.from(file.replace(hash, `${hash.startsWith(first) ? other : first}${hash.slice(1)}`));
    for (let at = bytes.indexOf(file); at !== -1; at = bytes.indexOf(file, at + file.length)) renamed.copy(bytes, at);
  }
  writeFileSync(path, bytes, { mode: 0o755 });
}

interface HeldPage {
  readonly page: Page;
  /** Lets the page load its chunks. */
  release(): void;
  /** Status and URL of each chunk. */
  readonly loaded: readonly string[];
}

/** Opens a page whose chunks wait, also those that it requests in advance. */
async function openHeldPage(browser: Browser, url: string): Promise<HeldPage> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const loaded: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/sdk/chunks/*.js", (route) => promise.then(() => route.continue()));
  page.on("response", (response) => {
    if (response.url().includes("/sdk/chunks/")) loaded.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(url);
  await page.waitForFunction(() => window.fanfareClient !== undefined);
  return { page, release: resolve, loaded };
}

export interface Upgrades {
  readonly browser: Browser;
  /** Page of another site with an instance of the SDK. */
  readonly url: string;
  /** Three releases, the earliest first. */
  readonly executables: readonly string[];
  /** Installs and starts a release. Returns what stops it. */
  start(release: number): Promise<() => Promise<void>>;
}

/** A page shows its tour over one upgrade. Over two, it's told to reload. */
export async function upgradeUnderOpenPages({ browser, url, executables, start }: Upgrades): Promise<void> {
  const stopFirst = await start(0);
  const [one, two] = [await openHeldPage(browser, url), await openHeldPage(browser, url)];
  const showTour = (page: Page) => page.evaluate(() => window.fanfareClient.start("welcome"));
  const card = (page: Page) => page.locator("fanfare-ui .card h2", { hasText: "Welcome to the shop" });
  await stopFirst();

  const stopSecond = await start(1);
  one.release();
  expect(await showTour(one.page)).toEqual({ status: "shown" });
  await card(one.page).waitFor();
  expect(one.loaded.filter((each) => !each.startsWith("200 "))).toEqual([]);
  const [, player = ""] = /\/sdk\/chunks\/(tour-\w+\.js)/.exec(one.loaded.join(" ")) ?? [];
  // Later releases have no such file of their own.
  expect(executables.map((path) => readFileSync(path).includes(player))).toEqual([true, false, false]);
  await stopSecond();

  const stopThird = await start(2);
  const told = two.page.waitForEvent("console", (line) => line.text().startsWith("Fanfare: reload the page"));
  two.release();
  expect(await showTour(two.page)).toEqual({ status: "refused", gate: "unavailable" });
  await told;
  await stopThird();
}

export interface IsolatedUpgrades extends Pick<Upgrades, "executables"> {
  /** Directory with the files of the first release. */
  readonly root: string;
  /** An empty directory. */
  readonly records: string;
  readonly program?: string;
  /** Replaces the files of one release by those of another. The data stays. */
  install(release: number): Promise<void>;
}

/** {@link upgradeUnderOpenPages} on a machine that has only the files of the releases. */
export async function upgradeIsolated({
  root,
  records,
  program,
  install,
  executables,
}: IsolatedUpgrades): Promise<void> {
  for (const path of [join(root, "data"), records]) mkdirSync(path, { recursive: true });
  writeFileSync(join(root, "data/contents.json"), CONTENTS);
  for (const path of ["data", "data/contents.json"]) chownSync(join(root, path), SERVER_USER, SERVER_USER);
  const env = { FANFARE_APP_ID: "1001", FANFARE_APP_KEY: "shop", FANFARE_APP_SECRET: "secret-of-the-shop" };
  await using machine = await IsolatedMachine.start(root, records, program === undefined ? { env } : { env, program });
  await using browser = await machine.openBrowser();
  const html = `<!doctype html><title>Shop</title>${moduleSnippet("http://localhost:4000", "shop")}<h1>Shop</h1>`;
  const site = await machine.openSite(html);
  await upgradeUnderOpenPages({
    ...{ browser, url: site.url, executables },
    start: async (release) => {
      await install(release);
      const server = machine.serve("--import", "/data/contents.json");
      await server.until(/"event":"listening"/);
      return async () => expect(await server.stop()).toBe(0);
    },
  });
  await site.close();
}
