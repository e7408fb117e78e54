import { examine } from "../operations/doctor.ts";
import { readArguments } from "./arguments.ts";
import { type Command, printResult } from "./command.ts";

const STATUS_SYMBOLS = { good: "ok     ", warning: "warning", bad: "ERROR  " } as const;

/** `fanfare doctor`: exits with 0 if no check fails. */
export const doctor: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: {},
    usage: "Usage: fanfare doctor [--json]",
  });
  const findings = await examine(context.config(), Date.now());
  printResult(context, values.json, findings, (all) =>
    all.map(({ check, state, says }) => `${STATUS_SYMBOLS[state]}  ${check.replaceAll("_", " ")}: ${says}`),
  );
  return findings.some(({ state }) => state === "bad") ? 1 : 0;
};
