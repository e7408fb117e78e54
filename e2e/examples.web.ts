import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import packageJson from "../sdk/package.json" with { type: "json" };
import { card, confetti, expect, stepTitle, test } from "./support/fixtures.ts";
import { APP, BUN, SERVER, type TestServer } from "./support/test-server.ts";

const ROOT = process.cwd();
/** What the examples install from a registry, installed already. */
const LINKED = [
  ...["react", "react-dom", "scheduler", "vue", "vite", "@vitejs", "laravel-echo", "pusher-js", "@microsoft"],
  ...["jose", "pusher"],
];
const VITE = join(ROOT, "node_modules/vite/bin/vite.js");
/** `npm test` runs these; the nightly run all. */
const EXAMPLES = ["plain", "react", ...(process.env["NIGHTLY"] === undefined ? [] : ["vue", "echo", "signalr"])];

test.use({ serverOptions: { demo: false, contents: { contents: [] } } });

const environmentOf = (server: TestServer) => ({
  ...process.env,
  SERVER_URL: server.url,
  FANFARE_APP_ID: APP.id,
  FANFARE_APP_KEY: APP.key,
  FANFARE_APP_SECRET: APP.secret,
  FANFARE_DATA_DIR: server.data_dir,
  PORT: "0",
});

/** The examples as a customer has them, with the SDK's package from the server and no registry. */
async function installExamples(server: TestServer, project: string): Promise<void> {
  cpSync(join(ROOT, "examples"), join(project, "examples"), { recursive: true });
  writeFileSync(join(project, "package.json"), '{"name":"examples","private":true,"type":"module"}');
  writeFileSync(join(project, ".npmrc"), "registry=http://127.0.0.1:9/\nfetch-retries=0\naudit=false\nfund=false\n");
  const sdk = `${server.url}/sdk/npm/fanfare-sdk-${packageJson.version}.tgz`;
  await promisify(execFile)("npm", ["install", sdk], { cwd: project });
  for (const name of LINKED) {
    mkdirSync(dirname(join(project, "node_modules", name)), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), join(project, "node_modules", name));
  }
}

/** Starts an example as its README describes. Returns its process and URL. */
async function startExample(name: string, server: TestServer, project: string): Promise<[ChildProcess, string]> {
  const cwd = join(project, "examples", name);
  const env = environmentOf(server);
  if (name !== "plain") await promisify(execFile)("node", [VITE, "build"], { cwd, env });
  const args = name === "plain" ? ["serve.mjs"] : [VITE, "preview", "--host", "127.0.0.1", "--port", "0"];
  const child = spawn("node", args, { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  for await (const text of child.stdout) {
    printed += String(text);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: Vite prints the URL in color
    const [url] = /http:\/\/127\.0\.0\.1:\d+\//.exec(printed.replaceAll(/\u001b\[\d+m/g, "")) ?? [];
    if (url !== undefined) return [child, url];
  }
  throw new Error(`The example ${name} ended:\n${printed}`);
}

for (const name of EXAMPLES) {
  test(`the example ${name} shows a tour, hides it for good, and celebrates a live update`, async ({
    server,
    page,
  }) => {
    const project = mkdtempSync(join(tmpdir(), "fanfare-examples-"));
    let child: ChildProcess | undefined;
    try {
      const push = [SERVER, "content", "push", "--dir", "examples/content", "--publish"];
      await promisify(execFile)(BUN, push, { cwd: ROOT, env: environmentOf(server) });
      await installExamples(server, project);
      const [started, url] = await startExample(name, server, project);
      child = started;
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
      child?.kill();
      rmSync(project, { recursive: true, force: true });
    }
  });
}
