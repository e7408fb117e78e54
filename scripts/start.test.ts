import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { staleDocs } from "./docs.ts";
import { firstApp } from "./start/first-app.ts";
import { logLine } from "./start/log-line.ts";
import { checkPortFree } from "./start/ports.ts";
import { readSettings } from "./start/settings.ts";
import { greeting } from "./start.ts";
import { ROOT } from "./terminal.ts";

const directory = mkdtempSync(join(tmpdir(), "fanfare-start-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

describe("npm start", () => {
  test("creates the first app once, in files that only their owner can read", () => {
    const data_dir = join(directory, "data");
    const made = firstApp(data_dir, {});
    expect(made.FANFARE_APP_ID).toMatch(/^[1-9]\d+$/);
    expect(firstApp(data_dir, {})).toEqual(made);
    expect(statSync(data_dir).mode & 0o777).toBe(0o700);
    expect(statSync(join(data_dir, "first-app.json")).mode & 0o777).toBe(0o600);
    expect(firstApp(data_dir, { FANFARE_APP_KEY: "mine" })).toEqual({ ...made, FANFARE_APP_KEY: "mine" });
  });

  test("keeps the first app from the environment for starts without it", () => {
    const data_dir = join(directory, "from-environment");
    const app = { FANFARE_APP_ID: "77", FANFARE_APP_KEY: "shop", FANFARE_APP_SECRET: "a-secret-of-the-shop" };
    expect(firstApp(data_dir, app)).toEqual(app);
    expect(firstApp(data_dir, {})).toEqual(app);
  });

  test("asks for the app of a database that another command created", () => {
    const data_dir = mkdtempSync(join(directory, "served-"));
    writeFileSync(join(data_dir, "fanfare.db"), "");
    expect(() => firstApp(data_dir, { FANFARE_APP_KEY: "shop" })).toThrow(/Set FANFARE_APP_ID/);
  });

  test("reports a broken file instead of replacing the stored secret", () => {
    const broken = mkdtempSync(join(directory, "broken-"));
    writeFileSync(join(broken, "first-app.json"), "{");
    expect(() => firstApp(broken, {})).toThrow(/Can't read .*first-app\.json/);
    writeFileSync(join(broken, "first-app.json"), '{"id":1}');
    expect(() => firstApp(broken, {})).toThrow(/has no id, key, or secret/);
  });

  test("suggests the variable for another port when one is in use", async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve, reject) => {
      other.listen(0, "127.0.0.1", () => {
        const address = other.address();
        if (address === null || typeof address === "string") reject(new Error("no port"));
        else resolve(address.port);
      });
    });
    await expect(checkPortFree("127.0.0.1", port, "FANFARE_PORT")).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use by another program. Stop that program, or use another port: FANFARE_PORT=`,
    );
    await new Promise((resolve) => other.close(resolve));
    await checkPortFree("127.0.0.1", port, "FANFARE_PORT");
  });

  test("rejects an unknown variable", () => {
    expect(() => readSettings({ FANFARE_PROT: "4000" })).toThrow(/Unknown variable: FANFARE_PROT/);
  });

  test("prints two sites, and the setup link only while there is no owner", () => {
    const settings = readSettings({});
    expect(greeting(settings, undefined)).toContain("Console     http://localhost:4000/console/");
    expect(greeting(settings, undefined)).toContain("Demo shop   http://127.0.0.1:4001/");
    expect(greeting(settings, undefined)).not.toContain("owner");
    expect(greeting(settings, "http://localhost:4000/console/setup#x")).toContain("/console/setup#x");
  });

  test("prints warnings from the log as text and hides lower levels", () => {
    expect(logLine('{"at":"x","level":"warn","event":"slow_disk","wait_ms":900}')).toBe("warn  slow_disk  wait_ms=900");
    expect(logLine('{"at":"x","level":"info","event":"listening"}')).toBeUndefined();
    expect(logLine("plain text")).toBe("plain text");
  });
});

test("keeps docs/errors.md in sync with the table of errors", () => {
  expect(staleDocs()).toEqual([]);
});

test("npx fanfare ignores the .env, bunfig.toml, and tsconfig.json of the folder it's run in", () => {
  const cwd = mkdtempSync(join(directory, "strange-"));
  writeFileSync(join(cwd, ".env"), "FANFARE_PORT=1\n");
  writeFileSync(join(cwd, "bunfig.toml"), 'preload = ["./preload.ts"]\n');
  writeFileSync(join(cwd, "preload.ts"), 'await Bun.write("preloaded", "");\n');
  writeFileSync(join(cwd, "tsconfig.json"), '{ "compilerOptions": { "paths": { "*": ["./preload.ts"] } } }\n');
  const { FANFARE_PORT: _, ...env } = process.env;
  const { exitCode, stdout } = Bun.spawnSync(["node", join(ROOT, "scripts/fanfare.mjs"), "config", "print"], {
    cwd,
    env,
  });
  expect(exitCode).toBe(0);
  expect(stdout.toString()).toMatch(/FANFARE_PORT +4000 /);
  expect(existsSync(join(cwd, "preloaded"))).toBe(false);
});
