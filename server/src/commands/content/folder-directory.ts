import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FOLDER_KINDS, type FolderFile } from "@fanfare/contract/content-folder";
import { z } from "zod";
import { schemaNameOf } from "../../engage/content-folder/file-schemas.ts";
import { printJson, rootFile } from "../../engage/content-folder/folder-files.ts";

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

/** Where the folder's files say that their schemas are: of the server that they were first pulled from. */
async function schemaUrl(directory: string): Promise<string | undefined> {
  const path = join(directory, rootFile.path);
  if (!existsSync(path)) return undefined;
  const { data } = namedSchema.safeParse(parse(await readFile(path, "utf8")));
  return data?.$schema.match(/^(.*)\/folder\.json$/)?.[1];
}

const namedSchema = z.object({ $schema: z.string() });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The server's files with a line for editors, which find the JSON Schema of a file there. `server` is for a new folder:
 * later, every server's files keep the folder's own address, so that they're the same in every byte.
 */
export async function withSchemas(
  directory: string,
  files: readonly FolderFile[],
  server: string,
): Promise<readonly FolderFile[]> {
  const url = (await schemaUrl(directory)) ?? `${server.replace(/\/+$/, "")}/api/schemas`;
  return files.map(({ path, text }) => ({
    path,
    text: printJson({ $schema: `${url}/${schemaNameOf(path)}.json`, ...JSON.parse(text) }),
  }));
}

/** The item that a file belongs to: `contents/welcome/locales/de.json` → `contents/welcome`. */
export function itemOf(file: string): string {
  return file
    .split("/")
    .slice(0, 2)
    .join("/")
    .replace(/\.json$/, "");
}

/**
 * Writes these files, and removes those that aren't among them and that `isGone` accepts. Returns the paths that
 * changed.
 */
export async function writeDirectory(
  directory: string,
  files: readonly FolderFile[],
  isGone: (path: string) => boolean,
): Promise<readonly string[]> {
  const before = new Map((await readDirectory(directory)).map(({ path, text }) => [path, text]));
  const changed = files.filter(({ path, text }) => before.get(path) !== text);
  for (const file of changed) await writeOne(directory, file);
  const written = new Set(files.map(({ path }) => path));
  const gone = [...before.keys()].filter((path) => !written.has(path) && isGone(path));
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
