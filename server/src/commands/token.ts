import { limits } from "@fanfare/contract/limits";
import { UsageError } from "../usage-error.ts";
import { readArguments } from "./arguments.ts";
import { asking, type Command, tell } from "./command.ts";

const USAGE =
  "Write fanfare token create --scope content.read [--scope …] [--name Deploy] [--days 90] [--json], fanfare token list, or fanfare token revoke --id tok_…. Scopes are actions (content.publish), nouns (content.*), *.read or *.";

/** `fanfare token create`, `list` and `revoke`: how scripts call `/api`. */
export const token: Command = async (context) => {
  const { verb, values } = readArguments(context.args, {
    verbs: ["create", "list", "revoke"],
    options: {
      scope: { type: "string", multiple: true },
      name: { type: "string", default: "Made on the command line" },
      days: { type: "string" },
      id: { type: "string" },
    },
    usage: USAGE,
  });
  const { json, scope, name, days, id } = values;
  const ask = asking(context);
  switch (verb) {
    case "create": {
      if (scope === undefined) throw new UsageError(USAGE);
      // Both are common: --scope a --scope b, and --scope a,b.
      const scopes = scope.flatMap((each) => each.split(",")).map((each) => each.trim());
      const expires_in_days = days === undefined ? null : daysOf(days);
      return tell(context, json, await ask("token.create", { name, scopes, expires_in_days }), (made) => [
        `id     ${made.id}`,
        `token  ${made.token}`,
        "The token is shown this once. Send it as Authorization: Bearer.",
      ]);
    }
    case "list":
      return tell(context, json, await ask("token.list", {}), ({ items }) =>
        items.map((item) => `${item.id}  ${item.name}  ${item.scopes.join(" ")}`),
      );
    case "revoke":
      if (id === undefined) throw new UsageError(USAGE);
      return tell(context, json, await ask("token.revoke", { id }), ({ revoked }) => [`${revoked} is revoked.`]);
  }
};

function daysOf(text: string): number {
  if (/^[1-9][0-9]{0,4}$/.test(text)) return Number(text);
  throw new UsageError(`--days takes a whole number from 1 to ${limits.token_days_max}.`);
}
