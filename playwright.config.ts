import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** Where Debian puts them: the one without a window starts and draws faster. `npm test` names the one it found. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Tests in a real browser: every `x.web.ts` of the house, with the system's Chromium. */
export default defineConfig({
  testDir: ".",
  testMatch: "**/*.web.ts",
  testIgnore: ["**/node_modules/**", "**/dist/**", "**/dist-*/**"],
  outputDir: "test-results",
  globalSetup: "./e2e/support/global-setup.ts",
  globalTeardown: "./e2e/support/global-setup.ts",
  workers: 2,
  fullyParallel: false,
  forbidOnly: process.env["CI"] !== undefined,
  reporter: "line",
  // For a machine that has other work: a test waits for what it needs, so a generous limit costs nothing while all is well.
  timeout: 180_000,
  // Each wait ends before its test does, so that the report names what was waited for.
  expect: { timeout: 40_000, toPass: { timeout: 120_000 } },
  use: {
    browserName: "chromium",
    actionTimeout: 90_000,
    navigationTimeout: 90_000,
    launchOptions: {
      executablePath: process.env["CHROMIUM_PATH"] ?? BROWSERS.find(existsSync) ?? "",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
      ],
    },
  },
});
