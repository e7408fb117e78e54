import packageJson from "../../../package.json" with { type: "json" };
import { newestSchema } from "../store/migrations/migrations.ts";
import { readArguments } from "./arguments.ts";
import { type Command, printResult } from "./command.ts";

/** `fanfare version`, also `fanfare --version`. */
export const version: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: {},
    usage: "Usage: fanfare version [--json]",
  });
  return printResult(context, values.json, { version: packageJson.version, schema: newestSchema }, (result) => [
    `fanfare ${result.version}`,
  ]);
};
