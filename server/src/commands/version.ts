import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import packageJson from "../../../package.json" with { type: "json" };
import { REPOSITORY_ROOT } from "../repository-root.ts";
import { newestSchema } from "../store/migrations/migrations.ts";
import { readArguments } from "./arguments.ts";
import { type Command, printResult } from "./command.ts";

/** Written into executables by `npm run release`. */
const releaseSchema = z.object({ commit: z.string(), built_at: z.string() });

/** `fanfare version`, also `fanfare --version`. An executable also has its commit and the time of that commit. */
export const version: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: {},
    usage: "Usage: fanfare version [--json]",
  });
  const file = join(REPOSITORY_ROOT, "release.json");
  const release = existsSync(file) ? releaseSchema.parse(JSON.parse(readFileSync(file, "utf8"))) : undefined;
  const result = { version: packageJson.version, schema: newestSchema, ...release };
  return printResult(context, values.json, result, () => [
    `fanfare ${result.version}${release === undefined ? "" : ` (${release.commit.slice(0, 8)}, ${release.built_at})`}`,
  ]);
};
