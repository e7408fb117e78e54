/**
 * What members wait for in the console: its first page, other pages, and typing in the editor of the longest tour. Then
 * Lighthouse's scores of five screens.
 *
 *   npm run bench console
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Step } from "@fanfare/contract/content/tour";
import { contentLimits } from "@fanfare/contract/limits/content";
import type { ContentDetail, Me } from "@fanfare/contract/schema/responses/content/content";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { APP, OWNER, startTestServer } from "../e2e/support/test-server.ts";
import { median } from "./statistics.ts";
import { printTable } from "./table.ts";

const RUNS = Number(process.env["RUNS"] ?? 5);
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
/** From the npm registry, when the benchmark runs: it brings 150 packages, which nothing else needs. */
const LIGHTHOUSE = "lighthouse@12.8.2";
const CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
const GOALS = { script_bytes: 180_000, screen_ms: 1_000, route_ms: 100, score: 95 } as const;
/** Links of the navigation, in the order in which they are visited, and the heading of their page. */
const ROUTES = ["Overview", "People", "Segments", "Themes", "Content"] as const;
const SCREENS = ["", "/content", "/analytics", "/people"] as const;
const TYPED = "Everything that arrives here is new.";
/** About 120 words a minute. */
const KEY_EVERY_MS = 100;
const FRAME_MS = 1_000 / 60;
/** Timestamps of frames vary by less than that. */
const LATE = 1.2;
/** As long as people hover before they press. */
const HOVER_MS = 200;

const STEPS: readonly Step[] = Array.from({ length: contentLimits.steps_max }, (_, index) => ({
  ...{ kind: "centered", id: `step-${index}`, title: `Step number ${index}` },
  blocks: [{ kind: "paragraph", spans: [{ text: "What people read here takes them about five seconds." }] }],
}));

const server = await startTestServer();
const console_url = `${server.url}/console/${APP.id}`;
const executable = process.env["CHROMIUM_PATH"] ?? BROWSERS.find(existsSync) ?? "";
const browser = await chromium.launch({
  executablePath: executable,
  args: ["--no-sandbox", "--disable-gpu"],
});

/** Signed in, and without the console's own tours, which would cover the page. */
async function signedIn(of: Browser): Promise<BrowserContext> {
  const context = await of.newContext({ viewport: { width: 1_280, height: 800 } });
  const headers = { origin: server.url };
  const response = await context.request.post(`${server.url}/api/sign-in`, { data: OWNER, headers });
  // Safe cast: the server sends the contract's `Me`.
  const { guest } = (await response.json()) as Me;
  await context.request.post(`${server.url}/v1/suppressions?app=${guest.key}`, {
    data: { scope: "all", target: "", external_id: guest.external_id },
    headers: { ...headers, authorization: `Bearer ${guest.token}` },
  });
  return context;
}

async function createLongTour(context: BrowserContext): Promise<string> {
  const response = await context.request.post(`${server.url}/api/contents`, {
    headers: { origin: server.url },
    data: {
      app_id: APP.id,
      name: "The longest tour",
      slug: "longest",
      draft: { body: { type: "tour", steps: STEPS } },
    },
  });
  // Safe cast: the server sends the contract's `ContentDetail`.
  return ((await response.json()) as ContentDetail).id;
}

/** The first page of a browser that has never seen the console. */
async function firstPage(): Promise<{ readonly bytes: number; readonly ms: number }> {
  const context = await signedIn(browser);
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (!response.url().endsWith(".js")) return;
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    );
  });
  await page.goto(`${console_url}/content`, { waitUntil: "commit" });
  await page.getByRole("table").getByRole("link").first().waitFor();
  const ms = await page.evaluate(() => performance.now());
  await page.waitForLoadState("networkidle");
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return { bytes, ms };
}

/** From the press of a link to the frame with the heading of its page. Runs in the page. */
function timeRoute(heading: string): Promise<number> {
  return new Promise((resolve) => {
    addEventListener(
      "click",
      ({ timeStamp }) => {
        const look = (): void => {
          const found = document.querySelector("main h1")?.textContent === heading;
          if (found) requestAnimationFrame((now) => resolve(Math.max(0, now - timeStamp)));
          else requestAnimationFrame(look);
        };
        look();
      },
      { once: true, capture: true },
    );
  });
}

async function routeTimes(context: BrowserContext): Promise<readonly number[]> {
  const page = await context.newPage();
  await page.goto(`${console_url}/content`);
  await page.getByRole("table").getByRole("link").first().waitFor();
  const times: number[] = [];
  for (const name of ROUTES) {
    const link = page.getByRole("navigation").getByRole("link", { name, exact: true });
    await link.hover();
    await page.waitForTimeout(HOVER_MS);
    const time = page.evaluate(timeRoute, name);
    await link.click();
    times.push(await time);
    await page.waitForLoadState("networkidle");
  }
  await page.close();
  return times;
}

interface Typing {
  /** CPU time of the main thread per key, in ms. */
  readonly key_ms: number;
  /** Frames that came more than one interval after the one before, and all frames. */
  readonly late: number;
  readonly frames: number;
}

/** Types a sentence into the title of a step, as fast as a good typist. */
async function type(context: BrowserContext, id: string): Promise<Typing> {
  const page = await context.newPage();
  await page.goto(`${console_url}/content/${id}`);
  const title = page.getByLabel("Title", { exact: true });
  await title.click();
  await page.waitForLoadState("networkidle");
  const session = await context.newCDPSession(page);
  // CPU time: other work on the machine doesn't count.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1_000;
  };
  const before = await busy();
  const watched = page.evaluate(watchFrames, TYPED.length * KEY_EVERY_MS);
  await title.pressSequentially(TYPED, { delay: KEY_EVERY_MS });
  const frames = await watched;
  const key_ms = ((await busy()) - before) / TYPED.length;
  await page.close();
  return { key_ms, late: frames.filter((ms) => ms > FRAME_MS * LATE).length, frames: frames.length };
}

/** Milliseconds between frames, for so long. Runs in the page. */
function watchFrames(duration_ms: number): Promise<readonly number[]> {
  return new Promise((resolve) => {
    const between: number[] = [];
    const start_ms = performance.now();
    const look = (last: number) => (now: number) => {
      if (last > 0) between.push(now - last);
      if (now - start_ms < duration_ms) requestAnimationFrame(look(now));
      else resolve(between);
    };
    requestAnimationFrame(look(0));
  });
}

/** Lighthouse's score of each category, from 0 to 100. */
async function lighthouse(context: BrowserContext, url: string): Promise<readonly number[]> {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-lighthouse-"));
  try {
    const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
    const report = join(directory, "report.json");
    const options = [
      ...[url, "--quiet", "--preset=desktop", "--output=json", `--output-path=${report}`],
      ...[`--only-categories=${CATEGORIES.join(",")}`, `--extra-headers=${JSON.stringify({ Cookie: cookies })}`],
      "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
    ];
    const child = Bun.spawn(["npm", "exec", "--yes", `--package=${LIGHTHOUSE}`, "--", "lighthouse", ...options], {
      cwd: directory,
      env: { ...process.env, CHROME_PATH: executable },
      stdout: "ignore",
      stderr: "pipe",
    });
    if ((await child.exited) !== 0) throw new Error(await new Response(child.stderr).text());
    // Safe cast: Lighthouse's report.
    const { categories, finalDisplayedUrl } = JSON.parse(readFileSync(report, "utf8")) as {
      readonly categories: Readonly<Record<string, { readonly score: number }>>;
      readonly finalDisplayedUrl: string;
    };
    if (finalDisplayedUrl.includes("sign-in")) throw new Error(`Lighthouse was signed out at ${url}.`);
    return CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const result = (is_met: boolean): string => (is_met ? "met" : "MISSED");
const most = (name: string, figure: number, goal: number, unit: string): readonly string[] => [
  ...[name, `${figure.toFixed(unit === "kB" ? 1 : 0)} ${unit}`, `≤ ${goal} ${unit}`],
  result(figure <= goal),
];

try {
  const context = await signedIn(browser);
  const id = await createLongTour(context);
  await firstPage();
  const first: Awaited<ReturnType<typeof firstPage>>[] = [];
  const routes: (readonly number[])[] = [];
  const typing: Typing[] = [];
  for (let run = 0; run < RUNS; run++) {
    first.push(await firstPage());
    routes.push(await routeTimes(context));
    typing.push(await type(context, id));
  }
  printTable(
    `The console's pages (medians of ${RUNS} runs)`,
    ["what", "Fanfare", "goal", ""],
    [
      most(
        "script of the first page (Brotli)",
        median(first.map(({ bytes }) => bytes)) / 1_000,
        GOALS.script_bytes / 1_000,
        "kB",
      ),
      most("first page, to its first row", median(first.map(({ ms }) => ms)), GOALS.screen_ms, "ms"),
      ...ROUTES.map((name, index) =>
        most(
          `from a press to ${name}`,
          median(routes.map((times) => times[index] ?? Number.NaN)),
          GOALS.route_ms,
          "ms",
        ),
      ),
      [
        `late frames, typing in a tour of ${STEPS.length} steps`,
        `${median(typing.map(({ late }) => late))} of ${median(typing.map(({ frames }) => frames))}`,
        ...["0", result(median(typing.map(({ late }) => late)) === 0)],
      ],
      ["CPU of the main thread per key", `${median(typing.map(({ key_ms }) => key_ms)).toFixed(0)} ms`, "", ""],
    ],
  );
  const scores: (readonly string[])[] = [];
  for (const path of [...SCREENS, `/content/${id}`]) {
    const found = await lighthouse(context, console_url + path);
    const name = path === "" ? "overview" : path.startsWith("/content/") ? "editor" : path.slice(1);
    scores.push([name, ...found.map(String), `≥ ${GOALS.score}`, result(Math.min(...found) >= GOALS.score)]);
  }
  printTable("Lighthouse’s scores of the console, desktop", ["screen", ...CATEGORIES, "goal", ""], scores);
} finally {
  await browser.close();
  await server.stop();
}
