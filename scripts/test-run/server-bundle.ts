import { mkdirSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT, UserError } from "../terminal.ts";

/** The server and its threads, which it looks up next to itself by source name. */
const SOURCES = ["cli.ts", "store/sqlite/worker.ts", "store/sqlite/reader.ts", "operations/task-worker.ts"];
/** At the same depth as the sources, so that relative paths to the console and the SDK work. */
const BUNDLE_DIRECTORY = join(ROOT, ".cache", "server");

/**
 * Bundles each thread of the server into one file for tests, which start it a hundred times. Loading and compiling
 * about 400 modules takes most of the startup time.
 *
 * @returns the file to run instead of `server/src/cli.ts`.
 */
export async function bundleServer(): Promise<string> {
  const { success, logs, outputs } = await Bun.build({
    entrypoints: SOURCES.map((name) => join(ROOT, "server", "src", name)),
    target: "bun",
    naming: "[name].ts",
    minify: { whitespace: true, syntax: true },
    throw: false,
  });
  if (!success) throw new UserError(`Couldn't bundle the server.\n${logs.join("\n")}`);
  mkdirSync(BUNDLE_DIRECTORY, { recursive: true });
  for (const output of outputs) {
    const path = join(BUNDLE_DIRECTORY, basename(output.path));
    // Replace atomically: another run may be starting a server from it.
    await Bun.write(`${path}.${process.pid}`, output);
    renameSync(`${path}.${process.pid}`, path);
  }
  return join(BUNDLE_DIRECTORY, "cli.ts");
}
