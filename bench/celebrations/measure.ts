import { readFileSync } from "node:fs";
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";

/** Observation time of one burst. All of them are finished by then. */
const WINDOW_MS = 5_000;
const READY_TIMEOUT_MS = 15_000;

declare global {
  interface Window {
    party(): Promise<unknown>;
  }
}

export interface Figures {
  /** CPU time of the page's main thread during playback, in milliseconds. */
  readonly main_ms: number;
  /** Main-thread frames, as a share of an idle page's frames in the same time. */
  readonly frames: number;
}

async function open(browser: Browser, url: string, more: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1_000, height: 700 }, deviceScaleFactor: 2, ...more });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => "party" in window, undefined, { timeout: READY_TIMEOUT_MS });
  return page;
}

/** Triggers lazy loading, so that only playback is measured. */
async function warmUp(page: Page): Promise<void> {
  await page.evaluate(() => Promise.race([window.party(), new Promise((resolve) => setTimeout(resolve, 6_000))]));
  await page.waitForTimeout(1_000);
}

/**
 * CPU time of all pages' main threads, from the kernel. The browser's TaskDuration is wall time, which other load on
 * the machine extends, and excludes canvas work between tasks.
 */
async function mainMs(browser: Browser, during: () => Promise<void>): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const pids = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => id);
  // First field: CPU time in nanoseconds. A process's first thread is the page's main thread.
  const read = (): number =>
    pids.reduce((sum, pid) => {
      const [on_cpu_ns = "0"] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ");
      return sum + Number(on_cpu_ns) / 1e6;
    }, 0);
  const before = read();
  await during();
  const spent = read() - before;
  await session.detach();
  return spent;
}

/** Number of frames in 1.5 seconds, during a celebration or idle. */
const frames = (page: Page, playing: boolean): Promise<number> =>
  page.evaluate(
    ([play]) =>
      new Promise<number>((resolve) => {
        if (play) void window.party();
        let count = 0;
        const end = performance.now() + 1_500;
        const frame = (): void => {
          if (performance.now() >= end) resolve(count);
          else {
            count++;
            requestAnimationFrame(frame);
          }
        };
        requestAnimationFrame(frame);
      }),
    [playing],
  );

export async function measureBurst(browser: Browser, url: string): Promise<Figures> {
  const page = await open(browser, url);
  // Measured before the first burst, so that work that a library continues afterwards counts for it.
  const rest_ms = await mainMs(browser, () => page.waitForTimeout(WINDOW_MS));
  const rest = await frames(page, false);
  await warmUp(page);
  const play_ms = await mainMs(browser, async () => {
    await page.evaluate(() => void window.party());
    await page.waitForTimeout(WINDOW_MS);
  });
  const playing = await frames(page, true);
  await page.context().close();
  return { main_ms: Math.max(0, play_ms - rest_ms), frames: playing / rest };
}

/** 1,000 calls within one second. */
export async function measureFlood(browser: Browser, url: string): Promise<{ main_ms: number; canvases: number }> {
  const page = await open(browser, url);
  await warmUp(page);
  let canvases = 0;
  const main_ms = await mainMs(browser, async () => {
    await page.evaluate(async () => {
      for (let call = 0; call < 1_000; call++) {
        window.party().catch(() => {});
        if (call % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 10));
      }
    });
    canvases = await page.evaluate(() => {
      const hosts = [...document.querySelectorAll("fanfare-ui")];
      return (
        document.querySelectorAll("canvas").length +
        hosts.filter((host) => host.shadowRoot?.querySelector("canvas")).length
      );
    });
    await page.waitForTimeout(WINDOW_MS);
  });
  await page.context().close();
  return { main_ms, canvases };
}

/**
 * Side effects of a burst on the page. `under`: the page's policy is `default-src 'self'`, or the person prefers
 * reduced motion.
 */
export async function behavior(browser: Browser, url: string, under: "nothing" | "policy" | "less motion") {
  const reducedMotion = under === "less motion" ? "reduce" : "no-preference";
  const page = await open(browser, under === "policy" ? `${url}?strict` : url, { reducedMotion });
  await warmUp(page);
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  const settled = page.evaluate(() =>
    Promise.race([
      window.party().then(
        () => "settles",
        () => "rejects",
      ),
      new Promise<string>((resolve) => setTimeout(() => resolve("never settles"), 8_000)),
    ]),
  );
  await page.waitForTimeout(350);
  const first = await page.screenshot();
  await page.waitForTimeout(250);
  const second = await page.screenshot();
  const scale = await page.evaluate(() => {
    const inside = document.querySelector("fanfare-ui")?.shadowRoot?.querySelector("canvas");
    const canvas = inside ?? document.querySelector("canvas");
    return canvas ? canvas.width / canvas.clientWidth : 0;
  });
  const end = await settled;
  await page.waitForTimeout(1_000);
  const left = (await page.evaluate(() => document.querySelectorAll("*").length)) - elements;
  await page.context().close();
  return { moves: !first.equals(second), scale, end, left };
}
