import { readArguments } from "./arguments.ts";
import { type Command, createClient, printResult } from "./command.ts";

const USAGE =
  "Usage:\n  fanfare secret-key list [--json]\n  fanfare secret-key rotate [--json]\n  fanfare secret-key prune [--json]\nrotate creates a master key and encrypts all stored secrets with it.\nIf it's interrupted, run it again. prune removes older keys from secret.key.";

/** `fanfare secret-key list`, `rotate`, and `prune`: change the master key, while the server runs or is stopped. */
export const secretKey: Command = async (context) => {
  const { verb, values } = readArguments(context.args, {
    verbs: ["list", "rotate", "prune"],
    options: {},
    usage: USAGE,
  });
  const client = createClient(context);
  switch (verb) {
    case "list":
      return printResult(context, values.json, await client("secret_key.list", {}), ({ items }) =>
        items.map(({ id, state, secrets }) => `${id}  ${state.padEnd(7)}  ${secrets} secrets`),
      );
    case "rotate":
      return printResult(context, values.json, await client("secret_key.rotate", {}), ({ id, created, secrets }) => [
        created
          ? `Master key ${id} created. Back up secret.key now.`
          : `Master key ${id} is the current one. No key was created.`,
        `${secrets} stored secrets encrypted with it.`,
      ]);
    case "prune":
      return printResult(context, values.json, await client("secret_key.prune", {}), ({ removed }) => [
        removed.length === 0
          ? "secret.key contains no older master keys."
          : `Removed from secret.key: ${removed.join(", ")}. Back up secret.key now.`,
      ]);
  }
};
