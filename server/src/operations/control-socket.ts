import { rm } from "node:fs/promises";
import { join } from "node:path";
import { limits } from "@fanfare/contract/limits";
import type { Log } from "../lib/log.ts";
import type { OperationContext } from "./operation-context.ts";
import { isOperation, type OperationName } from "./operations.ts";
import { runOperation, serializeError } from "./run-operation.ts";

/** Socket file of a data directory, through which commands reach the running server. */
export function controlPath(data_dir: string): string {
  return join(data_dir, "control.sock");
}

export interface ControlSocket {
  /** Finishes running commands and removes the file. */
  stop(): Promise<void>;
}

/**
 * Handles operator commands on a socket file with mode 0600: its user can also read the master key next to it. `POST
 * /{operation}` takes its input as JSON and returns `{"result": …}` or `{"error": …}`.
 *
 * The server works without the file, so errors with it are logged, not thrown.
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
  // A killed server leaves its file behind. If a live one responds, keep its file.
  if (await isListening(path)) throw new Error("Another server is already running on this data directory.");
  await rm(path, { force: true });
  const umask = process.umask(0o177);
  try {
    return Bun.serve({
      unix: path,
      maxRequestBodySize: limits.folder_bytes_max,
      fetch(request, server) {
        // No timeout, because a backup can take long.
        server.timeout(request, 0);
        return fetchHandler(request);
      },
    });
  } finally {
    process.umask(umask);
  }
}

/** Whether a server runs on a data directory. One that is frozen does, once `signal` aborts. */
export function isServerRunning(data_dir: string, signal: AbortSignal): Promise<boolean> {
  return isListening(controlPath(data_dir), signal);
}

async function isListening(path: string, signal?: AbortSignal): Promise<boolean> {
  try {
    await fetch("http://fanfare/", { unix: path, ...(signal && { signal }) });
    return true;
  } catch {
    return signal?.aborted === true;
  }
}

/** `fanfare health` asks for it every few seconds. */
const NOT_LOGGED: ReadonlySet<string> = new Set<OperationName>(["server.address"]);

async function handleRequest(request: Request, operator: OperationContext, log: Log): Promise<Response> {
  const name = new URL(request.url).pathname.slice(1);
  if (request.method !== "POST" || !isOperation(name)) {
    const message = "The running server has another version and doesn't support this command. Restart the server.";
    return Response.json({ error: { kind: "failed", message } }, { status: 404 });
  }
  try {
    const result = await runOperation(operator, name, await request.json());
    if (NOT_LOGGED.has(name)) return Response.json({ result });
    operator.audit_log.sealSoon();
    log.info("operator_command", { operation: name });
    return Response.json({ result });
  } catch (error) {
    const carried = serializeError(error);
    log.warn("operator_command_failed", carried.kind === "failed" ? { operation: name, error } : { operation: name });
    return Response.json({ error: carried }, { status: 400 });
  }
}
