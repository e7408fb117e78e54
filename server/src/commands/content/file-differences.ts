import type { FolderFile } from "@fanfare/contract/content-folder";

/** A place where two folders differ. Without `before` or `after`, only the other folder has it. */
export interface Difference {
  readonly path: string;
  /** JSON Pointer in the file. Empty: the whole file. */
  readonly pointer: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Differences between files by value, so that formatting doesn't count. */
export function fileDifferences(before: readonly FolderFile[], after: readonly FolderFile[]): readonly Difference[] {
  const old = new Map(before.map(({ path, text }) => [path, text]));
  const now = new Map(after.map(({ path, text }) => [path, text]));
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
  return paths.flatMap((path): readonly Difference[] => {
    const [left, right] = [old.get(path), now.get(path)];
    if (left === undefined) return [{ path, pointer: "", after: parse(right) }];
    if (right === undefined) return [{ path, pointer: "", before: parse(left) }];
    return left === right ? [] : valueDifferences(path, "", parse(left), parse(right));
  });
}

function valueDifferences(path: string, pointer: string, before: unknown, after: unknown): readonly Difference[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    return [{ path, pointer, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }];
  }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) =>
    valueDifferences(path, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`, before[key], after[key]),
  );
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

/** `contents/welcome/content.json /name: "Welcome" → "Hello"` */
export function describeDifference({ path, pointer, before, after }: Difference): string {
  if (pointer === "")
    return `${path}: ${after === undefined ? "only on the server" : before === undefined ? "new" : "changed"}`;
  return `${path} ${pointer}: ${shown(before)} → ${shown(after)}`;
}

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = JSON.stringify(value);
  return text.length > SHOWN_CHARS_MAX ? `${text.slice(0, SHOWN_CHARS_MAX)}…` : text;
}
