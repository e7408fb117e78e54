import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { installed, print, run } from "../terminal.ts";
import type { Package } from "./packages.ts";

/** The one without a window first: it starts and draws in two thirds of the time of the whole browser. */
const COMMANDS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const MACOS = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** Path of a browser of the Chromium family, or undefined: named by `CHROMIUM_PATH`, of the system, or Playwright's own. */
export function findChromium(): string | undefined {
  const places = [process.env["CHROMIUM_PATH"], ...COMMANDS.map((name) => Bun.which(name)), MACOS, ofPlaywright()];
  return places.find((place): place is string => typeof place === "string" && place !== "" && existsSync(place));
}

function ofPlaywright(): string | undefined {
  try {
    return chromium.executablePath();
  } catch {
    // Playwright has no build for this platform: then it is not a place to look.
    return undefined;
  }
}

export const chromiumPackage: Package = {
  name: "chromium-headless-shell",
  instead: "chromium",
  what: "a browser",
  present: () => findChromium() !== undefined,
};

/** Where the system has no package of it: Playwright's own download. True when a browser is there afterwards. */
export async function downloadChromium(): Promise<boolean> {
  print("Downloading Chromium for Playwright (first run only)…");
  const code = await run([installed("playwright"), "install", "chromium"]);
  return code === 0 && findChromium() !== undefined;
}
