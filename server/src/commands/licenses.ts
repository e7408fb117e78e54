import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { StartupError } from "../lib/operator-errors.ts";
import { REPOSITORY_ROOT } from "../repository-root.ts";
import { readArguments } from "./arguments.ts";
import { type Command, printResult } from "./command.ts";

/** `fanfare licenses`: the license of Fanfare, and of everything that an executable contains or a clone installs. */
export const licenses: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: {},
    usage: "Usage: fanfare licenses [--json]",
  });
  const file = join(REPOSITORY_ROOT, "licenses.txt");
  const text = existsSync(file) ? readFileSync(file, "utf8") : installedLicenses(REPOSITORY_ROOT);
  return printResult(context, values.json, { text }, () => [text.trimEnd()]);
};

/** The lock file of npm, version 3: packages by their path, with those only for development marked. */
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

/**
 * Fanfare's license, then one line for each installed package, whose own text is in its folder.
 *
 * @throws StartupError if the installation is incomplete.
 */
function installedLicenses(root: string): string {
  const [own, lock] = ["LICENSE", "package-lock.json"].map((name) => join(root, name));
  if (own === undefined || lock === undefined || !existsSync(own) || !existsSync(lock)) {
    throw new StartupError(`${root} has no list of licenses. Install Fanfare again.`);
  }
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(lock, "utf8")));
  const lines = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith("node_modules/") && dev !== true && link !== true)
    .map(([path, { version = "", license }]) => `${path} ${version}: ${license ?? "see its folder"}`);
  return [readFileSync(own, "utf8").trimEnd(), "", ...lines, ""].join("\n");
}
