import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";
import { installed, print, run } from "../terminal.ts";
import type { Package } from "./packages.ts";

/** The headless shell comes first: it starts and renders in two thirds of the time. */
const COMMANDS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const MACOS = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** Path of a Chromium-based browser, or undefined: from `CHROMIUM_PATH`, the system, or Playwright. */
export function findChromium(): string | undefined {
  const places = [process.env["CHROMIUM_PATH"], ...COMMANDS.map((name) => Bun.which(name)), MACOS, ofPlaywright()];
  return places.find((place): place is string => typeof place === "string" && place !== "" && existsSync(place));
}

function ofPlaywright(): string | undefined {
  try {
    return chromium.executablePath();
  } catch {
    // Playwright has no build for this platform.
    return undefined;
  }
}

export const chromiumPackage: Package = {
  name: "chromium-headless-shell",
  instead: "chromium",
  what: "a browser",
  present: () => findChromium() !== undefined,
};

/** Fallback without a system package: downloads Playwright's build. True if a browser is available afterwards. */
export async function downloadChromium(): Promise<boolean> {
  print("Downloading Chromium for Playwright (first run only)…");
  const code = await run([installed("playwright"), "install", "chromium"]);
  return code === 0 && findChromium() !== undefined;
}
