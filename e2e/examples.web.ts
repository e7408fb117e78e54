import { execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import packageJson from "../sdk/package.json" with { type: "json" };
import { card, confetti, expect, stepTitle, test } from "./support/fixtures.ts";
import {
  APP,
  BUN,
  freePort,
  processOf,
  SERVER,
  type ServerProcess,
  type TestServer,
  untilAnswers,
} from "./support/test-server.ts";

const ROOT = process.cwd();
/** What the examples install from a registry, installed already. */
const LINKED = [
  ...["react", "react-dom", "scheduler", "vue", "vite", "@vitejs", "laravel-echo", "pusher-js", "@microsoft"],
  ...["jose", "pusher"],
];
const VITE = ["node", "node_modules/vite/bin/vite.js"] as const;
const PREVIEW = [...VITE, "preview", "--host", "127.0.0.1", "--port", "PORT"];
const NEXT = ["node", "node_modules/next/dist/bin/next"] as const;

interface Example {
  readonly build?: readonly string[];
  readonly start: readonly string[];
  /** Its framework is too large for the lock file: installs from the registry that npm uses. */
  readonly registry?: true;
}

/** Commands without npm, which would outlive the test as a parent of the server. */
const EXAMPLES: Readonly<Record<string, Example>> = {
  plain: { start: ["node", "serve.mjs"] },
  react: { build: [...VITE, "build"], start: PREVIEW },
};
const NIGHTLY_EXAMPLES: Readonly<Record<string, Example>> = {
  vue: { build: [...VITE, "build"], start: PREVIEW },
  echo: { build: [...VITE, "build"], start: PREVIEW },
  signalr: { build: [...VITE, "build"], start: PREVIEW },
  php: { start: ["php", "-S", "127.0.0.1:PORT", "server.php"] },
  laravel: { start: ["php", "-S", "127.0.0.1:PORT", "public/index.php"] },
  django: { start: ["/usr/bin/python3", "orders.py", "runserver", "127.0.0.1:PORT", "--noreload"] },
  svelte: { build: [...VITE, "build"], start: PREVIEW, registry: true },
  solid: { build: [...VITE, "build"], start: PREVIEW, registry: true },
  angular: {
    build: ["node", "node_modules/@angular/cli/bin/ng.js", "build"],
    ...{ start: ["node", "serve.mjs"], registry: true },
  },
  next: { build: [...NEXT, "build"], start: [...NEXT, "start", "-H", "127.0.0.1", "-p", "PORT"], registry: true },
};

test.use({ serverOptions: { demo: false, contents: { contents: [] } } });

const environmentOf = (server: TestServer) => ({
  ...process.env,
  SERVER_URL: server.url,
  FANFARE_APP_ID: APP.id,
  FANFARE_APP_KEY: APP.key,
  FANFARE_APP_SECRET: APP.secret,
  FANFARE_DATA_DIR: server.data_dir,
  NEXT_TELEMETRY_DISABLED: "1",
});

const projects: string[] = [];
test.afterAll(() => {
  for (const project of projects) rmSync(project, { recursive: true, force: true });
});

function copyExamples(npmrc: string): string {
  const project = mkdtempSync(join(tmpdir(), "fanfare-examples-"));
  projects.push(project);
  cpSync(join(ROOT, "examples"), join(project, "examples"), { recursive: true });
  writeFileSync(join(project, "package.json"), '{"name":"examples","private":true,"type":"module"}');
  writeFileSync(join(project, ".npmrc"), `audit=false\nfund=false\n${npmrc}`);
  return project;
}

const npmInstall = (cwd: string, ...packages: readonly string[]) =>
  promisify(execFile)("npm", ["install", ...packages], { cwd });

/** Where all examples are that need no registry. The package has the same bytes on every server, so install it once. */
let shared: Promise<string> | undefined;

async function installShared(sdk: string): Promise<string> {
  const project = copyExamples("registry=http://127.0.0.1:9/\nfetch-retries=0\n");
  await npmInstall(project, sdk);
  for (const name of LINKED) {
    mkdirSync(dirname(join(project, "node_modules", name)), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), join(project, "node_modules", name));
  }
  return project;
}

/** An example as a customer has it: its own package.json, with the package of this server. */
async function installFromRegistry(name: string, sdk: string): Promise<string> {
  const project = copyExamples("");
  const file = join(project, "examples", name, "package.json");
  writeFileSync(file, readFileSync(file, "utf8").replace(/http:\/\/localhost:4000\/sdk\/npm\/[^"]+/, sdk));
  await npmInstall(dirname(file));
  // The backend that the examples share is in the folder above.
  for (const each of ["jose", "pusher"]) await npmLink(project, dirname(file), each);
  return project;
}

async function npmLink(project: string, example: string, name: string): Promise<void> {
  mkdirSync(join(project, "node_modules"), { recursive: true });
  symlinkSync(join(example, "node_modules", name), join(project, "node_modules", name));
}

/** Builds and starts an example as its README describes. Returns its process and URL. */
async function startExample(name: string, example: Example, server: TestServer): Promise<[ServerProcess, string]> {
  const sdk = `${server.url}/sdk/npm/fanfare-sdk-${packageJson.version}.tgz`;
  if (example.registry === undefined) shared ??= installShared(sdk);
  const project = example.registry ? await installFromRegistry(name, sdk) : await shared;
  const cwd = join(project ?? "", "examples", name);
  const port = String(await freePort());
  const env = { ...environmentOf(server), PORT: port };
  const inFolder = ([command = "", ...args]: readonly string[]) =>
    [
      command,
      args.map((arg) =>
        arg.startsWith("node_modules/") && example.registry === undefined ? join(ROOT, arg) : arg.replace("PORT", port),
      ),
    ] as const;
  if (example.build !== undefined) await promisify(execFile)(...inFolder(example.build), { cwd, env });
  const started = processOf(spawn(...inFolder(example.start), { cwd, env, stdio: ["ignore", "pipe", "pipe"] }));
  const url = `http://127.0.0.1:${port}/`;
  await untilAnswers(started, url);
  return [started, url];
}

const all = process.env["NIGHTLY"] === undefined ? EXAMPLES : { ...EXAMPLES, ...NIGHTLY_EXAMPLES };
for (const [name, example] of Object.entries(all)) {
  test(`the example ${name} shows a tour, hides it for good, and celebrates a live update`, async ({
    server,
    page,
  }) => {
    const push = [SERVER, "content", "push", "--dir", "examples/content", "--publish"];
    await promisify(execFile)(BUN, push, { cwd: ROOT, env: environmentOf(server) });
    const [started, url] = await startExample(name, example, server);
    try {
      const problems: string[] = [];
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("console", (line) => {
        if (line.type() === "error" && !line.location().url.endsWith("/favicon.ico")) problems.push(line.text());
      });

      await page.goto(url);
      await expect(stepTitle(page)).toHaveText("Welcome");
      const stored = page.waitForResponse((response) => response.url().includes("/v1/suppressions") && response.ok());
      await card(page).getByRole("checkbox", { name: "Do not show again for 365 days" }).check();
      await card(page).getByRole("button", { name: "Close" }).click();
      await stored;
      await page.reload();

      await expect(page.locator("#status")).toHaveText("Live");
      await expect(card(page)).toHaveCount(0);
      await page.getByRole("button", { name: "Ship an order" }).click();
      await expect(page.locator("#orders li")).toHaveText([/^TL-\d+$/]);
      await expect(confetti(page)).toHaveCount(1);
      expect(problems).toEqual([]);
    } finally {
      await started.stop();
    }
  });
}
