import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, stepTitle, test } from "./support/fixtures.ts";
import { NIGHTLY } from "./support/nightly.ts";
import { freePort, processOf, type ServerProcess, untilAnswers } from "./support/test-server.ts";

const ROOT = dirname(import.meta.dirname);
/** What the first page promises, for one processor: wall time depends on what else the machine does. */
const CPU_SECONDS_MAX = 5 * 60;
const TICKS_PER_SECOND = 100;

/** The blocks of the first page in one language, in order. */
function blocks(language: string): readonly string[] {
  const page = readFileSync(join(ROOT, "docs/start/getting-started.md"), "utf8");
  const fence = new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)\\n *\`\`\`$`, "gm");
  return [...page.matchAll(fence)].map(([, indent = "", code = ""]) =>
    code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  );
}

/** A folder with Node.js and a shell, and nothing else. */
function programs(directory: string): string {
  const folder = join(directory, "bin");
  mkdirSync(folder);
  symlinkSync(process.execPath, join(folder, "node"));
  for (const name of ["npm", "npx"]) symlinkSync(join(dirname(process.execPath), name), join(folder, name));
  symlinkSync("/bin/sh", join(folder, "sh"));
  return folder;
}

/** Seconds that a process and its descendants spent on processors, also those that ended. */
function cpuSeconds(pid: number): number {
  const stats = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/stat`))
    .map((name) => {
      // The name of a program can contain spaces and parentheses.
      const fields = readFileSync(`/proc/${name}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
      const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
      return { pid: Number(name), parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
    });
  const secondsOf = (each: number): number =>
    stats.filter(({ parent }) => parent === each).reduce((sum, child) => sum + secondsOf(child.pid), 0) +
    (stats.find((stat) => stat.pid === each)?.seconds ?? 0);
  return secondsOf(pid);
}

async function untilPrinted(part: ServerProcess, what: RegExp): Promise<string> {
  const match = (): string | undefined =>
    part.lines.map((line) => what.exec(line)?.[0]).find((each) => each !== undefined);
  await expect.poll(match, { timeout: 15 * 60_000 }).toBeDefined();
  return match() ?? "";
}

test.setTimeout(30 * 60_000);

test("the first page leads a machine with Node.js alone from a clone to a tour", NIGHTLY, async ({ page }) => {
  const directory = mkdtempSync(join(tmpdir(), "fanfare-newcomer-"));
  const clone = join(directory, "fanfare");
  execFileSync("git", ["clone", "--quiet", ROOT, clone]);
  const [port, demo_port, page_port] = [await freePort(), await freePort(), await freePort()];
  const inherited = Object.entries(process.env).filter(([name]) => !/^(?:FANFARE|npm|TEST|NODE|CI)(?:_|$)/.test(name));
  const env = {
    ...Object.fromEntries(inherited),
    PATH: programs(directory),
    // The page's ports may be in use here.
    ...{ FANFARE_PORT: `${port}`, FANFARE_DEMO_PORT: `${demo_port}` },
    ...{ SERVER_URL: `http://localhost:${port}`, PORT: `${page_port}` },
  };
  const ended: Promise<unknown>[] = [];
  const run = (command: string): ServerProcess => {
    const child = spawn("sh", ["-c", `exec ${command}`], { cwd: clone, env, stdio: ["ignore", "pipe", "pipe"] });
    // Includes what npm started and doesn't wait for.
    ended.push(once(child, "close"));
    return processOf(child);
  };
  const [start = "", push = "", example = "", ...others] = blocks("sh");
  expect(others).toEqual([]);
  const server = run(start);
  const running = [server];
  try {
    await page.goto(await untilPrinted(server, /http:\/\/localhost:\d+\/console\/setup\S+/));
    await page.getByLabel("Your name").fill("Ada Larkspur");
    await page.getByLabel("Email address").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill("a long pass phrase");
    await page.getByRole("button", { name: "Create workspace" }).click();
    await expect(page.getByRole("link", { name: "Welcome to the order desk" })).toBeVisible();
    await page.goto(await untilPrinted(server, /http:\/\/127\.0\.0\.1:\d+\/$/));
    await expect(stepTitle(page)).toHaveText("Welcome to the order desk");

    const pushed = run(push);
    await expect.poll(() => pushed.running(), { timeout: 60_000 }).toBe(false);
    expect(await pushed.stop(), pushed.lines.join("\n")).toBe(0);
    const shop = run(example);
    running.push(shop);
    const url = `http://127.0.0.1:${page_port}/`;
    await untilAnswers(shop, url);
    await page.goto(url);
    await expect(stepTitle(page)).toHaveText("Welcome");
    await expect(page.locator("#status")).toHaveText("Live");

    // What the page shows of the code is what has just run.
    const sources = ["plain/page.js", "backend.mjs"].map((file) => readFileSync(join(clone, "examples", file), "utf8"));
    const snippets = blocks("js");
    expect(snippets.length).toBeGreaterThan(2);
    for (const snippet of snippets)
      expect(
        sources.some((source) => source.includes(snippet)),
        snippet,
      ).toBe(true);
    expect(running.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0)).toBeLessThan(CPU_SECONDS_MAX);
    // Tests, checks, and benchmarks need these.
    expect(existsSync(join(clone, "node_modules/@playwright"))).toBe(false);
  } finally {
    for (const each of running.reverse()) await each.stop();
    await Promise.all(ended);
    rmSync(directory, { recursive: true, force: true });
  }
});
