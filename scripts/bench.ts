import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.ts";
import { main, print, ROOT, run, UserError } from "./terminal.ts";

/** Runs each `bench/*.bench.ts` sequentially in its own process, so that nothing else runs during measurements. */
await main(async () => {
  const names = process.argv.slice(2);
  const files = readdirSync(join(ROOT, "bench"))
    .filter((name) => name.endsWith(".bench.ts"))
    .filter((name) => names.length === 0 || names.some((part) => name.includes(part)))
    .sort();
  if (files.length === 0) throw new UserError(`No benchmark in bench/ matches ${names.join(" or ")}.`);
  await build();
  let failed = 0;
  for (const file of files) {
    print(`\n── ${file} ──`);
    if ((await run([process.execPath, `bench/${file}`])) !== 0) failed++;
  }
  return failed === 0 ? 0 : 1;
});
