import { rm } from "node:fs/promises";
import { join } from "node:path";
import { limits } from "@fanfare/contract/limits";
import type { Log } from "../lib/log.ts";
import type { OperationContext } from "./operation-context.ts";
import { isOperation } from "./operations.ts";
import { runOperation, serializeError } from "./run-operation.ts";

/** The socket file of a data directory, through which commands reach the server that runs on it. */
export function controlPath(data_dir: string): string {
  return join(data_dir, "control.sock");
}

export interface ControlSocket {
  /** Lets commands that are under way end, and takes the file away. */
  stop(): Promise<void>;
}

/**
 * Answers the commands of the operator on a socket file that this user alone may open (mode 0600): who can open it can read
 * the master key beside it, too. `POST /{operation}` with its input as JSON answers `{"result": …}` or `{"error": …}`.
 *
 * Without the file the server runs all the same, so trouble with it is logged and not thrown.
 */
export async function openControlSocket(
  data_dir: string,
  operator: OperationContext,
  log: Log,
): Promise<ControlSocket> {
  const path = controlPath(data_dir);
  try {
    const server = await listen(path, (request) => handleRequest(request, operator, log));
    return { stop: () => server.stop() };
  } catch (error) {
    log.warn("control_socket_unavailable", { path, error });
    return { stop: async () => {} };
  }
}

async function listen(
  path: string,
  fetchHandler: (request: Request) => Promise<Response>,
): Promise<Bun.Server<undefined>> {
  // A server that was killed leaves its file behind; one that lives answers, and keeps it.
  if (await isServerListening(path)) throw new Error("Another server is already running on this data directory.");
  await rm(path, { force: true });
  const umask = process.umask(0o177);
  try {
    return Bun.serve({
      unix: path,
      maxRequestBodySize: limits.body_bytes_max,
      fetch(request, server) {
        // A backup takes as long as it takes.
        server.timeout(request, 0);
        return fetchHandler(request);
      },
    });
  } finally {
    process.umask(umask);
  }
}

async function isServerListening(path: string): Promise<boolean> {
  try {
    await fetch("http://fanfare/", { unix: path });
    return true;
  } catch {
    return false;
  }
}

async function handleRequest(request: Request, operator: OperationContext, log: Log): Promise<Response> {
  const name = new URL(request.url).pathname.slice(1);
  if (request.method !== "POST" || !isOperation(name)) {
    const message = "The running server has another version and doesn't support this command. Restart the server.";
    return Response.json({ error: { kind: "failed", message } }, { status: 404 });
  }
  try {
    const result = await runOperation(operator, name, await request.json());
    operator.audit_log.sealSoon();
    log.info("operator_command", { operation: name });
    return Response.json({ result });
  } catch (error) {
    const carried = serializeError(error);
    log.warn("operator_command_failed", carried.kind === "failed" ? { operation: name, error } : { operation: name });
    return Response.json({ error: carried }, { status: 400 });
  }
}
