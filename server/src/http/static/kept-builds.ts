import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { outlivesUpgrade } from "./hashed-files.ts";

const PARTS = ["console", "sdk"] as const;
/** Name of a copy that isn't complete. */
const UNFINISHED = "unfinished-";

/**
 * An executable contains one build only. Copies the files of its build that pages may still load after an upgrade to
 * `{data}/builds`, and deletes all but the two builds that ran last.
 *
 * @returns the folder of the build that ran before this one, with `console` and `sdk`. Undefined on the first start.
 * @example
 * staticRoutes({ ...deps, last_build: keepBuild(REPOSITORY_ROOT, config.data_dir, clock.now()) });
 */
export function keepBuild(root: string, data_dir: string, now_ms: number): string | undefined {
  const files = PARTS.flatMap((part) => hashedFiles(join(root, part, "dist")).map((file) => ({ part, file })));
  const id = createHash("sha256")
    .update(files.map(({ part, file }) => `${part}/${file}`).join("\n"))
    .digest("hex")
    .slice(0, 16);
  const builds = join(data_dir, "builds");
  mkdirSync(builds, { recursive: true, mode: 0o700 });
  const build = join(builds, id);
  if (!existsSync(build)) {
    // Rename at the end: a copy that was cut off must not count.
    const copy = mkdtempSync(join(builds, UNFINISHED));
    for (const { part, file } of files) {
      mkdirSync(join(copy, part, dirname(file)), { recursive: true });
      // Files inside an executable can be read, but not copied.
      writeFileSync(join(copy, part, file), readFileSync(join(root, part, "dist", file)));
    }
    renameSync(copy, build);
  }
  utimesSync(build, new Date(now_ms), new Date(now_ms));
  const [last, ...older] = readdirSync(builds)
    .filter((name) => name !== id && !name.startsWith(UNFINISHED))
    .toSorted((left, right) => statSync(join(builds, right)).mtimeMs - statSync(join(builds, left)).mtimeMs);
  for (const name of [...older, ...readdirSync(builds).filter((each) => each.startsWith(UNFINISHED))]) {
    rmSync(join(builds, name), { recursive: true, force: true });
  }
  return last === undefined ? undefined : join(builds, last);
}

function hashedFiles(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" }).filter(outlivesUpgrade).toSorted();
}
