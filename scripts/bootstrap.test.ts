import { afterAll, expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import lock from "../package-lock.json" with { type: "json" };
import { ROOT } from "./terminal.ts";

const directory = mkdtempSync(join(tmpdir(), "fanfare-bootstrap-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Records its arguments and installs Bun. Its cache lacks a version if OLD_CACHE is set. */
const NPM = `
const { appendFileSync, mkdirSync, symlinkSync, rmSync, writeFileSync } = require("node:fs");
const args = process.argv.slice(2);
appendFileSync("npm-calls", args.filter((arg) => /dev|offline/.test(arg)).join(" ") + "\\n");
if (process.env.OLD_CACHE && args.includes("--prefer-offline")) process.exit(1);
mkdirSync("node_modules/.bin", { recursive: true });
rmSync("node_modules/.bin/bun", { force: true });
symlinkSync(process.env.BUN, "node_modules/.bin/bun");
const dev = args.includes("--include=dev") ? { "node_modules/typescript": { dev: true } } : {};
writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages: { "node_modules/bun": {}, ...dev } }));
`;

/** A clone whose commands print their name. */
function cloneWith(name: string) {
  const clone = join(directory, name);
  mkdirSync(join(clone, "scripts"), { recursive: true });
  for (const file of ["bootstrap.mjs", "run.mjs", "bunfig.toml"]) {
    cpSync(join(ROOT, "scripts", file), join(clone, "scripts", file));
  }
  for (const file of ["package.json", "package-lock.json", "tsconfig.json"]) writeFileSync(join(clone, file), "{}");
  for (const command of ["start", "test"]) {
    writeFileSync(join(clone, "scripts", `${command}.ts`), `console.log("${command} runs");`);
  }
  writeFileSync(join(clone, "npm.js"), NPM);
  const calls = join(clone, "npm-calls");
  return {
    clone,
    /** Runs `npm start` or `npm test`, and returns how it called npm. */
    run(command: "start" | "test", environment: Readonly<Record<string, string>> = {}): readonly string[] {
      rmSync(calls, { force: true });
      const { stdout } = Bun.spawnSync(["node", "scripts/run.mjs", command], {
        cwd: clone,
        env: { ...process.env, BUN: process.execPath, npm_execpath: join(clone, "npm.js"), ...environment },
      });
      expect(stdout.toString()).toBe(`${command} runs\n`);
      return existsSync(calls) ? readFileSync(calls, "utf8").trim().split("\n") : [];
    },
  };
}

test("npm start installs no packages of tests, and npm test adds them", () => {
  const { run } = cloneWith("new");
  expect(run("start")).toEqual(["--omit=dev --prefer-offline"]);
  expect(run("start")).toEqual([]);
  expect(run("test")).toEqual(["--include=dev --prefer-offline"]);
  expect([run("test"), run("start")]).toEqual([[], []]);
});

test("npm start keeps installed packages of tests after an update", () => {
  const { clone, run } = cloneWith("updated");
  run("test");
  writeFileSync(join(clone, "package.json"), '{ "version": "2.0.0" }');
  expect(run("start")).toEqual(["--include=dev --prefer-offline"]);
  rmSync(join(clone, "node_modules/.fanfare-installed"));
  expect(run("start")).toEqual(["--include=dev --prefer-offline"]);
});

test("npm start asks the registry when npm's cache doesn't know a version", () => {
  const { run } = cloneWith("old-cache");
  expect(run("start", { OLD_CACHE: "1" })).toEqual(["--omit=dev --prefer-offline", "--omit=dev"]);
});

// Cast: entries have different fields.
const packages = lock.packages as Readonly<Record<string, { readonly dev?: boolean }>>;
/** What `npm start` and `npx fanfare` run, and the pages that they build. */
const ENTRIES: readonly string[] = [
  ...["scripts/start.ts", "scripts/build.ts", "server/src/cli.ts", "demo/src/server.ts", "demo/src/page/main.ts"],
  ...["sdk/vite.config.ts", "sdk/src/index.ts", "console/vite.config.ts", "console/src/main.ts"],
];
const transpilers = { ts: new Bun.Transpiler({ loader: "ts" }), tsx: new Bun.Transpiler({ loader: "tsx" }) };

/** Imported packages, with a file that imports each. Follows imports of the repository's own files. */
function packagesFrom(file: string, found = new Map<string, string>(), seen = new Set<string>()): Map<string, string> {
  if (seen.has(file) || !/\.(?:tsx?|css)$/.test(file)) return found;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  const imports = file.endsWith(".css")
    ? [...text.matchAll(/@import "([^"]+)"/g)].map(([, path = ""]) => path)
    : transpilers[file.endsWith("x") ? "tsx" : "ts"].scanImports(text).map(({ path }) => path);
  for (const path of imports.filter((each) => !/^(?:node|bun)(?::|$)|\?/.test(each))) {
    const name = /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? "";
    if (!path.startsWith(".") && !name.startsWith("@fanfare/")) found.set(name, file);
    else packagesFrom(Bun.resolveSync(path, dirname(file)), found, seen);
  }
  return found;
}

test("npm start and npx fanfare need no package that only tests install", () => {
  const found = ENTRIES.map((entry) => packagesFrom(join(ROOT, entry))).flatMap((each) => [...each]);
  expect(new Map(found).size).toBeGreaterThan(40);
  const missing = found.filter(([name]) => packages[`node_modules/${name}`]?.dev !== undefined);
  expect(missing.map(([name, file]) => `${name}, which ${file} imports`)).toEqual([]);
});
