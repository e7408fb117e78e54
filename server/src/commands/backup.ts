import { formatBytes } from "@fanfare/contract/lib/bytes";
import { createBackup } from "../operations/backup.ts";
import { pruneBackups } from "../operations/prune-backups.ts";
import { readArguments } from "./arguments.ts";
import { type Command, printResult } from "./command.ts";

const USAGE = `Usage: fanfare backup [options]

  --to directory      default: a new directory in backups of the data directory
  --without-key       leave out the master key
  --prune             then delete all but the newest FANFARE_BACKUPS_KEPT backups in backups, including yours
  --json              print one line of JSON`;

/**
 * `fanfare backup`: saves the current database with its master key. Works while the server runs. `--prune` deletes
 * older backups of the data directory, including manual ones.
 */
export const backup: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: {
      to: { type: "string" },
      "without-key": { type: "boolean", default: false },
      prune: { type: "boolean", default: false },
    },
    usage: USAGE,
  });
  const options = { to: values.to, without_key: values["without-key"], now: new Date() };
  const config = context.config();
  const made = await createBackup(config, options);
  const keep = { keep: config.backups_kept, automatic_only: false, now_ms: options.now.getTime() };
  const deleted = values.prune ? await pruneBackups(config.data_dir, keep) : [];
  return printResult(context, values.json, { ...made, deleted }, ({ directory, bytes, with_key }) => [
    `Backup created in ${directory} (${formatBytes(bytes)}).`,
    with_key
      ? "The backup contains the master key. Store it as securely as a password."
      : "The backup doesn't contain the master key. Store secret.key or FANFARE_SECRET_KEY separately.",
    ...deleted.map((old) => `Deleted ${old}.`),
  ]);
};
