import { resolve } from "node:path";
import { systemClock } from "@fanfare/contract/lib/clock";
import { SECOND_MS } from "@fanfare/contract/limits";
import { COLUMN_USES, type ColumnUse } from "@fanfare/contract/people/import-columns";
import { UsageError } from "../lib/operator-errors.ts";
import { readArguments } from "./arguments.ts";
import { type Command, createClient, printResult } from "./command.ts";

const USAGE = `Usage: fanfare import --file people.csv [options]

  --id "User ID"             the column with your IDs
  --column seats=number      the type of a column; repeat it for others. Without it, the type is detected.
                             ${COLUMN_USES.join(", ")}
  --check                    validate every row, and store nothing
  --app 1001
  --json                     print one line of JSON`;

/** `fanfare import`: imports people from a CSV file through the running server, or directly into the database. */
export const importPeople: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: {
      file: { type: "string" },
      id: { type: "string" },
      column: { type: "string", multiple: true, default: [] },
      check: { type: "boolean", default: false },
      app: { type: "string" },
    },
    usage: USAGE,
  });
  const { file, id, column, check, app, json } = values;
  if (file === undefined) throw new UsageError(USAGE);
  const client = createClient(context);
  const columns = Object.fromEntries([...column.map(parseColumn), ...(id === undefined ? [] : [[id, "id" as const]])]);
  const begun = await client("people_import.file", { app, file: resolve(context.directory, file), columns, check });
  let now = begun.import;
  while (now.state === "running") {
    await new Promise<void>((done) => systemClock.after(SECOND_MS, done));
    now = await client("people_import.show", { app, id: now.id });
  }
  const { problems, problems_total } = begun;
  printResult(context, json, { ...begun, import: now }, () => [
    ...problems.map(({ line, message }) => `line ${line}: ${message}`),
    ...(problems_total > problems.length ? [`… and ${problems_total - problems.length} more rows.`] : []),
    ...(check
      ? [`${now.rows} rows checked, ${problems_total} invalid. Nothing was stored.`]
      : [`${now.rows_done} rows: ${now.made} created, ${now.changed} updated, ${now.refused} rejected.`]),
    ...(now.failure === null ? [] : [now.failure]),
  ]);
  return now.state === "failed" ? 1 : 0;
};

function parseColumn(text: string): readonly [string, ColumnUse] {
  const at = text.lastIndexOf("=");
  const use = COLUMN_USES.find((each) => each === text.slice(at + 1));
  if (at < 1 || use === undefined) throw new UsageError(`Invalid --column ${text}. Use name=${COLUMN_USES.join("|")}.`);
  return [text.slice(0, at), use];
}
