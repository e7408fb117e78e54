import { readArguments } from "./arguments.ts";
import { type Command, createClient, printResult } from "./command.ts";

/** `fanfare audit verify`: exits with 0 if the audit log is intact, 1 if it was changed. */
export const audit: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: ["verify"],
    options: {},
    usage: "Usage: fanfare audit verify [--json]",
  });
  const result = await createClient(context)("audit.verify", {});
  printResult(context, values.json, result, ({ intact, entries, head, broken_at }) => [
    intact
      ? `Audit log verified: ${entries} entries, newest hash ${head?.hash ?? "–"}.`
      : `Verification failed. Entry ${broken_at} doesn't match the previous entry. The ${entries} entries before it are verified.`,
  ]);
  return result.intact ? 0 : 1;
};
