import { systemClock } from "@fanfare/contract/lib/clock";
import type { NodeId } from "@fanfare/contract/lib/ids";
import { limits, MINUTE_MS } from "@fanfare/contract/limits";
import { isAlive, isSilent, type NodeDirectory, openNodeDirectory } from "../cluster/nodes.ts";
import { StartupError, UsageError } from "../lib/operator-errors.ts";
import { toIso } from "../store/columns.ts";
import { parseStoreUrl } from "../store/database.ts";
import type { NodeRow } from "../store/statements/cluster/nodes.ts";
import { readArguments } from "./arguments.ts";
import { type Command, type CommandContext, printResult } from "./command.ts";

const USAGE =
  "Usage:\n  fanfare node list [--json]\n  fanfare node drain --id nod_… [--json]\nlist shows the processes that use the PostgreSQL database. drain asks one to close its connections and stop.";

/** `fanfare node list` and `fanfare node drain`. Both work on any machine that reaches the database. */
export const node: Command = async (context) => {
  const { verb, values } = readArguments(context.args, {
    verbs: ["list", "drain"],
    options: { id: { type: "string" } },
    usage: USAGE,
  });
  const target = parseStoreUrl(context.config().database_url);
  if (target.dialect === "sqlite") {
    throw new UsageError("This installation uses SQLite, which runs on one node. Nodes need PostgreSQL.");
  }
  const directory = openNodeDirectory(target.url);
  try {
    if (verb === "list") return printResult(context, values.json, await list(directory), format);
    if (values.id === undefined) throw new UsageError(USAGE);
    return await drain(context, directory, values.id, values.json);
  } finally {
    await directory.close();
  }
};

async function drain(context: CommandContext, directory: NodeDirectory, id: string, json: boolean): Promise<number> {
  // Cast: an ID that no node has drains nothing.
  if (!(await directory.drain(id as NodeId))) throw await drainRefusal(directory, id);
  return printResult(context, json, { draining: id }, () => [
    `Node ${id} is draining. It stops when its connections are closed.`,
  ]);
}

async function drainRefusal(directory: NodeDirectory, id: string): Promise<Error> {
  const silent = (await directory.list()).find((row) => row.id === id && isSilent(row));
  if (silent === undefined)
    return new UsageError(`No active or standby node has the ID ${id}. Run fanfare node list to see the IDs.`);
  return new StartupError(
    `Node ${id} hasn't reported since ${lastReport(silent.silent_ms)}, so it can't drain. If its process still runs, stop it on its machine. Otherwise, wait: it leaves the list ${limits.node_listed_ms / MINUTE_MS} minutes after its last report.`,
  );
}

function lastReport(silent_ms: number): string {
  return toIso(systemClock.now() - silent_ms);
}

async function list(directory: NodeDirectory) {
  return (await directory.list()).map((row) => ({
    ...present(row),
    alive: isAlive(row),
    silent_since: isSilent(row) ? lastReport(row.silent_ms) : null,
  }));
}

function present({ id, host, port, version, state, process, started_at, silent_ms, connections, degraded }: NodeRow) {
  const times = { started_at: toIso(started_at), last_report_s: silent_ms / 1_000 };
  return { id, state, host, port, version, process, ...times, connections, degraded };
}

function format(nodes: Awaited<ReturnType<typeof list>>): readonly string[] {
  if (nodes.length === 0) return ["No nodes are running."];
  return nodes.map(
    ({ id, state, silent_since, host, port, version, process, last_report_s, connections, degraded }) =>
      `${id}  ${silent_since === null ? state : `${state}, hasn't reported since ${silent_since}`}${degraded === null ? "" : `, ${degraded}`}  ${host}:${port}  ${version}  ${process}  ${connections} connections  ${last_report_s.toFixed(1)} s ago`,
  );
}
