import { printConfig } from "../config/print-config.ts";
import { readArguments } from "./arguments.ts";
import { type Command, printResult } from "./command.ts";

const USAGE = "Usage: fanfare config print|check [--json]";

export const config: Command = async (context) => {
  const { verb, values } = readArguments(context.args, { verbs: ["print", "check"], options: {}, usage: USAGE });
  const variables = printConfig(context.config(), context.environment);
  switch (verb) {
    case "print":
      return printResult(context, values.json, variables, (all) => {
        const width = Math.max(...all.map(({ name }) => name.length));
        return all.map(({ name, value, source }) => `${name.padEnd(width)}  ${value ?? "–"}  (${source})`);
      });
    case "check":
      return printResult(context, values.json, { valid: true }, () => [
        "The configuration is valid. To check the connections that it names, run fanfare doctor.",
      ]);
  }
};
