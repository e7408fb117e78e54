import { systemClock } from "@fanfare/contract/clock";
import { withoutPassword } from "../config.ts";
import { openDatabase } from "../open-database.ts";
import { readArguments } from "./arguments.ts";
import { type Command, commandLog, tell } from "./command.ts";

/** `fanfare migrate`: brings the database up to date without serving. */
export const migrate: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: {},
    usage: "Write fanfare migrate [--json].",
  });
  const config = context.config();
  const store = await openDatabase(config.database_url, { clock: systemClock, log: commandLog() });
  await store.close();
  const database = withoutPassword(config.database_url);
  return tell(context, values.json, { database, up_to_date: true }, () => [`${database} is up to date.`]);
};
