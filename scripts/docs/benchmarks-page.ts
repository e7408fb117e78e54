import { join } from "node:path";
import type { BenchTable } from "../../bench/table.ts";
import { ROOT } from "../terminal.ts";
import { table } from "./markdown-table.ts";

/** The last complete run, with what was added later, as {@link BenchRun}. */
export const RESULTS = join(ROOT, "bench/results.json");

/** The tables that one benchmark printed. */
export interface BenchResult {
  /** As in `npm run bench name`. */
  readonly name: string;
  readonly tables: readonly BenchTable[];
}

/** What the benchmarks ran on. */
export interface Machine {
  readonly cores: number;
  readonly memory_gib: number;
  readonly bun: string;
}

export interface BenchRun {
  readonly machine: Machine;
  readonly results: readonly BenchResult[];
  /** Names of benchmarks that ended with an error. */
  readonly failed: readonly string[];
}

const HEAD = `# Benchmarks

<!-- Generated from bench/results.json, which \`npm run bench -- --write\` stores, by scripts/docs/benchmarks-page.ts. -->

This page lists what Fanfare costs next to references in the same run. It's for people who plan a server or compare tools.

Compare the ratios. Other figures depend on the machine. Figures that miss their goal are marked.
`;

/**
 * The page of one complete run. `bounds`: by benchmark, what bounds the figures that miss their goal.
 *
 * @example
 * benchmarksPage(JSON.parse(readFileSync(RESULTS, "utf8")), BOUNDS);
 */
export function benchmarksPage(
  { machine: { cores, memory_gib, bun }, results, failed }: BenchRun,
  bounds: Readonly<Record<string, string>>,
): string {
  const machine = `\nMeasured with \`npm run bench\` on ${cores} cores with ${memory_gib} GiB of memory and Bun ${bun}. Each section names the command that repeats it.\n`;
  const ended = failed.map((name) => `\`${name}\``).join(", ");
  const errors = failed.length === 0 ? "" : `\nNot measured in this run: ${ended}.\n`;
  return `${HEAD}${machine}${errors}${results.map((each) => sections(each, bounds[each.name])).join("")}`;
}

/** The bounds are below the last table of the benchmark that has a missed goal. */
function sections({ name, tables }: BenchResult, bound: string | undefined): string {
  const last = tables.findLast(isMissed);
  if (last !== undefined && bound === undefined)
    throw new Error(`The benchmark ${name} misses a goal without a bound.`);
  return tables
    .map((each) => `${section(name, each)}${each === last ? `\n**What bounds it:** ${bound}\n` : ""}`)
    .join("");
}

const FIGURES_BEGIN = "<!-- Generated from bench/results.json by node_modules/.bin/bun scripts/docs.ts. -->\n\n";
const FIGURES_END = "<!-- End of the figures. -->";

/** A row of a benchmark that the README shows. */
export interface Figure {
  readonly what: string;
  readonly benchmark: string;
  /** First cells of the row. */
  readonly row: readonly string[];
  /** Head of the column with the ratio. */
  readonly column: string;
  readonly reference: string;
}

export const FIGURES: readonly Figure[] = [
  {
    ...{ what: "CPU per delivered event, 1 channel with 1,000 subscribers", reference: "A bare Bun topic" },
    ...{ benchmark: "fan-out", row: ["1 channel × 1,000, faster than the wire"], column: "ratio" },
  },
  {
    ...{ what: "p99 from a publish to the last of 1,000 subscribers", reference: "A bare Bun topic" },
    ...{ benchmark: "latency", row: ["1 channel"], column: "ratio" },
  },
  {
    ...{ what: "CPU per delivered event, 100 channels with 10 subscribers each", reference: "A bare Bun topic" },
    ...{ benchmark: "fan-out", row: ["100 channels × 10"], column: "ratio" },
  },
  {
    ...{ what: "Main-thread time of 150 pieces of confetti, in a worker", reference: "canvas-confetti in its worker" },
    ...{ benchmark: "celebrations", row: ["fanfare, in a worker"], column: "of the reference" },
  },
  {
    ...{ what: "Events per second, stored durably (higher is better)", reference: "Bare SQLite with the same rows" },
    ...{ benchmark: "ingest", row: ["acknowledged, per second"], column: "ratio" },
  },
];

/** By benchmark: what bounds the figures that miss their goal, and how that was found. */
export const BOUNDS: Readonly<Record<string, string>> = {
  boot: "A response reads the person, their runs, what they hid, and waiting messages from the database, and evaluates each item. In a CPU profile of `verified`, SQLite took about 18%, headers and body 18%, the runtime 15%, and no other part more than 9%.",
  celebrations:
    "In the page, 150 pieces are painted on the main thread. As the two tables of a burst show, most of the time is painting. No frame is lost. canvas-confetti paints at a density of 1, Fanfare at a higher one.",
  connections:
    "A bare server that exchanges the same messages takes 1.3 to 1.4 times the bare topic's CPU. Of the rest, the request and the subscription take about 40% each, and the first frame 20%. In a profile of the process, compiling JavaScript took 9%. Checking the signature took 3% of the time in JavaScript. In a loop without a network, Fanfare's own code takes 7 to 10 µs per connection.",
  "fan-out":
    "At 100 messages per second, most of the time is the kernel's send, which both share. It took 4.6 of 5.6 µs in a profile of the bare topic.",
  "first-card":
    "driver.js is part of the page, and shows what the page contains. On the first page, Fanfare loads its core, asks its server what this person may see, and loads the player. Each of these takes a round trip. On the next page, a trace shows no wait for the network after the HTML. There, the core takes 80 ms of 245, and the player from the browser's cache 62 ms. Opening the tour takes 24 ms, mostly for the lock between tabs. The target must keep its place for two frames, 35 ms. Layout and drawing take 44 ms.",
  herd: "Bun accepts the waiting connections and reads their requests in one turn of its loop. Fanfare's part runs in slices of 8 handshakes. When all ran in one turn, p99 beside pusher-js was 280 ms. Slices of 4 instead of 20 only lowered it from 22 to 20 ms.",
  nodes:
    "Each node reads each event from Redis, which costs it about 9 µs of CPU. Shared by 10 deliveries, that's 1.7 µs each. By 1,000, it's 0.02 µs. Faster than the wire, the size of entries in the log counts, too. A node writes to each connection once per entry. Without Redis, it writes once per burst.",
  ingest: "What a destination gets is also stored as a delivery, in the same transaction, and then sent.",
};

/** A page with the current figures, if it has a place for them. */
export function withFigures(page: string, { results }: Pick<BenchRun, "results">, figures: readonly Figure[]): string {
  const [before, rest = ""] = page.split(FIGURES_BEGIN);
  const end = rest.indexOf(FIGURES_END);
  if (before === undefined || end === -1) return page;
  const rows = figures.map((figure) => [figure.what, ratioOf(results, figure), figure.reference]);
  return `${before}${FIGURES_BEGIN}${table([["What", "Ratio", "Compared with"], ...rows])}\n${rest.slice(end)}`;
}

function ratioOf(results: readonly BenchResult[], { benchmark, row, column }: Figure): string {
  const tables = results.find(({ name }) => name === benchmark)?.tables ?? [];
  for (const { head, rows } of tables) {
    const found = rows.find((cells) => row.every((cell, index) => cells[index] === cell));
    const ratio = found?.[head.indexOf(column)];
    if (ratio !== undefined) return ratio;
  }
  throw new Error(`The benchmark ${benchmark} has no row ${row.join(", ")} with the column ${column}.`);
}

const isMissed = ({ rows }: BenchTable): boolean => rows.some((row) => row.includes("MISSED"));

function section(name: string, { title, head, rows }: BenchTable): string {
  const [, what = title, how] = /^(.*?)(?: \(([^()]*)\))?$/.exec(title) ?? [];
  const measured = how === undefined ? "" : `${how.charAt(0).toUpperCase()}${how.slice(1)}. `;
  const cells = rows.map((row) => head.map((_, column) => cell(row[column] ?? "")));
  return `\n## ${what}\n\n${measured}\`npm run bench ${name}\`\n\n${table([head.map((each) => each || "result"), ...cells])}`;
}

function cell(text: string): string {
  if (text === "met") return "reached";
  return text === "MISSED" ? "missed" : text.replaceAll("|", "\\|");
}
