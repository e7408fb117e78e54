import type { Browser, Page } from "@playwright/test";

/** CPU throttling factor. */
const SLOWED = 4;
/** By then, everything is loaded, shown, and idle. */
const SETTLED_MS = 2_500;
const IDLE_MS = 5_000;
/** Shorter timers count as keeping an idle page busy. */
const SHORT_MS = 30_000;

declare global {
  interface Window {
    /** Durations in milliseconds. */
    long: number[];
    asked: { frames: number; reads: number; timers: number };
  }
}

export interface Work {
  /** Main-thread task time, in milliseconds of the throttled CPU. */
  readonly main_ms: number;
  readonly script_ms: number;
  /** Number of tasks over 50 ms, and duration of the longest (0 if none). */
  readonly long_tasks: number;
  readonly longest_ms: number;
}

async function open(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1_000, height: 700 } });
  const page = await context.newPage();
  await page.addInitScript(watch, SHORT_MS);
  await page.goto(origin);
  await page.waitForTimeout(500);
  return page;
}

/** Counts long tasks and idle costs: frames, layout reads, and short timers. Runs in the page. */
function watch(short_ms: number): void {
  window.long = [];
  new PerformanceObserver((list) => {
    window.long.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: "longtask" });
  const counts = { frames: 0, reads: 0, timers: 0 };
  window.asked = counts;
  const { requestAnimationFrame: frame, setTimeout: later, setInterval: repeat, getComputedStyle: style } = window;
  window.requestAnimationFrame = (task) => {
    counts.frames++;
    return frame(task);
  };
  const count = (delay_ms: unknown): void => {
    if (Number(delay_ms ?? 0) < short_ms) counts.timers++;
  };
  const spiedTimer =
    (set: (...args: never[]) => unknown) =>
    (...args: readonly unknown[]): unknown => {
      count(args[1]);
      return Reflect.apply(set, window, args);
    };
  Object.assign(window, { setTimeout: spiedTimer(later), setInterval: spiedTimer(repeat) });
  window.getComputedStyle = (...about) => {
    counts.reads++;
    return style.apply(window, about);
  };
  const spied = (prototype: object, names: readonly string[]): void => {
    for (const name of names) {
      const { value, get, ...more } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
      if (typeof value !== "function" && get === undefined) continue;
      const read = function (this: unknown, ...args: unknown[]): unknown {
        counts.reads++;
        return (get ?? value).apply(this, args);
      };
      Object.defineProperty(prototype, name, get === undefined ? { ...more, value: read } : { ...more, get: read });
    }
  };
  const box = ["Top", "Left", "Width", "Height"];
  spied(Element.prototype, [
    ...["getBoundingClientRect", "getClientRects", "checkVisibility"],
    ...["client", "scroll"].flatMap((kind) => box.map((side) => kind + side)),
  ]);
  spied(HTMLElement.prototype, [...box.map((side) => `offset${side}`), "innerText"]);
  spied(Document.prototype, ["elementFromPoint", "elementsFromPoint"]);
  spied(Range.prototype, ["getBoundingClientRect", "getClientRects"]);
}

const adding = (page: Page, name: string): Promise<unknown> =>
  page.evaluate(
    ([path]) => {
      const sheet = document.createElement("link");
      sheet.rel = "stylesheet";
      sheet.href = `${path}.css`;
      document.head.append(sheet);
      return import(`${path}.js`);
    },
    [`/lib/${name}`] as const,
  );

export interface Visit {
  /** Selector of an element that must be visible at the end. */
  readonly card?: string | undefined;
  /** Number of earlier visits with this module and everything it loads. */
  readonly earlier_visits?: number;
}

/** Cost of adding this module to an idle page. */
export async function measureWork(browser: Browser, origin: string, name: string, visit: Visit = {}): Promise<Work> {
  const { card, earlier_visits = 0 } = visit;
  const page = await open(browser, origin);
  for (let earlier = 0; earlier < earlier_visits; earlier++) {
    await adding(page, name);
    await page.waitForTimeout(SETTLED_MS);
    await page.goto(origin);
    await page.waitForTimeout(500);
  }
  const session = await page.context().newCDPSession(page);
  // CPU time of the thread, which excludes other load on the machine.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  const read = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const ms = (metric_name: string): number =>
      1_000 * (metrics.find((metric) => metric.name === metric_name)?.value ?? 0);
    return { task: ms("TaskDuration"), script: ms("ScriptDuration") };
  };
  const before = await read();
  await adding(page, name);
  await page.waitForTimeout(SETTLED_MS);
  const after = await read();
  if (card !== undefined) await page.locator(card).first().waitFor({ timeout: 10_000 });
  const long = await page.evaluate(() => window.long);
  await page.context().close();
  return {
    main_ms: after.task - before.task,
    script_ms: after.script - before.script,
    long_tasks: long.length,
    longest_ms: Math.max(0, ...long),
  };
}

/** Activity per second of an idle page that shows this. */
export async function measureIdle(browser: Browser, origin: string, name: string, card?: string) {
  const page = await open(browser, origin);
  await adding(page, name);
  if (card !== undefined) await page.locator(card).first().waitFor({ timeout: 10_000 });
  await page.waitForTimeout(SETTLED_MS);
  const counts = await page.evaluate(
    async ([idle_ms]) => {
      Object.assign(window.asked, { frames: 0, reads: 0, timers: 0 });
      const resting = performance.now() + idle_ms;
      // Use a worker's timer, because the page's own timers are counted.
      const clock = new Worker(URL.createObjectURL(new Blob([`setTimeout(() => postMessage(0), ${idle_ms})`])));
      await new Promise((resolve) => {
        clock.onmessage = resolve;
      });
      return { ...window.asked, seconds: (performance.now() - resting + idle_ms) / 1_000 };
    },
    [IDLE_MS] as const,
  );
  await page.context().close();
  return counts;
}
