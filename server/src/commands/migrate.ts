import { withoutPassword } from "../config.ts";
import { type Command, withStore } from "./command.ts";

/** `fanfare migrate`: brings the database up to date without serving. */
export const migrate: Command = async ({ args, config: read, say }) => {
  const config = read();
  await withStore(config, async () => {});
  const database = withoutPassword(config.database_url);
  say(args.includes("--json") ? JSON.stringify({ database, up_to_date: true }) : `${database} is up to date.`);
  return 0;
};
