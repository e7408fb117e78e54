/**
 * Celebrations side by side in one run: what a burst of 150 pieces costs the page's main thread on a screen of double
 * density, and how each library behaves where it gets difficult.
 *
 *   npm run bench celebrations
 */
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { behaviour, type Figures, measureBurst, measureFlood } from "./celebrations/measure.ts";
import { servePages } from "./celebrations/page-server.ts";
import { SUBJECTS } from "./celebrations/subjects.ts";
import { median } from "./statistics.ts";
import { printTable } from "./table.ts";

const RUNS = 5;
const REFERENCE = "canvas-confetti, in its worker";
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

const server = servePages(SUBJECTS);
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? BROWSERS.find(existsSync) ?? "",
  args: ["--no-sandbox", "--disable-gpu"],
});

const figures = new Map<string, Figures[]>();
for (let run = 0; run < RUNS; run++) {
  // One after the other within a run: what else the machine does meets all of them.
  for (const [index, { name }] of SUBJECTS.entries()) {
    figures.set(name, [...(figures.get(name) ?? []), await measureBurst(browser, `${server.origin}/${index}`)]);
  }
}
const mainMs = (name: string): number => median((figures.get(name) ?? []).map(({ main_ms }) => main_ms));
printTable(
  `A burst of 150 pieces, 1,000 × 700 at double density, medians of ${RUNS}`,
  ["library", "main thread, ms", "of the reference", "frames, % of rest"],
  SUBJECTS.map(({ name }) => [
    name,
    mainMs(name).toFixed(0),
    `${(mainMs(name) / mainMs(REFERENCE)).toFixed(2)} ×`,
    (100 * median((figures.get(name) ?? []).map(({ frames }) => frames))).toFixed(0),
  ]),
);

const rows: string[][] = [];
for (const [index, { name }] of SUBJECTS.entries()) {
  const url = `${server.origin}/${index}`;
  server.scriptBytes();
  const usual = await behaviour(browser, url, "nothing");
  const bytes = server.scriptBytes();
  const strict = await behaviour(browser, url, "policy").catch(() => ({ moves: false, end: "never starts", left: 0 }));
  const less = await behaviour(browser, url, "less motion");
  const flood = await measureFlood(browser, url);
  rows.push([
    name,
    String(bytes),
    usual.scale.toFixed(1),
    String(usual.left),
    `${strict.moves ? "plays" : "shows nothing"}, ${strict.end}, ${strict.left} left`,
    less.moves ? "moves all the same" : "stands still",
    `${flood.main_ms.toFixed(0)} ms, ${flood.canvases} canvas`,
  ]);
}
printTable(
  "Where it gets difficult",
  ["library", "bytes, gzip", "density of 2", "left", "default-src 'self'", "reduced motion", "1,000 calls in a second"],
  rows,
);

await browser.close();
server.stop();
