#!/usr/bin/env node
// Command line: `npx fanfare serve` and the rest of server/src/cli.ts.
import { runWithBun } from "./bootstrap.mjs";

runWithBun("server/src/cli.ts", process.argv.slice(2), "runtime");
