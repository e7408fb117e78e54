import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartupError } from "../lib/operator-errors.ts";
import { REPOSITORY_ROOT } from "../repository-root.ts";
import { readArguments } from "./arguments.ts";
import { type Command, printResult } from "./command.ts";

/** `fanfare licenses`: the license of Fanfare, and of everything that an executable contains. */
export const licenses: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: {},
    usage: "Usage: fanfare licenses [--json]",
  });
  const file = join(REPOSITORY_ROOT, "licenses.txt");
  if (!existsSync(file)) {
    throw new StartupError("A clone has the license of each package in node_modules. Executables contain a list.");
  }
  const text = readFileSync(file, "utf8");
  return printResult(context, values.json, { text }, () => [text.trimEnd()]);
};
