import { readArguments } from "./arguments.ts";
import { asking, type Command, tell } from "./command.ts";

/** `fanfare audit verify`: 0 when the audit log is whole, 1 when it was changed. */
export const audit: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: ["verify"],
    options: {},
    usage: "Write fanfare audit verify [--json].",
  });
  const verdict = await asking(context)("audit.verify", {});
  tell(context, values.json, verdict, ({ intact, entries, head, broken_at }) => [
    intact
      ? `The audit log is whole: ${entries} entries, the newest with hash ${head?.hash ?? "–"}.`
      : `The audit log was changed: entry ${broken_at} does not fit the one before. ${entries} before it are whole.`,
  ]);
  return verdict.intact ? 0 : 1;
};
