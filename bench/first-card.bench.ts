/**
 * Time from navigation to the first card on the screen, next to driver.js and react-joyride bundled into the page. CPU
 * slowed 4×, on a fast network and on one with 150 ms round trips and 1.6 Mbit/s. Fanfare's page loads the SDK from a
 * real server on another origin, as customers do. On the second visit, browsers have the files of the first.
 *
 *   npm run bench first-card
 */
import { existsSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import type { ContentFile } from "@fanfare/contract/schema/content/content";
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { APP, startTestServer } from "../e2e/support/test-server.ts";
import { bundle } from "./sdk/bundle.ts";
import { subjects } from "./sdk/subjects.ts";
import { median } from "./statistics.ts";
import { printTable } from "./table.ts";

const RUNS = Number(process.env["RUNS"] ?? 5);
const SLOWED = 4;
const CARD_DEADLINE_MS = 30_000;
/** By then, a page has stored what its next visit uses. */
const SETTLED_MS = 2_500;
const REFERENCE = "driver.js";
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const NETWORKS = [
  { name: "fast", latency: 0, bytes_per_s: -1 },
  { name: "150 ms, 1.6 Mbit/s", latency: 150, bytes_per_s: 200_000 },
] as const;
const GOALS = { first: 1.4, second: 1 } as const;
type Visit = keyof typeof GOALS;

const step = (id: string) => ({
  ...{ kind: "anchored", id, title: "Your orders" },
  target: { strategies: [{ kind: "test_id", value: "orders" }] },
  blocks: [{ kind: "paragraph", spans: [{ text: "They arrive here by themselves." }] }],
});
const CONTENTS = {
  contents: [
    {
      slug: "welcome",
      name: "Welcome",
      edition: {
        body: { type: "tour", steps: [step("one"), step("two")] },
        targeting: { urls: { include: [], exclude: [] } },
      },
    },
  ],
} as unknown as ContentFile; // The server validates it.

const page = (head: string): string => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>
<style>body{font:16px sans-serif;margin:40px}#orders{margin-top:80px}</style>${head}
<h1>Shop</h1><table id="orders" data-testid="orders"><tr><td>One</td><td>Ada</td></tr></table><button id="ship">Ship</button>`;

declare global {
  interface Window {
    /** A binding of the browser. Waiting by script would slow down the page that is measured. */
    card_shown: ((at_ms: string) => void) | undefined;
  }
}

/** Reports when the card is first on the screen. Runs in the page. */
function watchCard(selector: string): void {
  const look = (): void => {
    const [outer = "", inner] = selector.split(" ");
    const found =
      inner === undefined
        ? document.querySelector(outer)
        : document.querySelector(outer)?.shadowRoot?.querySelector(inner);
    if (found && found.getBoundingClientRect().width > 0) window.card_shown?.(`${performance.now()}`);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function throttle(session: CDPSession, { latency, bytes_per_s }: (typeof NETWORKS)[number]): Promise<void> {
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWED });
  await session.send("Network.enable");
  const throughput = { downloadThroughput: bytes_per_s, uploadThroughput: bytes_per_s };
  await session.send("Network.emulateNetworkConditions", { offline: false, latency, ...throughput });
}

async function cardAfter(tab: Page, session: CDPSession, url: string): Promise<number> {
  const shown = new Promise<number>((resolve, reject) => {
    session.once("Runtime.bindingCalled", ({ payload }) => resolve(Number(payload)));
    setTimeout(() => reject(new Error(`No card appeared on ${url}.`)), CARD_DEADLINE_MS).unref();
  });
  await tab.goto(url, { waitUntil: "commit" });
  return shown;
}

async function measure(browser: Browser, url: string, card: string, network: (typeof NETWORKS)[number]) {
  const context = await browser.newContext({ viewport: { width: 1_000, height: 700 } });
  const tab = await context.newPage();
  await tab.addInitScript(watchCard, card);
  const session = await context.newCDPSession(tab);
  await throttle(session, network);
  await session.send("Runtime.enable");
  await session.send("Runtime.addBinding", { name: "card_shown" });
  const first = await cardAfter(tab, session, url);
  await tab.waitForTimeout(SETTLED_MS);
  const second = await cardAfter(tab, session, url);
  await context.close();
  return { first, second };
}

const fanfare = await startTestServer({ demo: false, contents: CONTENTS });
const list = subjects(false).filter(({ step }) => step !== undefined);
const files = new Map<string, { readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> }>();
const add = (path: string, type: string, text: string): void =>
  void files.set(path, { type, bytes: new Uint8Array(brotliCompressSync(text)) });
for (const [index, subject] of list.entries()) {
  const { shipped, step: source = "" } = subject;
  if (shipped === true) {
    const start = `import { init } from "${fanfare.url}/sdk/fanfare.js"; init({ key: "${APP.key}" });`;
    add(`/${index}`, "text/html", page(`<script type="module">${start}</script>`));
    continue;
  }
  const { script, css } = await bundle(subject, source);
  add(`/${index}.js`, "text/javascript", script);
  add(`/${index}.css`, "text/css", css);
  const sheet = css === "" ? "" : `<link rel="stylesheet" href="/${index}.css">`;
  add(`/${index}`, "text/html", page(`${sheet}<script type="module" src="/${index}.js"></script>`));
}
const site = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { pathname } = new URL(request.url);
    const file = files.get(pathname);
    if (file === undefined) return new Response(null, { status: 404 });
    const cache = pathname.includes(".") ? "public, max-age=31536000, immutable" : "no-store";
    return new Response(file.bytes, {
      headers: { "content-type": file.type, "content-encoding": "br", "cache-control": cache },
    });
  },
});
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? BROWSERS.find(existsSync) ?? "",
  args: ["--no-sandbox", "--disable-gpu"],
});
const times = new Map<string, number[]>();
try {
  for (const network of NETWORKS) {
    for (let run = 0; run < RUNS; run++) {
      // Interleave subjects within a run, so that other load on the machine affects all of them.
      for (const [index, { name, card = "" }] of list.entries()) {
        const visits = await measure(browser, `http://127.0.0.1:${site.port}/${index}`, card, network);
        for (const visit of ["first", "second"] as const) {
          const key = `${network.name} ${visit} ${name}`;
          times.set(key, [...(times.get(key) ?? []), visits[visit]]);
        }
      }
    }
  }
} finally {
  await browser.close();
  site.stop(true);
  await fanfare.stop();
}

const time = (network: string, visit: Visit, name: string): number =>
  median(times.get(`${network} ${visit} ${name}`) ?? []);
printTable(
  `From navigation to the first card, CPU slowed ${SLOWED}× (medians of ${RUNS} runs)`,
  ["network", "visit", "library", "time", `of ${REFERENCE}`, "goal", ""],
  NETWORKS.flatMap((network) =>
    (["first", "second"] as const).flatMap((visit) =>
      list.map(({ name, shipped }) => {
        const ms = time(network.name, visit, name);
        const ratio = ms / time(network.name, visit, REFERENCE);
        const goal = shipped === true ? [`≤ ${GOALS[visit]} ×`, ratio <= GOALS[visit] ? "met" : "MISSED"] : ["", ""];
        return [network.name, visit, name, `${ms.toFixed(0)} ms`, `${ratio.toFixed(2)} ×`, ...goal];
      }),
    ),
  ),
);
