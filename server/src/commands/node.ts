import type { NodeId } from "@fanfare/contract/lib/ids";
import { isAlive, type NodeDirectory, openNodeDirectory } from "../cluster/nodes.ts";
import { UsageError } from "../lib/operator-errors.ts";
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
  if (!(await directory.drain(id as NodeId))) {
    throw new UsageError(`No active or standby node has the ID ${id}. Run fanfare node list to see the IDs.`);
  }
  return printResult(context, json, { draining: id }, () => [
    `Node ${id} is draining. It stops when its connections are closed.`,
  ]);
}

async function list(directory: NodeDirectory) {
  return (await directory.list()).map((row) => ({ ...present(row), alive: isAlive(row) }));
}

function present({ id, host, port, version, state, process, started_at, silent_ms, connections, degraded }: NodeRow) {
  const times = { started_at: toIso(started_at), last_report_s: silent_ms / 1_000 };
  return { id, state, host, port, version, process, ...times, connections, degraded };
}

function format(nodes: Awaited<ReturnType<typeof list>>): readonly string[] {
  if (nodes.length === 0) return ["No nodes are running."];
  return nodes.map(
    ({ id, state, alive, host, port, version, process, last_report_s, connections, degraded }) =>
      `${id}  ${alive ? state : `${state}, not reporting`}${degraded === null ? "" : `, ${degraded}`}  ${host}:${port}  ${version}  ${process}  ${connections} connections  ${last_report_s.toFixed(1)} s ago`,
  );
}
