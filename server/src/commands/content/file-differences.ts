import type { FolderFile } from "@fanfare/contract/content-folder";
import { createPatch, type Operation } from "rfc6902";

/** A place where two folders differ. Without `before` or `after`, only the other folder has it. */
export interface Difference {
  readonly path: string;
  /** Place in the file, in words from outside in, such as `["step invite", "title"]`. Empty: the whole file. */
  readonly at: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
}

/** What turns a file into the other folder's, as JSON Patch (RFC 6902). A file that only one folder has is `""`. */
export interface FilePatch {
  readonly path: string;
  readonly patch: readonly Operation[];
}

/** Differences between files by value, so that formatting doesn't count. */
export function fileDifferences(before: readonly FolderFile[], after: readonly FolderFile[]): readonly Difference[] {
  return changedFiles(before, after).flatMap(({ path, left, right }): readonly Difference[] => {
    if (left === undefined) return [{ path, at: [], after: parse(right) }];
    if (right === undefined) return [{ path, at: [], before: parse(left) }];
    return valueDifferences(path, [], parse(left), parse(right));
  });
}

/**
 * The differences of {@link fileDifferences} as JSON Patch.
 *
 * @example
 * filePatches([{ path: "segments/pro.json", text: '{"name":"Pro"}' }], []);
 * // [{ path: "segments/pro.json", patch: [{ op: "remove", path: "" }] }]
 */
export function filePatches(before: readonly FolderFile[], after: readonly FolderFile[]): readonly FilePatch[] {
  return changedFiles(before, after)
    .map(({ path, left, right }) => ({ path, patch: patchOf(left, right) }))
    .filter(({ patch }) => patch.length > 0);
}

function patchOf(left: string | undefined, right: string | undefined): readonly Operation[] {
  if (left === undefined) return [{ op: "add", path: "", value: parse(right) }];
  if (right === undefined) return [{ op: "remove", path: "" }];
  return createPatch(parse(left), parse(right));
}

interface ChangedFile {
  readonly path: string;
  readonly left: string | undefined;
  readonly right: string | undefined;
}

function changedFiles(before: readonly FolderFile[], after: readonly FolderFile[]): readonly ChangedFile[] {
  const old = new Map(before.map(({ path, text }) => [path, text]));
  const now = new Map(after.map(({ path, text }) => [path, text]));
  return [...new Set([...old.keys(), ...now.keys()])]
    .sort()
    .map((path) => ({ path, left: old.get(path), right: now.get(path) }))
    .filter(({ left, right }) => left !== right);
}

type At = readonly string[];

function valueDifferences(path: string, at: At, before: unknown, after: unknown): readonly Difference[] {
  if (before === after) return [];
  const items = [itemsOf(before), itemsOf(after)] as const;
  if (items[0] !== undefined && items[1] !== undefined) return itemDifferences(path, at, items[0], items[1]);
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    return [{ path, at, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
  }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => valueDifferences(path, placeOf(at, key, before), before[key], after[key]));
}

/** The body is what a file is about, so it isn't named. Items of lists have a number. */
function placeOf(at: At, key: string, parent: object): At {
  if (Array.isArray(parent)) return [...at.slice(0, -1), `${singular(at.at(-1))} ${Number(key) + 1}`];
  return [...(at.length === 1 && at[0] === "body" ? [] : at), key];
}

/** Items of a list by ID. Undefined unless each one has its own. */
function itemsOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const items = new Map<string, unknown>();
  for (const item of value) {
    if (!isContainer(item) || typeof item["id"] !== "string") return undefined;
    items.set(item["id"], item);
  }
  return items.size === value.length ? items : undefined;
}

function itemDifferences(
  path: string,
  at: At,
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
): readonly Difference[] {
  const noun = singular(at.at(-1));
  const within = at.slice(0, -1);
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  const changes = ids.flatMap((id) =>
    valueDifferences(path, [...within, `${noun} ${id}`], before.get(id), after.get(id)),
  );
  const order = (items: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>) =>
    [...items.keys()].filter((id) => other.has(id)).join(", ");
  const [was, is] = [order(before, after), order(after, before)];
  return was === is ? changes : [...changes, { path, at: [...at, "order"], before: was, after: is }];
}

/** `steps` → `step`, `entries` → `entry`. */
function singular(noun = "items"): string {
  return noun.replace(/ies$/, "y").replace(/s$/, "");
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** Without the line for editors. Files that aren't JSON are compared as text. */
function parse(text: string | undefined): unknown {
  try {
    const value: unknown = JSON.parse(text ?? "");
    if (!isContainer(value)) return value;
    const { $schema: _, ...rest } = value;
    return rest;
  } catch {
    return text;
  }
}

const SHOWN_CHARS_MAX = 80;

/** `contents/welcome/content.json: step invite: title: "Welcome" → "Hello"` */
export function describeDifference({ path, at, before, after }: Difference): string {
  if (at.length === 0)
    return `${path}: ${after === undefined ? "only on the server" : before === undefined ? "new" : "changed"}`;
  return `${[path, ...at].join(": ")}: ${shown(before)} → ${shown(after)}`;
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX)}…` : text;
}
