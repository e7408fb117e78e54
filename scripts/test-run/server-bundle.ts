import { mkdirSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, UserError } from "../terminal.ts";

/** The server's threads, which it looks up next to itself by source name. */
const THREADS = [
  ...["store/sqlite/worker.ts", "store/sqlite/reader.ts"],
  ...["operations/task-worker.ts", "imports/import-worker.ts"],
];
/** At the same depth as the sources, so that relative paths to the console and the SDK work. */
const BUNDLE_DIRECTORY = join(ROOT, ".cache", "server");

/**
 * Bundles the server and each of its threads into one file for tests, which start it a hundred times. Loading and
 * compiling about 400 modules takes most of the startup time, and bytecode saves a third of the rest.
 *
 * @returns the file to run instead of `server/src/cli.ts`.
 */
export async function bundleServer(): Promise<string> {
  mkdirSync(BUNDLE_DIRECTORY, { recursive: true });
  await Promise.all([
    bundle(THREADS, { naming: "[name].ts" }),
    bundle(["cli.ts"], {
      bytecode: true,
      format: "cjs",
      // In this format, Bun writes the URL of the source, whose threads are not bundled.
      define: { "import.meta.url": JSON.stringify(pathToFileURL(join(BUNDLE_DIRECTORY, "cli.js")).href) },
    }),
  ]);
  return join(BUNDLE_DIRECTORY, "cli.js");
}

async function bundle(names: readonly string[], options: Partial<Bun.BuildConfig>): Promise<void> {
  const { success, logs, outputs } = await Bun.build({
    entrypoints: names.map((name) => join(ROOT, "server", "src", name)),
    target: "bun",
    minify: { whitespace: true, syntax: true },
    throw: false,
    ...options,
  });
  if (!success) throw new UserError(`Couldn't bundle the server.\n${logs.join("\n")}`);
  for (const output of outputs) {
    const path = join(BUNDLE_DIRECTORY, basename(output.path));
    // Replace atomically: another run may be starting a server from it.
    await Bun.write(`${path}.${process.pid}`, output);
    renameSync(`${path}.${process.pid}`, path);
  }
}
