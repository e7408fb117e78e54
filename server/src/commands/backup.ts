import { makeBackup } from "../operate/backup.ts";
import { readArguments } from "./arguments.ts";
import { type Command, tell } from "./command.ts";

const USAGE =
  "Write fanfare backup [--to directory] [--without-key] [--json]. Without --to it goes into the data directory's backups.";

/** `fanfare backup`: the database as it is now, with the key that opens its secrets; the server may go on running. */
export const backup: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: { to: { type: "string" }, "without-key": { type: "boolean", default: false } },
    usage: USAGE,
  });
  const wish = { to: values.to, without_key: values["without-key"], now: new Date() };
  const made = await makeBackup(context.config(), wish);
  return tell(context, values.json, made, ({ directory, bytes, with_key }) => [
    `${directory} holds the backup (${bytes} bytes).`,
    with_key
      ? "The key that opens its secrets is in it: keep it as you keep passwords."
      : "The key that opens its secrets is not in it: keep secret.key of the data directory elsewhere.",
  ]);
};
