import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** Debian's paths. The headless shell starts and renders faster. `npm test` passes the browser it found. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Browser tests: every `x.web.ts` of the repository, with the system's Chromium. */
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
  // Tags of e2e/support/nightly.ts.
  grepInvert: process.env["NIGHTLY"] === undefined ? /@nightly/ : [],
  reporter: "line",
  // For busy machines: tests wait for conditions, so a generous limit costs nothing otherwise.
  timeout: 180_000,
  // Shorter than the test timeout, so that the report shows the condition that was awaited.
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
        // Pages of tests live for seconds, so optimizing their code takes longer than it saves (6 to 9% of all CPU time).
        "--js-flags=--no-turbofan",
      ],
    },
  },
});
