import { examine } from "../operate/doctor.ts";
import { readArguments } from "./arguments.ts";
import { type Command, tell } from "./command.ts";

const SIGNS = { good: "good   ", warning: "warning", bad: "BAD    " } as const;

/** `fanfare doctor`: 0 when nothing is bad. */
export const doctor: Command = async (context) => {
  const { values } = readArguments(context.args, { verbs: [""], options: {}, usage: "Write fanfare doctor [--json]." });
  const findings = await examine(context.config(), Date.now());
  tell(context, values.json, findings, (all) =>
    all.map(({ check, state, says }) => `${SIGNS[state]}  ${check.replaceAll("_", " ")}: ${says}`),
  );
  return findings.some(({ state }) => state === "bad") ? 1 : 0;
};
