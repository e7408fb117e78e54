import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../../scripts/terminal.ts";

/** Replacements of a file's text, by the end of its path below `server/`. */
export type Edits = Readonly<Record<string, (text: string) => string>>;

/**
 * Bundles this server as another release, with edited sources, next to the bundle of the tests.
 *
 * @returns the file to run instead of `server/src/cli.ts`.
 * @example const cli = await bundleRelease("0.2.0", { "src/cluster/messages.ts": (text) => text.replace("1", "2") });
 */
export async function bundleRelease(version: string, edits: Edits): Promise<string> {
  const directory = join(ROOT, ".cache", `server-${version}`);
  mkdirSync(directory, { recursive: true });
  const all: Edits = { ...edits, "package.json": (text) => JSON.stringify({ ...JSON.parse(text), version }) };
  const { success, logs } = await Bun.build({
    entrypoints: [join(ROOT, "server/src/cli.ts"), join(ROOT, "server/src/operations/task-worker.ts")],
    outdir: directory,
    naming: "[name].js",
    target: "bun",
    plugins: [
      {
        name: "edits",
        setup(build) {
          for (const [file, edit] of Object.entries(all)) {
            const path = join(ROOT, "server", file);
            build.onLoad({ filter: new RegExp(`^${RegExp.escape(path)}$`) }, async () => {
              const [before, loader] = [await Bun.file(path).text(), file.endsWith(".json") ? "json" : "ts"] as const;
              const contents = edit(before);
              if (contents === before) throw new Error(`The edit of ${file} changes nothing.`);
              return { contents, loader };
            });
          }
        },
      },
    ],
    throw: false,
  });
  if (!success) throw new Error(`Couldn't bundle release ${version}.\n${logs.join("\n")}`);
  return join(directory, "cli.js");
}
