import { UsageError } from "../lib/operator-errors.ts";
import { readArguments } from "./arguments.ts";
import { type Command, createClient, printResult } from "./command.ts";

const USAGE =
  "Usage:\n  fanfare key list [--app 1001] [--json]\n  fanfare key rotate [--secret …] [--app 1001] [--json]\n  fanfare key revoke --id sec_… [--app 1001] [--json]\nrotate creates a second secret. Both are active until you revoke one.";

/** `fanfare key list`, `fanfare key rotate`, and `fanfare key revoke`: manage an app's secrets. */
export const key: Command = async (context) => {
  const { verb, values } = readArguments(context.args, {
    verbs: ["list", "rotate", "revoke"],
    options: { app: { type: "string" }, secret: { type: "string" }, id: { type: "string" } },
    usage: USAGE,
  });
  const { json, app, secret, id } = values;
  const client = createClient(context);
  switch (verb) {
    case "list":
      return printResult(context, json, await client("key.list", { app }), ({ items }) =>
        items.map(
          (item) =>
            `${item.id}  ${formatExpiry("created", item.created_at)}${formatExpiry(", revoked", item.revoked_at)}`,
        ),
      );
    case "rotate":
      return printResult(context, json, await client("key.rotate", { app, secret }), (made) => [
        `id      ${made.id}`,
        `secret  ${made.secret}`,
        "Both secrets are active. Copy the new one now. It won't be shown again. After you deploy it, revoke the old one with `fanfare key revoke`.",
      ]);
    case "revoke":
      if (id === undefined) throw new UsageError(USAGE);
      return printResult(context, json, await client("key.revoke", { app, id }), ({ revoked }) => [
        `Secret ${revoked} revoked. Requests signed with it are now rejected.`,
      ]);
  }
};

function formatExpiry(what: string, at: string | null): string {
  return at === null ? "" : `${what} ${at}`;
}
