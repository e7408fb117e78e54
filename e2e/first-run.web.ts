import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import packageJson from "../package.json" with { type: "json" };
import { expect, stepTitle, test } from "./support/fixtures.ts";
import { freePort, processOf, type ServerProcess, untilAnswers } from "./support/test-server.ts";

const ROOT = dirname(import.meta.dirname);

/** What the first command of the documentation runs. Without npm, which would outlive the test as a parent. */
function firstCommand(): readonly string[] {
  const page = readFileSync(join(ROOT, "docs/start/getting-started.md"), "utf8");
  const [, command = ""] = /^```sh\n(.*)\n```$/m.exec(page) ?? [];
  expect(command).toBe("npm start");
  const [node, ...program] = packageJson.scripts.start.split(" ");
  expect(node).toBe("node");
  return program;
}

async function untilSaid(part: ServerProcess, what: RegExp): Promise<string> {
  await expect.poll(() => part.lines.some((line) => what.test(line)), { timeout: 60_000 }).toBe(true);
  return what.exec(part.lines.find((line) => what.test(line)) ?? "")?.[0] ?? "";
}

test.setTimeout(240_000);

test("prints a one-time setup link on npm start and stops cleanly on Ctrl+C", async ({ page }) => {
  const data_dir = mkdtempSync(join(tmpdir(), "fanfare-first-run-"));
  const [port, demo_port] = [await freePort(), await freePort()];
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("FANFARE_"));
  const environment = {
    ...Object.fromEntries(inherited),
    FANFARE_PORT: String(port),
    FANFARE_DEMO_PORT: String(demo_port),
    FANFARE_DATA_DIR: data_dir,
  };
  const start = (): ServerProcess =>
    processOf(
      spawn(process.execPath, firstCommand(), {
        cwd: ROOT,
        env: environment,
        stdio: ["ignore", "pipe", "pipe"],
      }),
    );
  let command = start();
  try {
    const link = await untilSaid(command, /http:\/\/localhost:\d+\/console\/setup\S+/);
    await untilSaid(command, new RegExp(`http://localhost:${port}/console/$`));
    const demo = await untilSaid(command, /http:\/\/127\.0\.0\.1:\d+\/$/);

    await page.goto(link);
    await page.getByLabel("Your name").fill("Ada Larkspur");
    await page.getByLabel("Email address").fill("ada@example.com");
    await page.getByLabel("Password", { exact: true }).fill("a long pass phrase");
    await page.getByRole("button", { name: "Create workspace" }).click();
    await expect(page).toHaveURL(/\/console\/[^/]+\/content/);
    await expect(page.getByRole("link", { name: "Welcome to the order desk" })).toBeVisible();
    await page.goto(demo);
    await expect(stepTitle(page)).toHaveText("Welcome to the order desk");

    await page.context().clearCookies();
    await page.goto(link);
    await expect(page.getByText("This workspace already has an owner.")).toBeVisible();

    expect(await command.stop("SIGINT")).toBe(0);
    command = start();
    await untilAnswers(command, `http://127.0.0.1:${port}/readyz`);
    await untilSaid(command, /Press Ctrl\+C to stop both/);
    expect(command.lines.join("\n")).not.toContain("/console/setup");
    expect(await command.stop("SIGTERM")).toBe(0);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
    await expect(fetch(`http://127.0.0.1:${demo_port}/`)).rejects.toThrow();
  } finally {
    await command.stop("SIGKILL");
    rmSync(data_dir, { recursive: true, force: true });
  }
});
