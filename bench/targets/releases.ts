import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { chromium } from "@playwright/test";
import { build } from "vite";
import { print, ROOT } from "../../scripts/terminal.ts";
import type { Judged, Recorded, targets } from "./page.ts";

/**
 * Picks elements on pages of an earlier release of third-party templates, and looks for them in a later one. Prints how
 * many were refused, found, and wrong, by release and by kind; with `--list`, also each that wasn't found. Fetches the
 * releases once with `npm pack`: bun bench/targets/releases.ts --list
 *
 * Measures all of these, or with arguments only those releases, on the pages that both of them have:
 * bun bench/targets/releases.ts startbootstrap-resume 6.0.1 6.0.2
 */

/** Releases of page templates that nobody here wrote: an earlier and a later one. */
const PAIRS = [
  ["startbootstrap-sb-admin-2", "4.0.7", "4.1.4"],
  ["startbootstrap-sb-admin-2", "4.0.0", "4.0.7"],
  ["startbootstrap-sb-admin", "5.0.1", "5.1.1"],
  ["startbootstrap-sb-admin", "7.0.5", "7.0.7"],
  ["admin-lte", "3.1.0", "3.2.0"],
  ["admin-lte", "4.0.0", "4.0.2"],
  ["gentelella", "1.3.0", "1.4.0"],
  ["gentelella", "4.0.3", "4.2.0"],
  ["material-dashboard", "2.0.2", "2.1.0"],
  ["material-dashboard", "3.0.9", "3.1.0"],
  ["startbootstrap-agency", "5.0.0", "5.2.2"],
  ["startbootstrap-creative", "5.0.1", "5.1.8"],
  ["startbootstrap-freelancer", "6.0.2", "6.0.6"],
  ["startbootstrap-grayscale", "5.0.2", "5.0.9"],
] as const;
const PAGES = [
  ...["index", "tables", "buttons", "cards", "charts", "login", "register", "layout-static", "starter", "index3"],
  ...["pages/UI/general", "pages/forms/general", "pages/widgets", "pages/examples/profile", "pages/mailbox/mailbox"],
  ...[
    "dist/index",
    "dist/tables/simple",
    "dist/forms/general",
    "dist/UI/general",
    "dist/widgets/cards",
    "dist/charts",
    "dist/tables",
  ],
  ...["index", "tables", "form", "widgets", "profile", "inbox"].flatMap((page) => [
    `production/${page}`,
    `dist/production/${page}`,
  ]),
  ...["examples/dashboard", "examples/user", "examples/notifications", "examples/tables"],
];
/** Pages of other packages: the first ones in alphabetical order, without parts of pages and their libraries' demos. */
const OTHER_PAGES_MAX = 20;
const NO_PAGES = /(?:^|\/)(?:node_modules|vendor|vendors|plugins|partials|_[^/]*)(?:\/|$)|(?:^|\/)_[^/]*$/;
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".css": "text/css",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".svg": "image/svg+xml",
};

function pagesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".html") && !NO_PAGES.test(path))
    .map((path) => path.replace(/\.html$/, ""))
    .sort();
}

/** Unpacks a release into a folder for temporary files, once. */
function unpack(name: string, version: string): string {
  const folder = join(tmpdir(), "fanfare-target-releases");
  // As `npm pack` names it.
  const file = `${name.replace(/^@/, "").replace("/", "-")}-${version}`;
  const place = join(folder, file);
  if (existsSync(place)) return place;
  mkdirSync(place, { recursive: true });
  execFileSync("npm", ["pack", `${name}@${version}`, "--silent"], { cwd: folder });
  execFileSync("tar", ["xzf", `${file}.tgz`, "-C", place, "--strip-components=1"], { cwd: folder });
  return place;
}

async function bundle(): Promise<string> {
  const lib = { entry: join(ROOT, "bench/targets/page.ts"), formats: ["iife" as const], name: "bench" };
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    build: { write: false, minify: false, lib },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first !== undefined && "output" in first ? first.output[0] : undefined;
  if (chunk?.type !== "chunk") throw new Error("Vite made nothing of page.ts.");
  return chunk.code;
}

declare global {
  interface Window {
    targets: typeof targets;
  }
}

const script = await bundle();
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium-headless-shell",
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await (
  await browser.newContext({ javaScriptEnabled: true, viewport: { width: 1280, height: 900 } })
).newPage();
await page.route("**/*", (route) => {
  const { pathname } = new URL(route.request().url());
  const contentType = TYPES[extname(pathname)];
  if (contentType === undefined || !existsSync(pathname)) return route.abort();
  return route.fulfill({ contentType, body: readFileSync(pathname) });
});
const open = async (path: string): Promise<void> => {
  await page.goto(`http://pages.test${path}`);
  await page.addScriptTag({ content: script });
};

const all: { readonly pair: string; readonly judged: Judged }[] = [];
const given = process.argv.slice(2).filter((each) => !each.startsWith("--"));
const asked = given.flatMap((name, index) =>
  index % 3 === 0 ? [[name, given[index + 1] ?? "", given[index + 2] ?? ""]] : [],
);
for (const [name = "", earlier = "", later = ""] of given.length === 0 ? PAIRS : asked) {
  const [from, to] = [unpack(name, earlier), unpack(name, later)];
  const both = pagesIn(from).filter((path) => existsSync(`${to}/${path}.html`));
  for (const path of given.length === 0
    ? PAGES.filter((each) => both.includes(each))
    : both.slice(0, OTHER_PAGES_MAX)) {
    const [before, after] = [`${from}/${path}.html`, `${to}/${path}.html`];
    await open(before);
    const recorded: Recorded = await page.evaluate(() => window.targets.record());
    await open(after);
    const judged = await page.evaluate((earlier_page) => window.targets.judge(earlier_page), recorded);
    all.push(...judged.map((each) => ({ pair: `${name} ${earlier} → ${later} ${path}`, judged: each })));
  }
}
await browser.close();

const share = (part: number, of: number): string => (of === 0 ? "–" : `${Math.round((1000 * part) / of) / 10}%`);
const count = (list: typeof all, ...outcomes: readonly Judged["outcome"][]): number =>
  list.filter(({ judged }) => outcomes.includes(judged.outcome)).length;
const line = (label: string, list: typeof all): string => {
  const taken = list.length - count(list, "refused");
  const judged = count(list, "found", "missed", "wrong");
  return [
    label.padEnd(44),
    `${list.length} picked`.padEnd(13),
    `refused ${share(list.length - taken, list.length)}`.padEnd(15),
    `found ${share(count(list, "found"), judged)} of ${judged}`.padEnd(22),
    `wrong ${count(list, "wrong")}`.padEnd(10),
    `gone ${count(list, "gone")}, unclear ${count(list, "unclear")}`,
  ].join(" ");
};
for (const pair of new Set(all.map((each) => each.pair.split(" ").slice(0, 4).join(" "))))
  print(
    line(
      pair,
      all.filter((each) => each.pair.startsWith(pair)),
    ),
  );
for (const kind of new Set(all.map(({ judged }) => judged.kind)))
  print(
    line(
      kind,
      all.filter(({ judged }) => judged.kind === kind),
    ),
  );
print(line("all", all));
if (process.argv.includes("--list"))
  for (const { pair, judged } of all)
    if (judged.outcome !== "found" && judged.outcome !== "gone")
      print(`${judged.outcome} [${judged.kind}] ${pair}: ${judged.note.replace(/\s+/g, " ")}`);
