import { systemClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { ProblemError, problems } from "@fanfare/contract/problem";
import { z } from "zod";
import { createAppRemover } from "../accounts/apps/app-remover.ts";
import { openAppDirectory } from "../accounts/apps/open-app-directory.ts";
import { createAuditLog } from "../accounts/audit/audit-log.ts";
import { createPasswords } from "../accounts/sign-in/passwords.ts";
import { groupPages } from "../engage/live-updates/group-pages.ts";
import { createLiveUpdates } from "../engage/live-updates/live-updates.ts";
import { openVault } from "../lib/key-file.ts";
import type { Log } from "../lib/log.ts";
import { StartupError, UsageError } from "../lib/operator-errors.ts";
import { createImporter } from "../people/import/importer.ts";
import { ACTIONS_WITH_TOPIC } from "../webhooks/audit-topics.ts";
import { controlPath } from "./control-socket.ts";
import { type InstallationConfig, matchInstallation, requireExistingData } from "./installation.ts";
import { lockOf, openDatabase } from "./open-database.ts";
import type { ServerAddress } from "./operation-context.ts";
import type { OperationInput, OperationName, OperationOutput } from "./operations.ts";
import { runOperation } from "./run-operation.ts";
import { createKeyRotation } from "./secret-key/key-rotation.ts";

/** What a command needs when no server runs on the data directory. */
export type CommandConfig = InstallationConfig & { readonly redis_url?: string | undefined };

export type ControlClient = <Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
) => Promise<OperationOutput<Name>>;

/**
 * Runs operations on the data directory's running server or, if none runs, directly on the database.
 *
 * @throws ProblemError, UsageError, or StartupError with a message for the operator.
 * @example
 * const { secret } = await createControlClient(config, log)("key.rotate", { app: "1001" });
 */
export function createControlClient(config: CommandConfig, log: Log): ControlClient {
  return async (name, input) => {
    const answered = await callServer(config.data_dir, name, input);
    const result = answered.outcome === "answered" ? answered.result : await runLocally(config, log, name, input);
    // Cast: both ends are this program, so the result has the type of its table entry.
    return result as OperationOutput<typeof name>;
  };
}

const controlResponseSchema = z.union([
  z.object({ result: z.unknown() }),
  z.object({
    error: z.object({
      kind: z.enum(["problem", "usage", "failed"]),
      code: z.string().optional(),
      message: z.string(),
    }),
  }),
]);

type ControlResponse = { readonly outcome: "answered"; readonly result: unknown } | { readonly outcome: "not_running" };

/** Newest schema version of the data directory's running server. Undefined if none runs. */
export async function readServerSchemaVersion(data_dir: string): Promise<number | undefined> {
  const answered = await callServer(data_dir, "schema.newest", {});
  if (answered.outcome === "not_running") return undefined;
  // Cast: as in `createControlClient`.
  return (answered.result as OperationOutput<"schema.newest">).schema;
}

/**
 * The configuration with the address of the data directory's running server, which may have been started with another
 * one. Unchanged if none runs, or one that doesn't tell before `signal` aborts.
 */
export async function withRunningAddress<Each extends ServerAddress & { readonly data_dir: string }>(
  config: Each,
  signal?: AbortSignal,
): Promise<Each> {
  try {
    const answered = await callServer(config.data_dir, "server.address", {}, signal);
    if (answered.outcome === "not_running") return config;
    // Cast: as in `createControlClient`.
    const { address } = answered.result as OperationOutput<"server.address">;
    if (address === undefined) return config;
    // JSON leaves out what is undefined, which must replace what is configured here, too.
    const { host, port, tls, public_url } = address;
    return { ...config, host, port, tls, public_url };
  } catch (error) {
    if (error instanceof StartupError) return config;
    throw error;
  }
}

async function callServer(
  data_dir: string,
  name: string,
  input: unknown,
  signal?: AbortSignal,
): Promise<ControlResponse> {
  let response: Response;
  try {
    const body = JSON.stringify(input);
    const options = { method: "POST", body, ...(signal === undefined ? {} : { signal }) };
    response = await fetch(`http://fanfare/${name}`, { unix: controlPath(data_dir), ...options });
  } catch (error) {
    // No file, or a stale one from a killed server.
    if (error instanceof Error && "code" in error && ["ENOENT", "ECONNREFUSED"].includes(String(error.code))) {
      return { outcome: "not_running" };
    }
    throw new StartupError(
      `Can't connect to the server of ${data_dir}: ${error instanceof Error ? error.message : error}. Run this command as the user that runs the server.`,
    );
  }
  const answer = controlResponseSchema.parse(await response.json());
  if (!("error" in answer)) return { outcome: "answered", result: answer.result };
  const { kind, code, message } = answer.error;
  if (kind === "usage") throw new UsageError(message);
  if (code !== undefined && isProblemCode(code)) throw new ProblemError(code, message);
  throw new StartupError(message);
}

function isProblemCode(code: string): code is keyof typeof problems {
  return Object.hasOwn(problems, code);
}

async function runLocally(config: CommandConfig, log: Log, name: OperationName, input: unknown): Promise<unknown> {
  await requireExistingData(config);
  const vault = await openVault(config);
  const store = await openDatabase(config.database_url, { clock: systemClock, log, lock: lockOf(config) });
  try {
    await matchInstallation(config, store);
    const apps = await openAppDirectory({ store, vault });
    const deps = { clock: systemClock, rng: systemRng, log, store, vault, apps };
    const app_remover = createAppRemover({ ...deps, endApp: () => {} });
    // Without a running server, there are no subscribers, so updates stay pending.
    const sendLiveUpdate = createLiveUpdates({ ...deps, publish: () => {}, groups: groupPages(0) });
    const audit_log = createAuditLog({ ...deps, fact_actions: ACTIONS_WITH_TOPIC });
    const key_rotation = createKeyRotation({ ...deps, audit_log, config, node_id: undefined });
    const publish = (): void => {};
    const importer = createImporter({ ...deps, publish });
    const operator = {
      ...deps,
      app_remover,
      importer,
      publish,
      audit_log,
      key_rotation,
      sendLiveUpdate,
      passwords: createPasswords(),
    };
    const result = await runOperation(operator, name, input);
    await app_remover.idle();
    await importer.idle();
    await audit_log.seal();
    return result;
  } finally {
    await store.close();
  }
}
