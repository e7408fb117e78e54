import { resolve } from "node:path";
import { systemClock } from "@fanfare/contract/clock";
import { COLUMN_USES, type ColumnUse } from "@fanfare/contract/import-columns";
import { SECOND_MS } from "@fanfare/contract/limits";
import { UsageError } from "../usage-error.ts";
import { readArguments } from "./arguments.ts";
import { asking, type Command, tell } from "./command.ts";

const USAGE = `Write fanfare import --file people.csv [--id "User id"] [--column seats=number]… [--check] [--app 1001] [--json]. A column is ${COLUMN_USES.join(", ")}; what is not said is guessed. --check looks at every row and stores nothing.`;

/** `fanfare import`: people from a CSV file, by the server that runs, or on the database where none does. */
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
  const ask = asking(context);
  const columns = Object.fromEntries([...column.map(columnOf), ...(id === undefined ? [] : [[id, "id" as const]])]);
  const begun = await ask("people_import.file", { app, file: resolve(context.directory, file), columns, check });
  let now = begun.import;
  while (now.state === "running") {
    await new Promise<void>((done) => systemClock.after(SECOND_MS, done));
    now = await ask("people_import.show", { app, id: now.id });
  }
  const { problems, problems_total } = begun;
  tell(context, json, { ...begun, import: now }, () => [
    ...problems.map(({ line, message }) => `line ${line}: ${message}`),
    ...(problems_total > problems.length ? [`… and ${problems_total - problems.length} more lines.`] : []),
    ...(check
      ? [`${now.rows} rows were looked at, ${problems_total} of them would be refused; nothing is stored.`]
      : [`${now.rows_done} rows: ${now.made} new, ${now.changed} changed, ${now.refused} refused.`]),
    ...(now.failure === null ? [] : [now.failure]),
  ]);
  return now.state === "failed" ? 1 : 0;
};

function columnOf(text: string): readonly [string, ColumnUse] {
  const at = text.lastIndexOf("=");
  const use = COLUMN_USES.find((each) => each === text.slice(at + 1));
  if (at < 1 || use === undefined) throw new UsageError(`--column ${text}: write name=${COLUMN_USES.join("|")}.`);
  return [text.slice(0, at), use];
}
