import { redactPassword } from "../config/config.ts";
import { UsageError } from "../lib/operator-errors.ts";
import { moveToPostgres } from "../operations/move.ts";
import { readArguments } from "./arguments.ts";
import { type Command, commandLog, printResult } from "./command.ts";

const USAGE =
  "Usage: fanfare move --to postgres://user:password@host:port/database [--json]\nCopies a SQLite installation to an empty PostgreSQL database while the server is stopped.\nRun it again to continue after an interruption.";

/** `fanfare move`: from one file to PostgreSQL. */
export const move: Command = async (context) => {
  const { values } = readArguments(context.args, { verbs: [""], options: { to: { type: "string" } }, usage: USAGE });
  const { to, json } = values;
  if (to === undefined) throw new UsageError(USAGE);
  const tables = await moveToPostgres(context.config(), to, {
    log: commandLog(),
    onTable({ name, rows, copied }) {
      if (!json) context.print(`${name}: ${rows} rows ${copied ? "copied" : "already copied"} and verified`);
    },
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const database = redactPassword(to);
  return printResult(context, json, { database, rows, tables }, () => [
    `Moved ${rows} rows in ${tables.length} tables to ${database}. The SQLite file is unchanged.`,
    "Set FANFARE_DATABASE_URL to the PostgreSQL URL and start the server with the same data directory. Keep secret.key.",
  ]);
};
