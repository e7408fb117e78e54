import { createBackup } from "../operations/backup.ts";
import { readArguments } from "./arguments.ts";
import { type Command, printResult } from "./command.ts";

const USAGE =
  "Usage: fanfare backup [--to directory] [--without-key] [--json]. Without --to, the backup is stored in backups in the data directory.";

/** `fanfare backup`: saves the current database with its master key. Works while the server runs. */
export const backup: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: { to: { type: "string" }, "without-key": { type: "boolean", default: false } },
    usage: USAGE,
  });
  const options = { to: values.to, without_key: values["without-key"], now: new Date() };
  const made = await createBackup(context.config(), options);
  return printResult(context, values.json, made, ({ directory, bytes, with_key }) => [
    `Backup created in ${directory} (${bytes} bytes).`,
    with_key
      ? "The backup contains the master key. Store it as securely as a password."
      : "The backup doesn't contain the master key. Store secret.key or FANFARE_SECRET_KEY separately.",
  ]);
};
