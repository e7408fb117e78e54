/**
 * Compares celebration libraries in one run: main-thread cost of a burst of 150 pieces on a high-density screen, and
 * behavior in edge cases.
 *
 *   npm run bench celebrations
 */
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { behavior, type Figures, measureBurst, measureFlood } from "./celebrations/measure.ts";
import { servePages } from "./celebrations/page-server.ts";
import { SUBJECTS } from "./celebrations/subjects.ts";
import { median } from "./statistics.ts";
import { printTable } from "./table.ts";

const RUNS = 5;
const REFERENCE = "canvas-confetti, in its worker";
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Where a page's canvas is painted: in its own process, or in a GPU process, as in most browsers. */
const PAINTERS: readonly { readonly name: string; readonly args: readonly string[]; readonly all: boolean }[] = [
  { name: "painted by the page's process", args: ["--disable-gpu"], all: true },
  {
    name: "painted by the process for the GPU",
    args: [
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
      "--ignore-gpu-blocklist",
      "--enable-gpu-rasterization",
    ],
    all: false,
  },
];

const launch = (args: readonly string[]) =>
  chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? BROWSERS.find(existsSync) ?? "",
    args: ["--no-sandbox", ...args],
  });
const server = servePages(SUBJECTS);

for (const { name: painter, args, all } of PAINTERS) {
  const browser = await launch(args);
  const compared = SUBJECTS.filter(({ name }) => all || name === REFERENCE || name.startsWith("fanfare"));
  const figures = new Map<string, Figures[]>();
  for (let run = 0; run < RUNS; run++) {
    // Interleave subjects within a run, so that other load on the machine affects all of them.
    for (const subject of compared) {
      const measured = await measureBurst(browser, `${server.origin}/${SUBJECTS.indexOf(subject)}`);
      figures.set(subject.name, [...(figures.get(subject.name) ?? []), measured]);
    }
  }
  const mainMs = (name: string): number => median((figures.get(name) ?? []).map(({ main_ms }) => main_ms));
  printTable(
    `A burst of 150 pieces, 1,000 × 700 at double density, ${painter} (medians of ${RUNS} runs)`,
    ["library", "main thread, ms of CPU", "of the reference", "frames, % of an idle page", "goal", ""],
    compared.map(({ name, goal }) => {
      const ratio = mainMs(name) / mainMs(REFERENCE);
      const frames = 100 * median((figures.get(name) ?? []).map((each) => each.frames));
      const verdict = goal === undefined ? ["", ""] : [`≤ ${goal} ×`, ratio <= goal ? "met" : "MISSED"];
      return [name, mainMs(name).toFixed(0), `${ratio.toFixed(2)} ×`, frames.toFixed(0), ...verdict];
    }),
  );
  await browser.close();
}

const browser = await launch(["--disable-gpu"]);
const rows: string[][] = [];
for (const [index, { name }] of SUBJECTS.entries()) {
  const url = `${server.origin}/${index}`;
  server.scriptBytes();
  const usual = await behavior(browser, url, "nothing");
  const bytes = server.scriptBytes();
  const strict = await behavior(browser, url, "policy").catch(() => ({ moves: false, end: "never starts", left: 0 }));
  const less = await behavior(browser, url, "less motion");
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
