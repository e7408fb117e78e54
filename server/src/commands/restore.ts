import { restoreBackup } from "../operate/restore.ts";
import { UsageError } from "../usage-error.ts";
import { readArguments } from "./arguments.ts";
import { type Command, tell } from "./command.ts";

const USAGE = "Write fanfare restore --from directory [--json], while no server runs.";

/** `fanfare restore`: puts a backup in the place of the database; what was there stays beside it. */
export const restore: Command = async (context) => {
  const { values } = readArguments(context.args, { verbs: [""], options: { from: { type: "string" } }, usage: USAGE });
  if (values.from === undefined) throw new UsageError(USAGE);
  const restored = await restoreBackup(context.config(), { from: values.from, now: new Date() });
  return tell(context, values.json, restored, ({ database, made_at, kept }) => [
    `${database} is now as it was at ${made_at}.`,
    ...(kept === null ? [] : [`What was there before is in ${kept}.`]),
  ]);
};
