import { systemClock } from "@fanfare/contract/clock";
import { withoutPassword } from "../config.ts";
import { openDatabase } from "../open-database.ts";
import { schemaOfServer } from "../operate/ask.ts";
import { StartError } from "../start-error.ts";
import { newestSchema } from "../store/migrations/migrations.ts";
import { readArguments } from "./arguments.ts";
import { type Command, commandLog, tell } from "./command.ts";

/** `fanfare migrate`: brings the database up to date without serving. A server that runs has done so when it started. */
export const migrate: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: {},
    usage: "Write fanfare migrate [--json].",
  });
  const config = context.config();
  const served = await schemaOfServer(config.data_dir);
  if (served === undefined) {
    const store = await openDatabase(config.database_url, { clock: systemClock, log: commandLog() });
    await store.close();
  } else if (served < newestSchema) {
    throw new StartError(
      `The server that runs has schema ${served}, and this Fanfare brings ${newestSchema}. Stop that server, then write fanfare migrate again.`,
    );
  }
  const database = withoutPassword(config.database_url);
  return tell(context, values.json, { database, up_to_date: true }, () => [`${database} is up to date.`]);
};
