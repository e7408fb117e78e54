import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DAY_MS } from "@fanfare/contract/limits";
import { manifestOf, PARTIAL_SUFFIX } from "./backup.ts";

/** A backup in progress is younger. */
const PARTIAL_AGE_MS = DAY_MS;

/**
 * Deletes all but the newest `keep` backups in the data directory, and what interrupted backups left there. With
 * `automatic_only`, backups that someone made aren't counted or deleted. Never touches other directories.
 *
 * @returns the deleted directories, oldest first.
 */
export async function pruneBackups(
  data_dir: string,
  options: { readonly keep: number; readonly automatic_only: boolean; readonly now_ms: number },
): Promise<readonly string[]> {
  const folder = join(data_dir, "backups");
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => ({ directory: join(folder, name), manifest: await manifestOf(join(folder, name)) })),
  );
  const complete = found
    .filter(({ directory }) => !directory.endsWith(PARTIAL_SUFFIX))
    .flatMap(({ directory, manifest }) => (manifest === undefined ? [] : [{ directory, manifest }]))
    .filter(({ manifest }) => !options.automatic_only || manifest.automatic === true)
    .sort((a, b) => a.manifest.made_at.localeCompare(b.manifest.made_at));
  const old = complete.slice(0, Math.max(0, complete.length - options.keep)).map(({ directory }) => directory);
  const partial: string[] = [];
  for (const { directory } of found) {
    if (!directory.endsWith(PARTIAL_SUFFIX)) continue;
    const { mtimeMs } = await stat(directory);
    if (options.now_ms - mtimeMs >= PARTIAL_AGE_MS) partial.push(directory);
  }
  const deleted = [...old, ...partial];
  for (const directory of deleted) await rm(directory, { recursive: true, force: true });
  return deleted;
}
