import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Log } from "./log.ts";

/** Without the built rooms the server answers programs and no browser: told at once, not by a puzzling 404. */
export function warnOfMissingBuild(root: string, log: Log): void {
  for (const file of ["console/dist/index.html", "sdk/dist/fanfare.js"]) {
    if (!existsSync(join(root, file))) log.warn("not_built", { missing: file, remedy: "Run npm run build." });
  }
}
