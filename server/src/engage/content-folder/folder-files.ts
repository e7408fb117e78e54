import { createHash } from "node:crypto";
import { FOLDER_FORMAT, FOLDER_KINDS, type FolderFile, type FolderKind } from "@fanfare/contract/content-folder";
import { ProblemError } from "@fanfare/contract/problem";
import { currentFiles } from "./folder-format.ts";

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** One item of the folder, such as a segment, with all its files as one value. */
export interface FolderItem {
  readonly kind: FolderKind;
  /** The slug of content. For other kinds, made from the name. */
  readonly key: string;
  readonly value: JsonObject;
}

export const ROOT_FILE = "fanfare.json";
const SLUG = "[a-z0-9]+(?:-[a-z0-9]+)*";
const FLAT_FILE = new RegExp(`^(themes|segments|cap-groups|trackers|goals)/(${SLUG})\\.json$`);
const CONTENT_FILE = new RegExp(`^contents/(${SLUG})/(content|locales/[A-Za-z0-9-]+|variants/[a-z])\\.json$`);

/** Two spaces, LF, and the order of keys that the value has. */
export function printJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export function itemPath({ kind, key }: Pick<FolderItem, "kind" | "key">): string {
  return `${kind}/${key}`;
}

/**
 * Files of one item. Content has a file of its own for each language and variant, so that Git merges changes of
 * translators and authors.
 */
export function itemFiles({ kind, key, value }: FolderItem): readonly FolderFile[] {
  const path = itemPath({ kind, key });
  if (kind !== "contents") return [{ path: `${path}.json`, text: printJson(value) }];
  const { translations, experiment, ...rest } = value;
  const variants = isObject(experiment) ? arrayOf(experiment["variants"]).filter(isObject) : [];
  const main = {
    ...rest,
    // The order decides who gets which variant, so it isn't left to file names.
    ...(isObject(experiment) ? { experiment: { ...experiment, variants: variants.map(({ id }) => id) } } : {}),
  };
  const locales = isObject(translations) ? Object.entries(translations) : [];
  return [
    { path: `${path}/content.json`, text: printJson(main) },
    ...locales
      .map(([locale, texts]) => ({ path: `${path}/locales/${locale}.json`, text: printJson(texts) }))
      .sort(byPath),
    ...variants
      .map(({ id, ...variant }) => ({ path: `${path}/variants/${String(id)}.json`, text: printJson(variant) }))
      .sort(byPath),
  ];
}

/** Hash of an item as its files have it. */
export function filesHash(files: readonly FolderFile[]): string {
  const hash = createHash("sha256");
  for (const { path, text } of files) hash.update(`${path}\n${text}\n`);
  return hash.digest("hex");
}

export const rootFile: FolderFile = { path: ROOT_FILE, text: printJson({ format: FOLDER_FORMAT }) };

/** A file, what's wrong with it, and where. */
export interface FolderIssue {
  readonly path: string;
  readonly message: string;
}

/** @throws ProblemError `folder_invalid` if there are issues. */
export function assertNoIssues(issues: readonly FolderIssue[]): void {
  const [first, ...more] = issues;
  if (first !== undefined) throw folderProblem([first, ...more]);
}

function folderProblem(issues: readonly [FolderIssue, ...FolderIssue[]]): ProblemError {
  const [first] = issues;
  const fields = issues.map(({ path, message }) => ({ pointer: `/${path}`, message }));
  const more = issues.length === 1 ? "" : ` There are ${issues.length} problems in total.`;
  return new ProblemError("folder_invalid", `${first.path}: ${first.message}${more} Nothing was saved.`, { fields });
}

/**
 * Items of the files, in the order in which they can be created.
 *
 * @throws ProblemError `folder_invalid` for unknown files, invalid JSON, and folders of a format that this server doesn't read.
 */
export function readItems(given: readonly FolderFile[]): readonly FolderItem[] {
  const root = given.find(({ path }) => path === ROOT_FILE);
  const files = currentFiles(given, root === undefined ? undefined : parseObject(root.text)?.["format"]);
  if (typeof files === "string") throw folderProblem([{ path: ROOT_FILE, message: files }]);
  const issues: FolderIssue[] = [];
  const texts = new Map<string, JsonObject>();
  for (const { path, text } of files) {
    const value = parseObject(text);
    if (value === undefined) issues.push({ path, message: "This file isn't a JSON object." });
    else if (path !== ROOT_FILE && !FLAT_FILE.test(path) && !CONTENT_FILE.test(path))
      issues.push({
        path,
        message: "Unknown file name. Use lowercase letters, digits, and hyphens.",
      });
    else texts.set(path, value);
  }
  assertNoIssues(issues);
  const items: FolderItem[] = [];
  for (const [path, value] of texts) {
    const [, kind, key] = FLAT_FILE.exec(path) ?? [];
    const [, slug, part] = CONTENT_FILE.exec(path) ?? [];
    const flat = FOLDER_KINDS.find((each) => each === kind);
    if (flat !== undefined && key !== undefined) items.push({ kind: flat, key, value });
    else if (slug !== undefined && part === "content")
      items.push({ kind: "contents", key: slug, value: joinContent(slug, value, texts, issues) });
    else if (slug !== undefined && !texts.has(`contents/${slug}/content.json`))
      issues.push({ path, message: `The main file content.json is missing.` });
  }
  assertNoIssues(issues);
  return items.sort(
    (left, right) => FOLDER_KINDS.indexOf(left.kind) - FOLDER_KINDS.indexOf(right.kind) || compare(left.key, right.key),
  );
}

function joinContent(
  slug: string,
  { experiment, ...value }: JsonObject,
  texts: ReadonlyMap<string, JsonObject>,
  issues: FolderIssue[],
): JsonObject {
  const folder = `contents/${slug}`;
  const parts = (name: string) =>
    [...texts].flatMap(([path, part]) =>
      path.startsWith(`${folder}/${name}/`)
        ? [[path.slice(folder.length + name.length + 2, -".json".length), part]]
        : [],
    ) as readonly (readonly [string, JsonObject])[];
  const translations = Object.fromEntries(parts("locales"));
  const variants = new Map(parts("variants"));
  const listed = isObject(experiment) ? arrayOf(experiment["variants"]).map(String) : [];
  for (const id of variants.keys()) {
    if (!listed.includes(id))
      issues.push({
        path: `${folder}/variants/${id}.json`,
        message: "experiment.variants in content.json doesn't list it.",
      });
  }
  for (const id of listed) {
    if (!variants.has(id))
      issues.push({ path: `${folder}/content.json`, message: `The variant ${id} has no file variants/${id}.json.` });
  }
  return {
    ...value,
    ...(Object.keys(translations).length === 0 ? {} : { translations }),
    ...(isObject(experiment)
      ? { experiment: { ...experiment, variants: listed.map((id) => ({ id, ...variants.get(id) })) } }
      : {}),
  };
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(text);
    if (!isObject(value)) return undefined;
    // For editors only.
    const { $schema: _, ...rest } = value;
    return rest;
  } catch {
    return undefined;
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function arrayOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** By code units: the same everywhere, whatever the locale. */
export function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function byPath(left: FolderFile, right: FolderFile): number {
  return compare(left.path, right.path);
}
