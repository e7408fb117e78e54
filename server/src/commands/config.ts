import { printConfig } from "../config-print.ts";
import { type Command, UsageError } from "./command.ts";

/** `fanfare config print` shows every variable, `fanfare config check` only whether a start would accept them. */
export const config: Command = async ({ args, config: read, environment, say }) => {
  const json = args.includes("--json");
  const variables = printConfig(read(), environment);
  switch (args.find((arg) => !arg.startsWith("-"))) {
    case "print":
      if (json) say(JSON.stringify(variables, undefined, 2));
      else for (const { name, value, source } of variables) say(`${name.padEnd(24)}${value ?? "–"}  (${source})`);
      return 0;
    case "check":
      say(json ? JSON.stringify({ valid: true }) : "The configuration is valid.");
      return 0;
    default:
      throw new UsageError("Write fanfare config print, or fanfare config check.");
  }
};
