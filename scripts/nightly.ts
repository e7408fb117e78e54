import { test } from "./test.ts";
import { main } from "./tool.ts";

/** The long runs: the same tests, and those that read `NIGHTLY` make their campaigns whole instead of a seeded tenth. */
process.env["NIGHTLY"] = "1";
await main(() => test(process.argv.slice(2)));
