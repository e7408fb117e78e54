import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { StartupError } from "../lib/operator-errors.ts";
import { parseStoreUrl } from "../store/database.ts";
import { KEY_FILE } from "./backup.ts";

/**
 * Rejects a data directory on which no server has run. With a mistyped path, a command would create an empty database
 * and a new master key there.
 *
 * @throws StartupError that names the missing file.
 */
export function requireExistingData({ data_dir, database_url }: Pick<Config, "data_dir" | "database_url">): void {
  const target = parseStoreUrl(database_url);
  const files = [join(data_dir, KEY_FILE), ...(target.dialect === "sqlite" ? [resolve(target.path)] : [])];
  const missing = files.find((path) => !existsSync(path) || statSync(path).size === 0);
  if (missing === undefined) return;
  throw new StartupError(
    `No Fanfare data found: ${missing} doesn't exist or is empty. Check FANFARE_DATA_DIR, or run fanfare serve once to create the data.`,
  );
}
