import { parseArgs } from "node:util";
import { systemClock } from "@fanfare/contract/clock";
import { systemRng } from "@fanfare/contract/rng";
import { openAppDirectory } from "../accounts/apps.ts";
import { createApp } from "../accounts/new-app.ts";
import { openVault } from "../accounts/vault.ts";
import { APP_ID_PATTERN, APP_KEY_PATTERN, APP_SECRET_PATTERN, CONSOLE_APP_KEY } from "../app-grammar.ts";
import type { Config } from "../config.ts";
import { type Command, type CommandContext, UsageError, withStore } from "./command.ts";

const USAGE =
  "Write fanfare app list [--json], or fanfare app create [--name Production] [--id 1001] [--key …] [--secret …] [--json].";

/** `fanfare app list` and `fanfare app create`. */
export const app: Command = async ({ args, config: read, say }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      name: { type: "string", default: "App" },
      id: { type: "string" },
      key: { type: "string" },
      secret: { type: "string" },
      json: { type: "boolean", default: false },
    },
  });
  switch (positionals.join(" ")) {
    case "list":
      return list(read(), values.json, say);
    case "create":
      assertGrammar(values);
      return create(read(), values, say);
    default:
      throw new UsageError(USAGE);
  }
};

type Say = CommandContext["say"];

async function list(config: Config, json: boolean, say: Say): Promise<number> {
  const vault = await openVault(config.data_dir);
  const apps = await withStore(config, (store) => openAppDirectory({ store, vault }));
  const shown = apps
    .all()
    .filter(({ system }) => !system)
    .map(({ id, key, name, paused }) => ({ id, key, name, paused }));
  if (json) say(JSON.stringify(shown));
  else for (const each of shown) say(`${each.id}  ${each.key}  ${each.name}${each.paused ? "  (paused)" : ""}`);
  return 0;
}

interface Wish {
  readonly name: string;
  readonly id?: string | undefined;
  readonly key?: string | undefined;
  readonly secret?: string | undefined;
  readonly json: boolean;
}

async function create(config: Config, { json, ...wish }: Wish, say: Say): Promise<number> {
  const vault = await openVault(config.data_dir);
  const deps = { clock: systemClock, rng: systemRng, vault };
  const made = await withStore(config, (store) => createApp({ ...deps, store }, wish));
  if (json) say(JSON.stringify({ ...made, name: wish.name }));
  else {
    say(`id      ${made.id}`);
    say(`key     ${made.key}`);
    say(`secret  ${made.secret}`);
    say("The secret is shown this once: keep it where your back end finds it.");
  }
  return 0;
}

function assertGrammar({ id, key, secret }: Wish): void {
  if (id !== undefined && !APP_ID_PATTERN.test(id)) throw new UsageError("--id takes digits, not starting with 0.");
  if (key !== undefined && (!APP_KEY_PATTERN.test(key) || key === CONSOLE_APP_KEY)) {
    throw new UsageError(`--key takes letters, digits, _ and -, at most 64, and not ${CONSOLE_APP_KEY}.`);
  }
  if (secret !== undefined && !APP_SECRET_PATTERN.test(secret)) {
    throw new UsageError("--secret takes 8 to 256 printable characters without spaces.");
  }
}
