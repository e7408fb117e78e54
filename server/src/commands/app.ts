import { UsageError } from "../usage-error.ts";
import { readArguments } from "./arguments.ts";
import { asking, type Command, tell } from "./command.ts";

const USAGE =
  "Write fanfare app list [--json], fanfare app delete --id 1001 --yes [--json], or fanfare app create [--name Production] [--id 1001] [--key …] [--secret …] [--client-events] [--require-tls] [--json].";

/** `fanfare app list`, `fanfare app create` and `fanfare app delete`. */
export const app: Command = async (context) => {
  const { verb, values } = readArguments(context.args, {
    verbs: ["list", "create", "delete"],
    options: {
      name: { type: "string" },
      id: { type: "string" },
      key: { type: "string" },
      secret: { type: "string" },
      "client-events": { type: "boolean", default: false },
      "require-tls": { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
    },
    usage: USAGE,
  });
  const { json, yes, "client-events": client_events, "require-tls": require_tls, ...wish } = values;
  const ask = asking(context);
  switch (verb) {
    case "list":
      return tell(context, json, await ask("app.list", {}), (apps) =>
        apps.map(({ id, key, name, paused }) => `${id}  ${key}  ${name}${paused ? "  (paused)" : ""}`),
      );
    case "create":
      return tell(
        context,
        json,
        await ask("app.create", { ...wish, client_events, require_tls }),
        ({ id, key, secret }) => [
          `id      ${id}`,
          `key     ${key}`,
          `secret  ${secret}`,
          "The secret is shown this once: keep it where your back end finds it.",
        ],
      );
    case "delete":
      if (wish.id === undefined) throw new UsageError(USAGE);
      if (!yes) throw new UsageError(`This erases app ${wish.id} with its people and all that they did. Add --yes.`);
      return tell(context, json, await ask("app.delete", { id: wish.id }), ({ deleted }) => [`${deleted} is deleted.`]);
  }
};
