import { limits } from "@fanfare/contract/limits";
import { UsageError } from "../lib/operator-errors.ts";
import { readArguments } from "./arguments.ts";
import { type Command, createClient, printResult } from "./command.ts";

const USAGE =
  "Usage:\n  fanfare token create --scope content.read [--scope …] [--name Deploy] [--days 90] [--json]\n  fanfare token list [--json]\n  fanfare token revoke --id tok_… [--json]\nA scope is an action, such as content.publish, or a pattern: content.*, *.read, or *.";

/** `fanfare token create`, `list`, and `revoke`: manage API tokens for scripts. */
export const token: Command = async (context) => {
  const { verb, values } = readArguments(context.args, {
    verbs: ["create", "list", "revoke"],
    options: {
      scope: { type: "string", multiple: true },
      name: { type: "string", default: "Created on the command line" },
      days: { type: "string" },
      id: { type: "string" },
    },
    usage: USAGE,
  });
  const { json, scope, name, days, id } = values;
  const client = createClient(context);
  switch (verb) {
    case "create": {
      if (scope === undefined) throw new UsageError(USAGE);
      // Accept both --scope a --scope b and --scope a,b.
      const scopes = scope.flatMap((each) => each.split(",")).map((each) => each.trim());
      const expires_in_days = days === undefined ? null : parseDays(days);
      return printResult(context, json, await client("token.create", { name, scopes, expires_in_days }), (made) => [
        `id     ${made.id}`,
        `token  ${made.token}`,
        "Copy the token now. It won't be shown again. Send it in the header Authorization: Bearer {token}.",
      ]);
    }
    case "list":
      return printResult(context, json, await client("token.list", {}), ({ items }) =>
        items.map((item) => `${item.id}  ${item.name}  ${item.scopes.join(" ")}`),
      );
    case "revoke":
      if (id === undefined) throw new UsageError(USAGE);
      return printResult(context, json, await client("token.revoke", { id }), ({ revoked }) => [
        `API token ${revoked} revoked.`,
      ]);
  }
};

function parseDays(text: string): number {
  if (/^[1-9][0-9]{0,4}$/.test(text)) return Number(text);
  throw new UsageError(`--days must be an integer from 1 to ${limits.token_days_max}.`);
}
