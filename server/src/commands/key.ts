import { UsageError } from "../usage-error.ts";
import { readArguments } from "./arguments.ts";
import { asking, type Command, tell } from "./command.ts";

const USAGE =
  "Write fanfare key list | rotate | revoke [--app 1001] [--json]. rotate makes a second secret beside the one in use (--secret gives it); revoke --id sec_… ends one of the two.";

/** `fanfare key list`, `fanfare key rotate` and `fanfare key revoke`: the secrets of an app. */
export const key: Command = async (context) => {
  const { verb, values } = readArguments(context.args, {
    verbs: ["list", "rotate", "revoke"],
    options: { app: { type: "string" }, secret: { type: "string" }, id: { type: "string" } },
    usage: USAGE,
  });
  const { json, app, secret, id } = values;
  const ask = asking(context);
  switch (verb) {
    case "list":
      return tell(context, json, await ask("key.list", { app }), ({ items }) =>
        items.map((item) => `${item.id}  ${dated("made", item.created_at)}${dated(", revoked", item.revoked_at)}`),
      );
    case "rotate":
      return tell(context, json, await ask("key.rotate", { app, secret }), (made) => [
        `id      ${made.id}`,
        `secret  ${made.secret}`,
        "Both secrets are good now. The new one is shown this once: give it to your back ends, then end the old one with fanfare key revoke.",
      ]);
    case "revoke":
      if (id === undefined) throw new UsageError(USAGE);
      return tell(context, json, await ask("key.revoke", { app, id }), ({ revoked }) => [
        `${revoked} is revoked: what it signs is refused from now on.`,
      ]);
  }
};

function dated(what: string, at: string | null): string {
  return at === null ? "" : `${what} ${at}`;
}
