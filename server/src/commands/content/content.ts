import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { FolderChange, FolderFile } from "@fanfare/contract/content-folder";
import { IMPORT_SOURCES } from "@fanfare/contract/content-import/import-source";
import type { FolderPlan } from "@fanfare/contract/schema/content/content-folder";
import { StartupError, UsageError } from "../../lib/operator-errors.ts";
import { readArguments } from "../arguments.ts";
import { type Command, type CommandContext, printResult, publicUrl, runningConfig } from "../command.ts";
import { describeDifference, fileDifferences, filePatches } from "./file-differences.ts";
import { clientFor, type FolderClient } from "./folder-client.ts";
import { itemOf, readDirectory, withSchemas, writeBeside, writeDirectory } from "./folder-directory.ts";
import { importTours } from "./import-tours.ts";
import {
  DRIFTED,
  describeAudience,
  describeDrift,
  describePlan,
  describePublishing,
  finishPush,
  printPushed,
} from "./plan-report.ts";
import { promote } from "./promote.ts";

const USAGE = `Usage:
  fanfare content pull [--dir content]       write the server's content to a folder
  fanfare content diff                       show what differs; exits with 2 if anything does
  fanfare content validate                   check the folder's files
  fanfare content push [--publish]           save the folder's drafts on the server
  fanfare content promote --from 1001 --to 1002 [--only welcome,news]
                                             publish in an app what is live in another one
  fanfare content promote --to-server https://fanfare.example --to-token-file file [--publish]
                                             push this server's content to another one
  fanfare content import tour.js --from ${IMPORT_SOURCES.join("|")}
                                             turn tours of another library into files; --name names them

For all:
  --dir content            the folder
  --app 1001               the app, for its goals and trackers, and for --publish
  --server https://…       another server, with --token-file file, or - for standard input
  --json                   print one line of JSON

For pull:
  --prune                  delete files of what the server doesn't have

For push:
  --dry-run                show what would change; also for promote
  --publish                publish the folder's content whose draft isn't live; also for promote --to-server
  --take local|server      overwrite the server's changes, or your files; exits with 3 without it
  --prune [--yes]          archive content that an earlier push had and the folder no longer has
  --source shop@commit     what the audit log shows

push --publish exits with 4 if content awaits approval.`;

const DIFFERENT = 2;
/** `--prune` archives up to a fifth without `--yes`. */
const ARCHIVED_PART = 5;

const OPTIONS = {
  dir: { type: "string", default: "content" },
  app: { type: "string" },
  server: { type: "string" },
  "token-file": { type: "string" },
  "dry-run": { type: "boolean", default: false },
  take: { type: "string" },
  publish: { type: "boolean", default: false },
  source: { type: "string" },
  from: { type: "string" },
  name: { type: "string" },
  to: { type: "string" },
  only: { type: "string" },
  "to-server": { type: "string" },
  "to-token-file": { type: "string" },
  prune: { type: "boolean", default: false },
  yes: { type: "boolean", default: false },
} as const;

interface Run {
  readonly context: CommandContext;
  readonly directory: string;
  readonly client: FolderClient;
  /** URL of the server, for the schemas of a new folder. */
  readonly server: string;
  readonly json: boolean;
}

/** `fanfare content`: content as files for Git, of this installation or of another one. */
export const content: Command = async (context) => {
  const verbs = ["pull", "diff", "push", "validate", "promote", "import"] as const;
  const read = readArguments(context.args, { verbs, options: OPTIONS, usage: USAGE, with_file: "import" });
  const { verb, values, file } = read;
  const { take, json } = values;
  if (verb === "import") return importTours(context, { ...values, file, usage: USAGE });
  if (verb === "promote") return promote(context, values, USAGE);
  if (take !== undefined && take !== "local" && take !== "server") throw new UsageError(USAGE);
  const directory = resolve(context.directory, values.dir);
  if (verb !== "pull" && !existsSync(directory)) {
    throw new StartupError(`The folder ${directory} doesn't exist. Check --dir, or run fanfare content pull first.`);
  }
  const run = {
    ...{ context, directory },
    client: await clientFor(context, values),
    server: values.server ?? publicUrl(await runningConfig(context)),
    json,
  };
  switch (verb) {
    case "pull":
      return pull(run, values.prune);
    case "diff":
      return diff(run);
    case "validate":
      return validate(run);
    case "push":
      return push(run, { ...values, take, dry_run: values["dry-run"] });
  }
};

/** Files of items that the server doesn't have may be new, and stay without `prune`. */
async function pull(run: Run, prune: boolean): Promise<number> {
  const { context, directory, json } = run;
  const files = await readServer(run);
  const known = new Set(files.map(({ path }) => itemOf(path)));
  const changed = await writeDirectory(directory, files, (path) => prune || known.has(itemOf(path)));
  const only_here = (await readDirectory(directory)).map(({ path }) => path).filter((path) => !known.has(itemOf(path)));
  return printResult(context, json, { files: files.length, changed, only_here }, () => [
    ...changed.map((path) => `  ${path}`),
    ...only_here.map((path) => `  ${path}: only here. Push it, or pull with --prune to delete it.`),
    `${files.length} files in ${directory}, ${changed.length} changed.`,
  ]);
}

/** The server's files, as the folder has them. */
async function readServer({ directory, client, server }: Run): Promise<readonly FolderFile[]> {
  return withSchemas(directory, await client.read(), server);
}

async function diff({ context, directory, client, json }: Run): Promise<number> {
  const local = await readDirectory(directory);
  // One after the other: without a server, each opens the database for itself.
  const server = await client.read();
  const plan = await client.plan(local, { audiences: true });
  const differences = fileDifferences(server, local);
  printResult(context, json, { files: filePatches(server, local), ...plan }, () => [
    ...differences.map(describeDifference),
    ...plan.changes.filter(({ change }) => change === "drift").map(describeDrift),
    ...plan.audiences.map(describeAudience),
    differences.length === 0
      ? "No differences."
      : `${differences.length} ${differences.length === 1 ? "difference" : "differences"}.`,
  ]);
  return differences.length === 0 ? 0 : DIFFERENT;
}

async function validate({ context, directory, client, json }: Run): Promise<number> {
  const { incomplete, changes, unchanged } = await client.plan(await readDirectory(directory));
  return printResult(context, json, { items: changes.length + unchanged, incomplete }, () => [
    ...incomplete.map((path) => `${path} can be saved, but not published: complete its draft.`),
    `${changes.length + unchanged} items are valid.`,
  ]);
}

interface PushOptions {
  readonly take: "local" | "server" | undefined;
  readonly dry_run: boolean;
  readonly publish: boolean;
  readonly prune: boolean;
  /** Archive more than a fifth of the content. */
  readonly yes: boolean;
  readonly source?: string | undefined;
}

async function push(run: Run, { take, dry_run, publish, prune, yes, source }: PushOptions): Promise<number> {
  const { context, directory, client, json } = run;
  let local = await readDirectory(directory);
  let plan = await client.plan(local, { prune });
  const drifted = plan.changes.filter(({ change }) => change === "drift");
  if (drifted.length > 0 && take !== "local" && !dry_run) {
    const theirs = (await readServer(run)).filter(({ path }) => drifted.some((item) => itemOf(path) === item.path));
    if (take === undefined) return stopForDrift(run, drifted, theirs);
    local = [...local.filter(({ path }) => !drifted.some((item) => itemOf(path) === item.path)), ...theirs];
    plan = await client.plan(local, { prune });
  }
  assertFewArchived(plan, local, yes || dry_run);
  if (dry_run) {
    printResult(context, json, plan, () => [
      ...describePlan(plan),
      ...(publish && (drifted.length === 0 || take !== undefined) ? describePublishing(plan) : []),
      "Nothing was saved: dry run.",
    ]);
    return drifted.length > 0 ? DRIFTED : 0;
  }
  const before = await client.read();
  const pushed = await client.push(local, { overwrite: take === "local", prune, source });
  const result = await finishPush(client, pushed, publish);
  await writePushed(run, local, before);
  return printPushed(context, json, result);
}

/**
 * Writes what was pushed with the server's formatting and keys, so that the next pull changes nothing. An item can have
 * another path by then, because file names come from names. What only the server has stays there.
 */
async function writePushed(run: Run, local: readonly FolderFile[], before: readonly FolderFile[]): Promise<void> {
  const own = new Set(local.map(({ path }) => itemOf(path)));
  const known = new Set(before.map(({ path }) => itemOf(path)));
  const files = (await readServer(run)).filter(({ path }) => own.has(itemOf(path)) || !known.has(itemOf(path)));
  await writeDirectory(run.directory, files, () => true);
}

/** A folder of the wrong branch or product must not archive everything. */
function assertFewArchived({ changes }: FolderPlan, local: readonly FolderFile[], is_allowed: boolean): void {
  const archived = changes.filter(({ change }) => change === "archive").length;
  const kept = local.filter(({ path }) => path.endsWith("/content.json")).length;
  if (is_allowed || archived <= (archived + kept) / ARCHIVED_PART) return;
  throw new StartupError(
    `This push would archive ${archived} of ${archived + kept} items. Check the folder, then add --yes. Nothing was saved.`,
  );
}

async function stopForDrift(
  run: Run,
  drifted: readonly FolderChange[],
  theirs: readonly FolderFile[],
): Promise<number> {
  const { context, directory, json } = run;
  const beside = await writeBeside(directory, theirs);
  printResult(context, json, { drifted, files: beside }, () => [
    ...drifted.map(describeDrift),
    `Nothing was saved. Compare with ${beside.join(", ")}. Then push with --take local or --take server.`,
  ]);
  return DRIFTED;
}
