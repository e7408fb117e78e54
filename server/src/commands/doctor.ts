import { existsSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { UsageError } from "../lib/operator-errors.ts";
import { examine } from "../operations/doctor.ts";
import type { Note, OtherApp } from "../operations/other-servers/other-app.ts";
import { OTHER_SERVERS, type OtherServerName, readOtherServer } from "../operations/other-servers/read-other-server.ts";
import { readArguments } from "./arguments.ts";
import {
  type Command,
  type CommandContext,
  createClient,
  printResult,
  publicUrl,
  readText,
  runningConfig,
} from "./command.ts";

const USAGE =
  "Usage:\n  fanfare doctor [--json]\n  fanfare doctor --from soketi|reverb|pusher [--file .env …] [--dry-run] [--json]\nWith --from, creates the apps of another server with their IDs, keys, secrets, and settings.\nWith --dry-run, only shows them. --dry-run --json includes the secrets.";
const STATUS_SYMBOLS = { good: "ok     ", warning: "warning", bad: "ERROR  " } as const;

/** `fanfare doctor`: exits with 0 if no check fails. `--from` takes over the apps of another server. */
export const doctor: Command = async (context) => {
  const { values } = readArguments(context.args, {
    verbs: [""],
    options: {
      from: { type: "string" },
      file: { type: "string", multiple: true },
      "dry-run": { type: "boolean", default: false },
    },
    usage: USAGE,
  });
  const { from, file: files, json, "dry-run": dry_run } = values;
  if (from !== undefined) return await takeOver(context, { from, files, json, dry_run });
  if (files !== undefined || dry_run) throw new UsageError(USAGE);
  const findings = await examine(await runningConfig(context), Date.now());
  printResult(context, json, findings, (all) =>
    all.map(({ check, state, says }) => `${STATUS_SYMBOLS[state]}  ${check.replaceAll("_", " ")}: ${says}`),
  );
  return findings.some(({ state }) => state === "bad") ? 1 : 0;
};

interface TakeOverOptions {
  readonly from: string;
  readonly files: readonly string[] | undefined;
  readonly dry_run: boolean;
  readonly json: boolean;
}

interface TakenApp extends Omit<OtherApp, "id" | "secret"> {
  readonly id: string | null;
  readonly secret?: string;
  readonly outcome: "created" | "exists" | "planned";
}

async function takeOver(context: CommandContext, { from, files, dry_run, json }: TakeOverOptions): Promise<number> {
  const server = (Object.keys(OTHER_SERVERS) as OtherServerName[]).find((name) => name === from);
  if (server === undefined) throw new UsageError(USAGE);
  const paths = files?.map((file) => resolve(context.directory, file)) ?? usualFiles(context.directory, server);
  if (paths.length === 0)
    throw new UsageError(`Found none of ${OTHER_SERVERS[server].join(", ")} here. Name the files with --file.`);
  const texts = await Promise.all(paths.map(async (path) => ({ name: basename(path), text: await readText(path) })));
  const { apps, notes } = readOtherServer(server, texts);
  const client = createClient(context);
  const taken: TakenApp[] = [];
  for (const { secret, ...app } of apps) {
    if (dry_run) taken.push({ ...app, id: app.id ?? null, secret, outcome: "planned" });
    else taken.push({ ...app, ...(await client("app.import", { ...app, secret })) });
  }
  const result = { from: server, apps: taken, notes, connect: addressOf(await runningConfig(context)) };
  return printResult(context, json, result, (all) => [...all.apps.flatMap(describeApp), ...remarks(all)]);
}

function usualFiles(directory: string, server: OtherServerName): readonly string[] {
  return OTHER_SERVERS[server].map((file) => join(directory, file)).filter((path) => existsSync(path));
}

/** What backends and pages change. Everything else stays. */
function addressOf(config: Config): { readonly host: string; readonly port: number; readonly scheme: string } {
  const { hostname, port, protocol } = new URL(publicUrl(config));
  const scheme = protocol.slice(0, -1);
  return { host: hostname, port: port === "" ? ({ http: 80, https: 443 }[scheme] ?? 443) : Number(port), scheme };
}

const OUTCOMES = { created: "created", exists: "already here", planned: "not created (dry run)" } as const;

function describeApp({ id, key, name, settings, allowed_origins, outcome }: TakenApp): readonly string[] {
  const { limits = {}, ...switches } = settings;
  const set = [...Object.entries(switches), ...Object.entries(limits)].filter(([, value]) => value !== null);
  return [
    `${name}: ${OUTCOMES[outcome]}. ID ${id ?? "new"}, key ${key}.`,
    ...set.map(([setting, value]) => `  ${setting}: ${value}`),
    ...allowed_origins.map((origin) => `  allowed origin: ${origin}`),
  ];
}

function remarks({
  notes,
  connect,
}: {
  notes: readonly Note[];
  connect: ReturnType<typeof addressOf>;
}): readonly string[] {
  return [
    ...(notes.length === 0 ? [] : ["", "To check:", ...notes.map(({ setting, says }) => `  ${setting}: ${says}`)]),
    "",
    `In your backends and pages, change the host to ${connect.host}, the port to ${connect.port}, and the scheme to ${connect.scheme}. Keys and secrets stay the same.`,
  ];
}
