import { UsageError } from "../lib/operator-errors.ts";
import { readArguments } from "./arguments.ts";
import { type Command, createClient, printResult } from "./command.ts";

const USAGE =
  "Usage: fanfare key list | rotate | revoke [--app 1001] [--json]. rotate creates a second secret (or uses --secret). revoke --id sec_… revokes one of the two.";

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
          (item) => `${item.id}  ${formatExpiry("made", item.created_at)}${formatExpiry(", revoked", item.revoked_at)}`,
        ),
      );
    case "rotate":
      return printResult(context, json, await client("key.rotate", { app, secret }), (made) => [
        `id      ${made.id}`,
        `secret  ${made.secret}`,
        "Both secrets are active. Copy the new one now; it won't be shown again. After you deploy it, revoke the old one with `fanfare key revoke`.",
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
