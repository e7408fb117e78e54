import { systemClock } from "@fanfare/contract/lib/clock";
import { redactPassword } from "../config/config.ts";
import { StartupError } from "../lib/operator-errors.ts";
import { readServerSchemaVersion } from "../operations/control-client.ts";
import { requireExistingData } from "../operations/installation.ts";
import { openDatabase } from "../operations/open-database.ts";
import { newestSchema } from "../store/migrations/migrations.ts";
import { readArguments } from "./arguments.ts";
import { type Command, commandLog, printResult } from "./command.ts";

/** `fanfare migrate`: migrates the database without starting the server. A server also migrates at startup. */
export const migrate: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: {},
    usage: "Usage: fanfare migrate [--json]",
  });
  const config = context.config();
  const served = await readServerSchemaVersion(config.data_dir);
  if (served === undefined) {
    await requireExistingData(config);
    const store = await openDatabase(config.database_url, { clock: systemClock, log: commandLog() });
    await store.close();
  } else if (served < newestSchema) {
    throw new StartupError(
      `The running server uses schema ${served}, and this version of Fanfare needs ${newestSchema}. Stop the server, then run fanfare migrate again.`,
    );
  }
  const database = redactPassword(config.database_url);
  return printResult(context, values.json, { database, up_to_date: true }, () => [`${database} is up to date.`]);
};
