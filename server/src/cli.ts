import { createInterface } from "node:readline/promises";
import "@fanfare/contract/schema/validation-messages";
import { ProblemError } from "@fanfare/contract/problem";
import { admin } from "./commands/admin.ts";
import { app } from "./commands/app.ts";
import { audit } from "./commands/audit.ts";
import { backup } from "./commands/backup.ts";
import type { Command, CommandContext } from "./commands/command.ts";
import { config } from "./commands/config.ts";
import { content } from "./commands/content/content.ts";
import { doctor } from "./commands/doctor.ts";
import { explain } from "./commands/explain.ts";
import { health } from "./commands/health.ts";
import { importPeople } from "./commands/import.ts";
import { key } from "./commands/key.ts";
import { licenses } from "./commands/licenses.ts";
import { mcp } from "./commands/mcp.ts";
import { migrate } from "./commands/migrate.ts";
import { move } from "./commands/move.ts";
import { node } from "./commands/node.ts";
import { push } from "./commands/push.ts";
import { restore } from "./commands/restore.ts";
import { secretKey } from "./commands/secret-key.ts";
import { serve } from "./commands/serve.ts";
import { token } from "./commands/token.ts";
import { types } from "./commands/types.ts";
import { upgrade } from "./commands/upgrade.ts";
import { version } from "./commands/version.ts";
import { ConfigError, readConfig } from "./config/config.ts";
import { ImportError } from "./engage/publish/import-content.ts";
import { closestMatch } from "./lib/closest-match.ts";
import { HelpRequested, messageOf, StartupError, UsageError } from "./lib/operator-errors.ts";
import { VaultError } from "./lib/vault.ts";
import { describeDatabaseError } from "./operations/open-database.ts";
import { StoreError } from "./store/store.ts";

/** All commands, in the order of the help. */
export const COMMANDS: Readonly<
  Record<string, { readonly run: Command; readonly synopsis: string; readonly help: string }>
> = {
  serve: { run: serve, synopsis: "serve", help: "start the server" },
  migrate: { run: migrate, synopsis: "migrate", help: "update the database schema" },
  config: { run: config, synopsis: "config print | check", help: "print or check the FANFARE_… variables" },
  admin: { run: admin, synopsis: "admin create | reset", help: "create a member or a password reset link" },
  app: { run: app, synopsis: "app list | create | delete", help: "manage apps" },
  key: { run: key, synopsis: "key list | rotate | revoke", help: "manage an app's secrets" },
  "secret-key": { run: secretKey, synopsis: "secret-key list | rotate | prune", help: "change the master key" },
  token: { run: token, synopsis: "token create | list | revoke", help: "manage API tokens" },
  audit: { run: audit, synopsis: "audit verify", help: "verify the audit log" },
  backup: { run: backup, synopsis: "backup", help: "back up the database and the master key" },
  restore: {
    run: restore,
    synopsis: "restore --from directory",
    help: "restore a backup while the server is stopped",
  },
  doctor: { run: doctor, synopsis: "doctor", help: "check the server, or take over the apps of another one" },
  explain: { run: explain, synopsis: "explain --person …", help: "explain why a person sees content or doesn't" },
  import: { run: importPeople, synopsis: "import --file people.csv", help: "import people from a CSV file" },
  content: {
    run: content,
    synopsis: "content pull | diff | push | …",
    help: "keep content as files in Git, promote, and import",
  },
  types: { run: types, synopsis: "types", help: "write slugs, events, and actions as types of the SDK" },
  mcp: { run: mcp, synopsis: "mcp --token-file …", help: "serve the MCP tools to an assistant on this machine" },
  push: { run: push, synopsis: "push --to … --text …", help: "send a live update" },
  move: { run: move, synopsis: "move --to postgres://…", help: "copy a SQLite installation to PostgreSQL" },
  node: { run: node, synopsis: "node list | drain", help: "list the nodes of a PostgreSQL database, or drain one" },
  health: { run: health, synopsis: "health", help: "check whether the local server accepts traffic" },
  licenses: { run: licenses, synopsis: "licenses", help: "print the licenses of everything inside" },
  upgrade: {
    run: upgrade,
    synopsis: "upgrade --from archive",
    help: "replace the executable with a release, after a backup",
  },
  version: { run: version, synopsis: "version", help: "print the version" },
};

const WIDTH = Math.max(...Object.values(COMMANDS).map(({ synopsis }) => synopsis.length)) + 2;
const HELP = [
  "Usage: fanfare <command> [--json]",
  "",
  ...Object.values(COMMANDS).map(({ synopsis, help }) => `  ${synopsis.padEnd(WIDTH)}${help}`),
  "",
  "fanfare <command> --help lists the options of a command.",
];

const FAILED = 1;
const MISUSED = 2;

/** Runs one command and returns its exit code: 0 for success, 1 for a failure, 2 for a usage error. */
export async function run(argv: readonly string[], io: Omit<CommandContext, "args" | "config">): Promise<number> {
  const [first, ...args] = argv;
  const name = first === "--version" || first === "-v" ? "version" : first;
  if (name === undefined || name === "help" || name === "--help" || name === "-h") {
    io.print(HELP.join("\n"));
    return name === undefined ? MISUSED : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  try {
    if (command === undefined) throw new UsageError(unknownCommand(name));
    return await command.run({ ...io, args, config: () => readConfig(io.environment, io.directory) });
  } catch (error) {
    if (error instanceof HelpRequested) {
      io.print(error.message);
      return 0;
    }
    const message = (await describeStoreError(error, io)) ?? describeError(error);
    const code = error instanceof ProblemError ? error.code : null;
    io.printError(args.includes("--json") ? JSON.stringify({ error: { code, message } }) : message);
    return error instanceof UsageError || isParseArgsError(error) ? MISUSED : FAILED;
  }
}

function unknownCommand(name: string): string {
  const near = closestMatch(name, Object.keys(COMMANDS));
  return `Unknown command: ${name}. ${near === undefined ? "" : `Did you mean ${near}? `}Run fanfare help for a list of commands.`;
}

/** Expected errors print their message. Unexpected errors include the stack. */
function describeError(error: unknown): string {
  const expected = [ConfigError, ImportError, ProblemError, StartupError, UsageError, VaultError];
  if (expected.some((kind) => error instanceof kind) || isParseArgsError(error)) return messageOf(error);
  if (isFileError(error)) return `${error.message}. Check the path and its permissions.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Commands that use a database have read its URL from this configuration. */
async function describeStoreError(
  error: unknown,
  { environment, directory }: Pick<CommandContext, "environment" | "directory">,
): Promise<string | undefined> {
  if (!(error instanceof StoreError)) return undefined;
  return await describeDatabaseError(error, readConfig(environment, directory).database_url);
}

/** Errors of the file system name the call and its path. */
function isFileError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && "path" in error;
}

function isParseArgsError(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS_");
}

async function askOnTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}

/** A reader that ends first, such as `head`, is no error, and neither a command nor a server ends with it. */
function ignoreClosedPipe(error: Error): void {
  if (!("code" in error && error.code === "EPIPE")) throw error;
}

/** Ends what a failed start left running. The output comes first: it may go to a slow pipe. */
function exitAfterOutput(code: number): void {
  process.stdout.write("", () => process.stderr.write("", () => process.exit(code)));
}

/** A function, because bytecode can't wait at the top of a file. */
async function runAsProgram(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", ignoreClosedPipe);
  process.exitCode = await run(process.argv.slice(2), {
    environment: process.env,
    directory: process.cwd(),
    print: (text) => process.stdout.write(`${text}\n`),
    printError: (text) => process.stderr.write(`${text}\n`),
    ask: process.stdin.isTTY ? askOnTerminal : undefined,
  });
  if (process.exitCode !== 0) exitAfterOutput(process.exitCode);
}

if (import.meta.main) void runAsProgram();
