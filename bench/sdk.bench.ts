/**
 * Compares the SDK with other tour libraries in one run: bytes loaded, main-thread cost, and idle activity. The
 * main-thread cost covers startup and a first step at 4× CPU throttling.
 *
 *   npm run bench sdk
 *   BENCH_COPYLEFT=1 npm run bench sdk
 *
 * driver.js and react-joyride are MIT and installed. Shepherd and intro.js are AGPL-3.0 (intro.js is also sold
 * commercially): they aren't dependencies of this repository, and it contains none of their code. With the variable,
 * npm downloads them into `.cache/bench-libraries` to run them; nothing is shipped.
 *
 * The other libraries only draw steps. Fanfare also evaluates targeting, stores state, reports to the server, and stays
 * connected.
 */
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { type Bundle, bundle, FETCHED_TO } from "./sdk/bundle.ts";
import { measureIdle, measureWork, type Work } from "./sdk/measure.ts";
import { servePages } from "./sdk/page-server.ts";
import { FETCHED, subjects } from "./sdk/subjects.ts";
import { median } from "./statistics.ts";
import { printTable } from "./table.ts";

const RUNS = 5;
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const REFERENCE = "driver.js";
/** First visit, repeat visit, and first step shown. */
const MODES = ["boot", "again", "step"] as const;
type Mode = (typeof MODES)[number];
/** Browsers cache compiled scripts after two visits. */
const EARLIER_VISITS = 2;

const copyleft = process.env["BENCH_COPYLEFT"] === "1";
if (copyleft) {
  const install = ["npm", "install", "--no-save", "--ignore-scripts", "--prefix", FETCHED_TO, ...FETCHED];
  if ((await Bun.spawn(install, { stdio: ["ignore", "ignore", "inherit"] }).exited) !== 0) process.exit(1);
}
const list = subjects(copyleft).map((subject, index) => ({ ...subject, id: `s${index}` }));

const bundles = new Map<string, Bundle>([["nothing", { script: "", css: "" }]]);
for (const subject of list) {
  const { boot, step } = subject;
  bundles.set(`${subject.id}-boot`, await bundle(subject, boot));
  if (step !== undefined) bundles.set(`${subject.id}-step`, await bundle(subject, step));
}
const server = servePages(bundles);
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? BROWSERS.find(existsSync) ?? "",
  args: ["--no-sandbox", "--disable-gpu"],
});

const works = new Map<string, Work[]>();
const bytes = new Map<string, number>();
/** Cost of loading an empty script, measured again before each library and subtracted from its figures. */
const nothing = new Map<string, Work[]>();
const keep = (all: Map<string, Work[]>, key: string, work: Work): void => {
  all.set(key, [...(all.get(key) ?? []), work]);
};
for (let run = 0; run < RUNS; run++) {
  // Interleave subjects within a run, so that other load on the machine affects all of them.
  for (const { id, card } of list) {
    const first = await measureWork(browser, server.origin, "nothing");
    for (const mode of MODES) {
      if (mode === "step" && card === undefined) continue;
      const earlier_visits = mode === "again" ? EARLIER_VISITS : 0;
      const empty =
        earlier_visits === 0 ? first : await measureWork(browser, server.origin, "nothing", { earlier_visits });
      keep(nothing, `${id}-${mode}`, empty);
      const key = `${id}-${mode}`;
      server.sentBytes();
      const work = await measureWork(browser, server.origin, `${id}-${mode === "step" ? mode : "boot"}`, {
        card: mode === "step" ? card : undefined,
        earlier_visits,
      });
      bytes.set(key, server.sentBytes());
      keep(works, key, work);
    }
  }
}

const mid = (all: readonly Work[], of: (work: Work) => number): number => median(all.map(of));
const figures = (id: string, mode: Mode) => {
  const all = works.get(`${id}-${mode}`) ?? [];
  const empty = nothing.get(`${id}-${mode}`) ?? [];
  /** Differences of neighboring runs, so that other load on the machine affects both. */
  const net = (of: (work: Work) => number): number => median(all.map((work, run) => of(work) - of(empty[run] ?? work)));
  return {
    main: net((work) => work.main_ms),
    script: net((work) => work.script_ms),
    long: mid(all, (w) => w.long_tasks),
    longest: mid(all, (w) => w.longest_ms),
  };
};
const reference = list.find(({ name }) => name === REFERENCE)?.id ?? "";
for (const [mode, title] of [
  ["boot", "Started, with nothing to show"],
  ["again", "Started on the third visit, with nothing to show"],
  ["step", "A first step at an element"],
] as const) {
  const base = figures(reference, mode);
  const base_bytes = bytes.get(`${reference}-${mode}`) ?? 0;
  printTable(
    `${title}: medians of ${RUNS}, processor slowed 4 ×`,
    [
      ...["library", "bytes, gzip", `of ${REFERENCE}`, "main thread, ms", `of ${REFERENCE}`, "script, ms"],
      ...["tasks over 50 ms", "the longest, ms"],
    ],
    list.flatMap(({ id, name }) => {
      if (!works.has(`${id}-${mode}`)) return [];
      const { main, script, long, longest } = figures(id, mode);
      const sent = bytes.get(`${id}-${mode}`) ?? 0;
      return [
        [
          ...[name, String(sent), base_bytes === 0 ? "–" : `${(sent / base_bytes).toFixed(2)} ×`, main.toFixed(1)],
          // No ratio if the cost is within that of the empty script.
          ...[base.main < 1 ? "–" : `${(main / base.main).toFixed(2)} ×`, script.toFixed(1)],
          ...[String(long), longest === 0 ? "–" : longest.toFixed(0)],
        ],
      ];
    }),
  );
}

const idle: string[][] = [];
for (const { id, name, card } of list) {
  for (const [mode, what] of [
    ["boot", "nothing shown"],
    ["step", "a step open"],
  ] as const) {
    if (mode === "step" && card === undefined) continue;
    const asked = await measureIdle(browser, server.origin, `${id}-${mode}`, mode === "step" ? card : undefined);
    const each = ({ frames, reads, timers }: typeof asked): readonly number[] => [frames, reads, timers];
    idle.push([`${name}, ${what}`, ...each(asked).map((count) => (count / asked.seconds).toFixed(1))]);
  }
}
printTable("Idle, per second", ["library", "frames", "layout reads", "timers under 30 s"], idle);

await browser.close();
server.stop();
