import { UsageError } from "../lib/operator-errors.ts";
import { restoreBackup } from "../operations/restore.ts";
import { readArguments } from "./arguments.ts";
import { type Command, printResult } from "./command.ts";

const USAGE = "Usage: fanfare restore --from directory [--json]. Stop the server first.";

/** `fanfare restore`: replaces the database with a backup. Keeps the previous database next to it. */
export const restore: Command = async (context) => {
  const { values } = readArguments(context.args, { verbs: [""], options: { from: { type: "string" } }, usage: USAGE });
  if (values.from === undefined) throw new UsageError(USAGE);
  const restored = await restoreBackup(context.config(), { from: values.from, now: new Date() });
  return printResult(context, values.json, restored, ({ database, made_at, kept }) => [
    `${database} restored from the backup of ${made_at}.`,
    ...(kept === null ? [] : [`The previous data is in ${kept}.`]),
  ]);
};
