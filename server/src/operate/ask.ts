import { systemClock } from "@fanfare/contract/clock";
import { ProblemError, problems } from "@fanfare/contract/problem";
import { systemRng } from "@fanfare/contract/rng";
import { z } from "zod";
import { createAppRemover } from "../accounts/app-remover.ts";
import { openAppDirectory } from "../accounts/apps.ts";
import { createAuditLog } from "../accounts/audit-log.ts";
import { createPasswords } from "../accounts/passwords.ts";
import { openVault } from "../accounts/vault.ts";
import type { Config } from "../config.ts";
import { groupPages } from "../engage/live-update-groups.ts";
import { createLiveUpdates } from "../engage/live-updates.ts";
import type { Log } from "../log.ts";
import { openDatabase } from "../open-database.ts";
import { createImporter } from "../people/importer.ts";
import { StartError } from "../start-error.ts";
import { UsageError } from "../usage-error.ts";
import { controlPath } from "./control-socket.ts";
import type { InputOf, OperationName, OutputOf } from "./operations.ts";
import { perform } from "./perform.ts";

/** What the operator asked for. */
export type Ask = <Name extends OperationName>(name: Name, input: InputOf<Name>) => Promise<OutputOf<Name>>;

/**
 * Asks the server that runs on this data directory, or, where none runs, does it here on the database.
 *
 * @throws ProblemError, UsageError or StartError with a sentence for the operator.
 * @example
 * const { secret } = await askOf(config, log)("key.rotate", { app: "1001" });
 */
export function askOf(config: Pick<Config, "data_dir" | "database_url">, log: Log): Ask {
  return async (name, input) => {
    const answered = await askServer(config.data_dir, name, input);
    const result = answered.outcome === "answered" ? answered.result : await performHere(config, log, name, input);
    // Both ends are this program: what an operation answers has the type that its entry in the table says.
    return result as OutputOf<typeof name>;
  };
}

const answerSchema = z.union([
  z.object({ result: z.unknown() }),
  z.object({
    error: z.object({
      kind: z.enum(["problem", "usage", "failed"]),
      code: z.string().optional(),
      message: z.string(),
    }),
  }),
]);

type Answered = { readonly outcome: "answered"; readonly result: unknown } | { readonly outcome: "nobody" };

/** The newest schema that the server on this data directory knows, and so has; undefined where none runs. */
export async function schemaOfServer(data_dir: string): Promise<number | undefined> {
  const answered = await askServer(data_dir, "schema.newest", {});
  if (answered.outcome === "nobody") return undefined;
  // As in `askOf`: the type is the one that the operation's entry says.
  return (answered.result as OutputOf<"schema.newest">).schema;
}

async function askServer(data_dir: string, name: string, input: unknown): Promise<Answered> {
  let response: Response;
  try {
    const body = JSON.stringify(input);
    response = await fetch(`http://fanfare/${name}`, { unix: controlPath(data_dir), method: "POST", body });
  } catch (error) {
    // No file, or one that a killed server left behind.
    if (error instanceof Error && "code" in error && ["ENOENT", "ECONNREFUSED"].includes(String(error.code))) {
      return { outcome: "nobody" };
    }
    throw new StartError(
      `The server that runs on ${data_dir} cannot be asked: ${error instanceof Error ? error.message : error}. Run this as the user who runs the server.`,
    );
  }
  const answer = answerSchema.parse(await response.json());
  if (!("error" in answer)) return { outcome: "answered", result: answer.result };
  const { kind, code, message } = answer.error;
  if (kind === "usage") throw new UsageError(message);
  if (code !== undefined && isProblemCode(code)) throw new ProblemError(code, message);
  throw new StartError(message);
}

function isProblemCode(code: string): code is keyof typeof problems {
  return Object.hasOwn(problems, code);
}

async function performHere(
  { data_dir, database_url }: Pick<Config, "data_dir" | "database_url">,
  log: Log,
  name: OperationName,
  input: unknown,
): Promise<unknown> {
  const vault = await openVault(data_dir);
  const store = await openDatabase(database_url, { clock: systemClock, log });
  try {
    const apps = await openAppDirectory({ store, vault });
    const deps = { clock: systemClock, rng: systemRng, log, store, vault, apps };
    const app_remover = createAppRemover({ ...deps, endApp: () => {} });
    // Nobody is connected to a server that does not run: what is sent waits.
    const sendLiveUpdate = createLiveUpdates({ ...deps, publish: () => {}, groups: groupPages(0) });
    const audit_log = createAuditLog(deps);
    const publish = (): void => {};
    const importer = createImporter({ ...deps, publish });
    const operator = {
      ...deps,
      app_remover,
      importer,
      publish,
      audit_log,
      sendLiveUpdate,
      passwords: createPasswords(),
    };
    const result = await perform(operator, name, input);
    await app_remover.idle();
    await importer.idle();
    await audit_log.seal();
    return result;
  } finally {
    await store.close();
  }
}
