import { ProblemError } from "@fanfare/contract/problem";
import { VaultError } from "./accounts/vault.ts";
import { admin } from "./commands/admin.ts";
import { app } from "./commands/app.ts";
import { audit } from "./commands/audit.ts";
import { backup } from "./commands/backup.ts";
import type { Command, CommandContext } from "./commands/command.ts";
import { config } from "./commands/config.ts";
import { doctor } from "./commands/doctor.ts";
import { explain } from "./commands/explain.ts";
import { importPeople } from "./commands/import.ts";
import { key } from "./commands/key.ts";
import { migrate } from "./commands/migrate.ts";
import { push } from "./commands/push.ts";
import { restore } from "./commands/restore.ts";
import { serve } from "./commands/serve.ts";
import { token } from "./commands/token.ts";
import { ConfigError, readConfig } from "./config.ts";
import { ImportError } from "./engage/import.ts";
import { nearest } from "./nearest.ts";
import { StartError } from "./start-error.ts";
import { HelpAsked, UsageError } from "./usage-error.ts";

const COMMANDS: Readonly<Record<string, { readonly run: Command; readonly help: string }>> = {
  serve: { run: serve, help: "serve [--import file.json]     run the server" },
  migrate: { run: migrate, help: "migrate                        bring the database up to date" },
  config: { run: config, help: "config print | check           show or check the FANFARE_… variables" },
  admin: {
    run: admin,
    help: "admin create | reset --email … make a member who can sign in, or a link to a new password",
  },
  app: { run: app, help: "app list | create | delete     the apps and their keys" },
  key: { run: key, help: "key list | rotate | revoke     the secrets of an app" },
  token: { run: token, help: "token create --scope … | list | revoke   what scripts call /api with" },
  audit: { run: audit, help: "audit verify                   compute the chain of the audit log again" },
  backup: { run: backup, help: "backup [--to directory]        copy the database and its key, while the server runs" },
  restore: { run: restore, help: "restore --from directory       put a backup back, while no server runs" },
  doctor: { run: doctor, help: "doctor                         look for what is wrong, and say what to do" },
  explain: {
    run: explain,
    help: "explain --person … [--content …] [--url …]   why somebody sees a content, or does not",
  },
  import: { run: importPeople, help: "import --file people.csv [--check] import people from a CSV file" },
  push: { run: push, help: "push --to … --text …           say something to people now" },
};

const HELP = ["Usage: fanfare <command> [--json]", "", ...Object.values(COMMANDS).map(({ help }) => `  ${help}`), ""];

const FAILED = 1;
const MISUSED = 2;

/** Runs one command and answers its exit code: 0, 1 when it failed, 2 when it was not understood. */
export async function run(
  argv: readonly string[],
  outside: Pick<CommandContext, "environment" | "directory" | "say"> & { readonly complain: (text: string) => void },
): Promise<number> {
  const [name, ...args] = argv;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    outside.say(HELP.join("\n"));
    return name === undefined ? MISUSED : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    if (command === undefined) throw new UsageError(unknownCommand(name));
    return await command.run({ ...outside, args, config: () => readConfig(outside.environment, outside.directory) });
  } catch (error) {
    if (error instanceof HelpAsked) {
      outside.say(error.message);
      return 0;
    }
    const message = sentenceOf(error);
    const code = error instanceof ProblemError ? error.code : null;
    outside.complain(args.includes("--json") ? JSON.stringify({ error: { code, message } }) : message);
    return error instanceof UsageError || isParseArgsError(error) ? MISUSED : FAILED;
  }
}

function unknownCommand(name: string): string {
  const near = nearest(name, Object.keys(COMMANDS));
  return `There is no command ${name}. ${near === undefined ? "" : `Did you mean ${near}? `}fanfare help lists all.`;
}

/** What was foreseen is told in its own words; what was not comes with its stack, for whoever has to find it. */
function sentenceOf(error: unknown): string {
  const foreseen = [ConfigError, ImportError, ProblemError, StartError, UsageError, VaultError];
  if (foreseen.some((kind) => error instanceof kind) || isParseArgsError(error)) return messageOf(error);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isParseArgsError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_");
}

if (import.meta.main) {
  process.exitCode = await run(process.argv.slice(2), {
    environment: process.env,
    directory: process.cwd(),
    say: (text) => process.stdout.write(`${text}\n`),
    complain: (text) => process.stderr.write(`${text}\n`),
  });
}
