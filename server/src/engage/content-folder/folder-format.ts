import { FOLDER_FORMAT, type FolderFile } from "@fanfare/contract/content-folder";

/** Turns the files of one format into those of the next one. */
export type FolderUpgrade = (files: readonly FolderFile[]) => readonly FolderFile[];

interface Formats {
  /** The format that this server writes. */
  readonly current: number;
  /** By the format that they start from. */
  readonly upgrades: Readonly<Record<number, FolderUpgrade>>;
}

/** Older formats that are read. A pull or push writes the files in the current one. */
const OLDER_READ = 2;
/** Add the step from the former format whenever `FOLDER_FORMAT` is raised. */
const FORMATS: Formats = { current: FOLDER_FORMAT, upgrades: {} };

/**
 * Files of a folder in the current format, or what is wrong with its format.
 *
 * @example
 * currentFiles(files, 4); // "has format 4. This server reads format 1."
 */
export function currentFiles(
  files: readonly FolderFile[],
  format: unknown,
  { current, upgrades }: Formats = FORMATS,
): readonly FolderFile[] | string {
  const oldest = Math.max(1, current - OLDER_READ);
  if (typeof format !== "number" || !Number.isInteger(format) || format < oldest || format > current) {
    const found = format === undefined ? "is missing, or has no format" : `has format ${JSON.stringify(format)}`;
    const read = oldest === current ? `format ${current}` : `formats ${oldest} to ${current}`;
    return `This file ${found}. This server reads ${read}.`;
  }
  let upgraded = files;
  for (let from = format; from < current; from += 1) {
    const upgrade = upgrades[from];
    if (upgrade === undefined) throw new Error(`There is no upgrade of content folders from format ${from}.`);
    upgraded = upgrade(upgraded);
  }
  return upgraded;
}
