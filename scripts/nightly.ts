import { smokeTestOtherBrowsers } from "./smoke.ts";
import { main } from "./terminal.ts";
import { test } from "./test.ts";

/**
 * The long runs: the same tests, and those that read `NIGHTLY` make their campaigns whole instead of a seeded tenth. Before
 * them, unless only some are asked for, a short journey in other browsers.
 */
process.env["NIGHTLY"] = "1";
await main(async () => {
  const patterns = process.argv.slice(2);
  const elsewhere = patterns.length === 0 ? await smokeTestOtherBrowsers() : 0;
  return Math.max(elsewhere, await test(patterns));
});
