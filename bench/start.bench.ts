/**
 * `npm start` until the server is ready: first from a clean clone with a warm package cache, then again.
 *
 *   npm run bench start
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../scripts/terminal.ts";
import { median } from "./statistics.ts";
import { printTable } from "./table.ts";

const RUNS = Number(process.env["RUNS"] ?? 5);
/** Clones, each of which installs and builds everything. */
const CLONES = Number(process.env["CLONES"] ?? 3);
const GOALS_S = { clone: 30, again: 1 } as const;
const READY_DEADLINE_MS = 300_000;
const PROBE_EVERY_MS = 10;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });

/** Seconds from `npm start` to the first answer of `/readyz`. Stops the server again. */
async function start(clone: string): Promise<number> {
  const [port, demo_port] = [await freePort(), await freePort()];
  const started = performance.now();
  const child = Bun.spawn(["npm", "start"], {
    cwd: clone,
    env: {
      ...process.env,
      FANFARE_PORT: `${port}`,
      FANFARE_DEMO_PORT: `${demo_port}`,
      FANFARE_DATA_DIR: join(clone, ".data"),
    },
    stdout: "ignore",
    stderr: "ignore",
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`npm start ended with code ${child.exitCode}.`);
    if (performance.now() - started > READY_DEADLINE_MS) throw new Error("npm start isn't ready after 5 minutes.");
    await Bun.sleep(PROBE_EVERY_MS);
  }
  const seconds = (performance.now() - started) / 1_000;
  child.kill("SIGTERM");
  await child.exited;
  return seconds;
}

const first: number[] = [];
const again: number[] = [];
// Clones are deleted at the end: a file system finds space slower for minutes after it deleted many files.
const directory = mkdtempSync(join(tmpdir(), "fanfare-clone-"));
try {
  for (let run = 0; run < CLONES; run++) {
    const clone = join(directory, `${run}`);
    const git = Bun.spawn(["git", "clone", "--quiet", ROOT, clone], { stdout: "ignore" });
    if ((await git.exited) !== 0) throw new Error("git clone failed.");
    first.push(await start(clone));
    // The first start of all fills the cache.
    if (run === 0) first.pop();
    if (run < CLONES - 1) continue;
    for (let repeat = 0; repeat < RUNS; repeat++) again.push(await start(clone));
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
const row = (what: string, seconds: number, goal: number): readonly string[] => [
  ...[what, `${seconds.toFixed(1)} s`, `≤ ${goal} s`, seconds <= goal ? "met" : "MISSED"],
];
printTable(
  "From `npm start` to ready",
  ["start", "Fanfare", "goal", ""],
  [
    row(`clean clone, warm package cache (median of ${first.length})`, median(first), GOALS_S.clone),
    row(`again (median of ${RUNS})`, median(again), GOALS_S.again),
  ],
);
