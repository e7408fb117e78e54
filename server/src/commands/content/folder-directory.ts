import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FOLDER_KINDS, type FolderFile } from "@fanfare/contract/content-folder";

/** What the server has of an item that changed there, beside the item's own file. */
const SERVER_SUFFIX = ".server.json";
/** Checkouts on Windows would turn LF to CRLF. */
const GIT_ATTRIBUTES = "*.json text eol=lf\n";

/** The files of a content folder on disk. */
export async function readDirectory(directory: string): Promise<readonly FolderFile[]> {
  const folders = ["", ...FOLDER_KINDS];
  const found = await Promise.all(folders.map((folder) => listJson(directory, folder)));
  const paths = found.flat().sort();
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(directory, path), "utf8") })));
}

async function listJson(directory: string, folder: string): Promise<readonly string[]> {
  const full = join(directory, folder);
  if (!existsSync(full)) return [];
  const names = await readdir(full, { recursive: folder !== "" });
  return names
    .map((name) => (folder === "" ? name : `${folder}/${name.replaceAll("\\", "/")}`))
    .filter(
      (path) => path.endsWith(".json") && !path.endsWith(SERVER_SUFFIX) && (folder !== "" || path === "fanfare.json"),
    );
}

/** Makes the folder equal to these files. Returns the paths that changed. */
export async function writeDirectory(directory: string, files: readonly FolderFile[]): Promise<readonly string[]> {
  const before = new Map((await readDirectory(directory)).map(({ path, text }) => [path, text]));
  const changed = files.filter(({ path, text }) => before.get(path) !== text);
  for (const file of changed) await writeOne(directory, file);
  const kept = new Set(files.map(({ path }) => path));
  const gone = [...before.keys()].filter((path) => !kept.has(path));
  for (const path of gone) await rm(join(directory, path));
  const attributes = join(directory, ".gitattributes");
  if (!existsSync(attributes)) await writeFile(attributes, GIT_ATTRIBUTES);
  return [...changed.map(({ path }) => path), ...gone].sort();
}

/** Writes files of the server beside the local ones, for comparison. Returns their paths. */
export async function writeBeside(directory: string, files: readonly FolderFile[]): Promise<readonly string[]> {
  const beside = files.map(({ path, text }) => ({ path: path.replace(/\.json$/, SERVER_SUFFIX), text }));
  for (const file of beside) await writeOne(directory, file);
  return beside.map(({ path }) => path);
}

async function writeOne(directory: string, { path, text }: FolderFile): Promise<void> {
  const full = join(directory, path);
  await mkdir(dirname(full), { recursive: true });
  await writeFile(full, text);
}
