import { checkAdvisories } from "./advisories.ts";
import { smokeTestOtherBrowsers } from "./smoke.ts";
import { main } from "./terminal.ts";
import { test } from "./test.ts";

/**
 * Long runs: all tests, with full campaigns instead of a seeded tenth in those that read `NIGHTLY`. Unless
 * filtered, starts with the registry's advisories and a smoke test in other browsers. No failed test runs again.
 */
process.env["NIGHTLY"] = "1";
await main(async () => {
  const patterns = process.argv.slice(2);
  const before = patterns.length === 0 ? [await checkAdvisories(), await smokeTestOtherBrowsers()] : [];
  return Math.max(...before, await test(patterns, { everything: true, reruns: false }));
});
