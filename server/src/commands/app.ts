import { UsageError } from "../lib/operator-errors.ts";
import { readArguments } from "./arguments.ts";
import { type Command, type CommandContext, createClient, printResult } from "./command.ts";

const USAGE =
  "Usage:\n  fanfare app list [--json]\n  fanfare app create [--name Production] [--id 1001] [--key …] [--secret …] [--source-locale en]\n                     [--client-events] [--require-tls] [--json]\n  fanfare app delete --app 1001 --yes [--json]";

export const app: Command = async (context) => {
  const { verb, values } = readArguments(context.args, {
    verbs: ["list", "create", "delete"],
    options: {
      name: { type: "string" },
      id: { type: "string" },
      app: { type: "string" },
      key: { type: "string" },
      secret: { type: "string" },
      "source-locale": { type: "string" },
      "client-events": { type: "boolean", default: false },
      "require-tls": { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
    },
    usage: USAGE,
  });
  const { json, yes, app: app_id, "source-locale": source_locale, ...flags } = values;
  const { "client-events": client_events, "require-tls": require_tls, ...options } = flags;
  const client = createClient(context);
  switch (verb) {
    case "list":
      return printResult(context, json, await client("app.list", {}), (apps) =>
        apps.map(({ id, key, name, paused }) => `${id}  ${key}  ${name}${paused ? "  (paused)" : ""}`),
      );
    case "create":
      return printResult(
        context,
        json,
        await client("app.create", {
          ...{ ...options, source_locale, client_events, require_tls },
          name: await appName(context, values),
        }),
        ({ id, key, secret }) => [
          `id      ${id}`,
          `key     ${key}`,
          `secret  ${secret}`,
          "Copy the secret now and store it in your backend. It won't be shown again.",
        ],
      );
    case "delete": {
      if (options.id !== undefined) context.printError("--id is deprecated in this command. Use --app.");
      const id = app_id ?? options.id;
      if (id === undefined) throw new UsageError(USAGE);
      if (!yes)
        throw new UsageError(
          `This permanently deletes app ${id} with its people and all of their data. Add --yes to confirm.`,
        );
      return printResult(context, json, await client("app.delete", { id }), ({ deleted }) => [
        `App ${deleted} deleted.`,
      ]);
    }
  }
};

/** Asks for the name where an operator creates an app by hand and gave none. Scripts get the default. */
async function appName(
  { ask }: CommandContext,
  { name, json }: { readonly name?: string | undefined; readonly json: boolean },
): Promise<string | undefined> {
  if (name !== undefined || json || ask === undefined) return name;
  return (await ask("App name (for example, Production): ")) || undefined;
}
