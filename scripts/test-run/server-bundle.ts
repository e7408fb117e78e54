import { mkdirSync, renameSync } from "node:fs";
import { basename, join } from "node:path";
import { ROOT, UserError } from "../terminal.ts";

/** The server and its threads, which are found beside it by the names of their sources. */
const SOURCES = ["cli.ts", "store/sqlite/worker.ts", "operations/task-worker.ts"];
/** As deep in the repository as the sources: the console and the SDK are found from here as from there. */
const BUNDLE_DIRECTORY = join(ROOT, ".cache", "server");

/**
 * Puts each thread of the server into one file, for tests that start it a hundred times: reading and building some four hundred
 * modules takes most of the time of a start.
 *
 * @returns the file to run in place of `server/src/cli.ts`.
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
    // All at once: another run may start a server from it in this moment.
    await Bun.write(`${path}.${process.pid}`, output);
    renameSync(`${path}.${process.pid}`, path);
  }
  return join(BUNDLE_DIRECTORY, "cli.ts");
}
