import type { Config } from "../config/config.ts";
import { UsageError } from "../lib/operator-errors.ts";
import { checkSecrets } from "../operations/doctor.ts";
import { restoreBackup } from "../operations/restore.ts";
import { readArguments } from "./arguments.ts";
import { type Command, printResult } from "./command.ts";

const USAGE = "Usage: fanfare restore --from directory [--json]\nStop the server first.";

/** `fanfare restore`: replaces the database with a backup. Keeps the previous database next to it. */
export const restore: Command = async (context) => {
  const { values } = readArguments(context.args, { verbs: [""], options: { from: { type: "string" } }, usage: USAGE });
  if (values.from === undefined) throw new UsageError(USAGE);
  const config = context.config();
  const restored = await restoreBackup(config, { from: values.from, now: new Date() });
  const key_problem = await findKeyProblem(config);
  return printResult(context, values.json, { ...restored, key_problem }, ({ database, made_at, kept }) => [
    `${database} restored from the backup of ${made_at}.`,
    ...(kept === null ? [] : [`The previous data is in ${kept}.`]),
    ...(key_problem === null ? [] : [`Before you start the server: ${key_problem}`]),
  ]);
};

/** What a backup without its master key still needs. Null if the key is here. */
async function findKeyProblem(config: Config): Promise<string | null> {
  const { state, says, cause } = await checkSecrets(config);
  if (cause.code === "path_missing") {
    return `The backup has no master key. Copy its secret.key to ${config.data_dir}, or set FANFARE_SECRET_KEY.`;
  }
  return state === "bad" ? says : null;
}
