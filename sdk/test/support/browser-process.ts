import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { chromium, expect, type Page } from "@playwright/test";

const CHROMIUM = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/** A browser with a profile on disk, in a process group that can be killed as a whole. */
export async function startBrowser(
  profile: string,
): Promise<{ readonly address: string; readonly child: ChildProcess }> {
  const port_file = join(profile, "DevToolsActivePort");
  rmSync(port_file, { force: true });
  const child = spawn(
    CHROMIUM,
    [
      "--headless=new",
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
    ],
    { detached: true, stdio: "ignore" },
  );
  await expect.poll(() => existsSync(port_file) && readFileSync(port_file, "utf8").includes("\n")).toBe(true);
  const [port] = readFileSync(port_file, "utf8").split("\n");
  return { address: `http://127.0.0.1:${port}`, child };
}

/** A tab of the profile itself. A separate context wouldn't be persisted, and so would prove nothing. */
export async function openTab(address: string): Promise<Page> {
  const [profile] = (await chromium.connectOverCDP(address)).contexts();
  if (profile === undefined) throw new Error("The browser has no profile.");
  return profile.newPage();
}

/** Kills like the kernel's out-of-memory killer: no process can clean up. */
export async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  await gone;
}
