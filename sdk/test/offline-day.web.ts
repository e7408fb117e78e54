import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import { test } from "../../e2e/support/fixtures.ts";
import { APP } from "../../e2e/support/test-server.ts";
import { moduleSnippet, serveHostPage } from "./support/host-page.ts";
import "./support/host-window.ts";
import { kill, openTab, startBrowser } from "./support/browser-process.ts";

const DAY =
  process.env["NIGHTLY"] === "1" ? { events: 5_000, reloads: 20, tabs: 5 } : { events: 500, reloads: 2, tabs: 2 };
const YEAR_MS = 365 * 86_400_000;

interface Kept {
  readonly events: number;
  /** Number of distinct values of `number`. */
  readonly numbers: number;
  readonly rolled_up: number;
  /** Maximum deviation of an event's time from its arrival, in milliseconds. */
  readonly off_ms_max: number;
}

async function readStored(data_dir: string, name: string): Promise<Kept> {
  const query = `
    const { Database } = await import("bun:sqlite");
    const db = new Database(${JSON.stringify(join(data_dir, "fanfare.db"))}, { readonly: true });
    const row = db.query("select count(*) events, count(distinct json_extract(props, '$.number')) numbers, coalesce(max(abs(happened_at - received_at)), 0) off_ms_max from events where name = ?").get(${JSON.stringify(name)});
    const { rolled_up } = db.query("select coalesce(sum(events), 0) rolled_up from event_rollups where name = ?").get(${JSON.stringify(name)});
    process.stdout.write(JSON.stringify({ ...row, rolled_up }));`;
  const { stdout } = await promisify(execFile)(join("node_modules", ".bin", "bun"), ["-e", query]);
  // Shape created three lines above.
  return JSON.parse(stdout) as Kept;
}

/** A browser whose clock is a year ahead and that can load pages but not reach Fanfare. */
async function openOffline(address: string, url: string): Promise<readonly Page[]> {
  const first = await openTab(address);
  await first.context().addInitScript((year_ms) => {
    const now = Date.now;
    Date.now = () => now() + year_ms;
  }, YEAR_MS);
  await first.context().route("**/v1/**", (route) => route.abort("internetdisconnected"));
  const others = await Promise.all(Array.from({ length: DAY.tabs - 1 }, () => first.context().newPage()));
  const tabs = [first, ...others];
  await Promise.all(tabs.map((tab) => tab.goto(url)));
  return tabs;
}

test.use({ serverOptions: { demo: false, contents: { contents: [] } } });

test(`counts ${DAY.events} events once (${DAY.tabs} tabs, ${DAY.reloads} reloads)`, async ({ server }) => {
  test.setTimeout(600_000);
  const profile = mkdtempSync(join(tmpdir(), "fanfare-profile-"));
  const site = await serveHostPage(moduleSnippet(server.url, APP.key));
  const rounds = DAY.reloads + 1;
  let number = 0;
  const trackIn = async (tab: Page, count: number): Promise<void> => {
    const from = number;
    number += count;
    await tab.waitForFunction(() => window.fanfareClient !== undefined);
    await tab.evaluate(
      ([first, end]) =>
        Promise.all(
          Array.from({ length: end - first }, (_, index) =>
            window.fanfareClient.track("offline", { number: first + index }),
          ),
        ),
      [from, number] as const,
    );
  };
  let browser = await startBrowser(profile);
  try {
    let tabs = await openOffline(browser.address, site.url);
    for (let round = 0; round < rounds; round++) {
      const share = Math.ceil((DAY.events - number) / (rounds - round) / tabs.length);
      for (const tab of tabs) await trackIn(tab, Math.min(share, DAY.events - number));
      if (round === Math.floor(rounds / 2)) {
        // Immediately after the last event was confirmed as stored.
        await kill(browser.child);
        browser = await startBrowser(profile);
        tabs = await openOffline(browser.address, site.url);
      } else {
        await Promise.all(tabs.map((tab) => tab.reload()));
      }
    }
    expect(number).toBe(DAY.events);
    expect(await readStored(server.data_dir, "offline")).toMatchObject({ events: 0 });
    const [tab] = tabs;
    if (tab === undefined) throw new Error("There is no tab.");
    await tab.context().unrouteAll();
    await Promise.all(tabs.map((each) => each.reload()));
    await tab.waitForFunction(() => window.fanfareClient !== undefined);
    // Tracked last in the queue shared by all tabs: once it arrives, nothing else is pending.
    await tab.evaluate(() => window.fanfareClient.track("back"));
    await expect.poll(async () => (await readStored(server.data_dir, "back")).events, { timeout: 60_000 }).toBe(1);
    const { off_ms_max, ...counts } = await readStored(server.data_dir, "offline");
    expect(counts).toEqual({ events: DAY.events, numbers: DAY.events, rolled_up: DAY.events });
    expect(off_ms_max).toBeLessThan(600_000);
  } finally {
    await kill(browser.child);
    await site.close();
    rmSync(profile, { recursive: true, force: true });
  }
});
