import { systemClock } from "@fanfare/contract/lib/clock";
import type { Config } from "../config/config.ts";
import type { Log } from "../lib/log.ts";
import { StartupError, UsageError } from "../lib/operator-errors.ts";
import { parseStoreUrl } from "../store/database.ts";
import { assertMoveTarget, MoveError } from "../store/move-target.ts";
import { copySqliteToPostgres, type MovedTable } from "../store/sqlite-to-postgres.ts";
import { installationId } from "../store/statements/accounts/workspace.ts";
import { readServerSchemaVersion } from "./control-client.ts";
import { requireExistingData } from "./installation.ts";
import { describeDatabaseError, openDatabase } from "./open-database.ts";

/**
 * Copies this installation from SQLite to an empty PostgreSQL database. The SQLite file stays as it is. Repeat a move
 * that was interrupted: it continues.
 *
 * @throws UsageError or StartupError with what to do.
 */
export async function moveToPostgres(
  config: Config,
  to: string,
  { log, onTable }: { readonly log: Log; readonly onTable: (table: MovedTable) => void },
): Promise<readonly MovedTable[]> {
  const source = parseStoreUrl(config.database_url);
  if (source.dialect !== "sqlite") throw new UsageError("This installation already uses PostgreSQL.");
  const target = /^postgres(ql)?:\/\//.test(to) && URL.canParse(to) ? parseStoreUrl(to) : undefined;
  if (target?.dialect !== "postgres")
    throw new UsageError("--to must be a PostgreSQL URL, such as postgres://user:password@host:port/database.");
  await requireExistingData(config);
  if ((await readServerSchemaVersion(config.data_dir)) !== undefined)
    throw new StartupError("The server is running. Stop it, then run the move again, so that no new data is missed.");
  // Upgrades both schemas. The source's lock is held until the end, so that no server starts on it meanwhile.
  const held = await openDatabase(config.database_url, { clock: systemClock, log });
  try {
    const installation_id = await installationId(held.db);
    if (installation_id === undefined) throw new StartupError("The SQLite database contains no data.");
    await assertMoveTarget(target.url, installation_id);
    await (await openDatabase(target.url, { clock: systemClock, log, lock: "exclusive" }, "--to")).close();
    return await copySqliteToPostgres({ path: source.path, installation_id }, target.url, onTable);
  } catch (error) {
    const message = error instanceof MoveError ? error.message : await describeDatabaseError(error, target.url, "--to");
    throw message === undefined ? error : new StartupError(message, { cause: error });
  } finally {
    await held.close();
  }
}
