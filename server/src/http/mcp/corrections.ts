import { valueAt } from "@fanfare/contract/schema/content/draft";
import type { z } from "zod";
import { closestMatch } from "../../lib/closest-match.ts";
import { pointerOf } from "../request/body.ts";
import { applyPatch, type PatchOperation } from "./json-patch.ts";

export type Issue = z.core.$ZodIssue;
type JsonPath = readonly PropertyKey[];

/** Returns what is wrong with a value. Nothing: it's accepted. */
export type Check = (value: unknown) => readonly Issue[];

/** A correction can uncover an issue that hid behind the first one, such as in an object of an unknown kind. */
const ROUNDS_MAX = 6;
/** More operations than this are a new draft. */
const OPERATIONS_MAX = 100;

/**
 * Changes that make a value acceptable, in order. They keep as much of it as possible, and are placeholders where
 * something is missing. Undefined if no change is known that helps: the message of each issue has to do.
 *
 * @example
 * correct(check, { kind: "centred" }); // [{ op: "replace", path: "/kind", value: "centered" }]
 */
export function correct(check: Check, value: unknown): readonly PatchOperation[] | undefined {
  const operations: PatchOperation[] = [];
  let corrected = value;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const issues = check(corrected);
    if (issues.length === 0) return operations.length === 0 ? undefined : operations;
    const found = correctionsOf(issues, corrected);
    if (found.length === 0) return undefined;
    operations.push(...found);
    if (operations.length > OPERATIONS_MAX) return undefined;
    corrected = applyPatch(corrected, found);
  }
  return undefined;
}

/** From the end of lists, so that an operation doesn't move the place of the next one. */
function correctionsOf(issues: readonly Issue[], value: unknown): readonly PatchOperation[] {
  const flat = issues.flatMap(innermost);
  const used = new Set<string>();
  return flat.toReversed().flatMap((issue) => correctionOf(issue, { value, issues: flat, used }));
}

interface Round {
  readonly value: unknown;
  readonly issues: readonly Issue[];
  /** Pointers that another correction of this round already changes. */
  readonly used: Set<string>;
}

/** Issues of the alternative that fits best. */
function innermost(issue: Issue): readonly Issue[] {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [issue];
  const [best = []] = issue.errors.toSorted((one, other) => one.length - other.length);
  return best.flatMap((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] }));
}

function correctionOf(issue: Issue, round: Round): readonly PatchOperation[] {
  const path = pointerOf(issue.path);
  const given = valueAt(round.value, issue.path);
  if (issue.code === "unrecognized_keys") return removeKeys(issue.keys, issue.path, round);
  if (round.used.has(path)) return [];
  round.used.add(path);
  switch (issue.code) {
    case "invalid_value":
      return replaceOrRemove(path, given, nearest(given, issue.values.map(String)));
    case "invalid_union":
      return replaceOrRemove(path, given, nearest(given, optionsOf(issue)) ?? plainKind(issue.path));
    case "invalid_type":
      return given === undefined ? addMissing(issue, round) : replaceOrRemove(path, given, converted(given, issue));
    case "too_small":
      return enlarge(issue, given, path);
    case "too_big":
      return reduce(issue, given, path);
    case "invalid_format":
      return replaceOrRemove(path, given, formatted(given, issue));
    case "invalid_key":
      return renameKey(issue.path);
    case "custom":
      return customCorrection(issue, given, path);
    default:
      return replaceOrRemove(path, given, undefined);
  }
}

/** An optional value can be left out. */
function replaceOrRemove(path: string, given: unknown, value: unknown): readonly PatchOperation[] {
  if (value !== undefined && value !== given) return [{ op: given === undefined ? "add" : "replace", path, value }];
  return given === undefined ? [] : [{ op: "remove", path }];
}

/** A misspelled name, or a name that belongs to another part, is moved to the one that is missing. */
function removeKeys(keys: readonly string[], at: JsonPath, { value, issues, used }: Round): readonly PatchOperation[] {
  return keys.flatMap((key): readonly PatchOperation[] => {
    const from = pointerOf([...at, key]);
    if (used.has(from)) return [];
    used.add(from);
    const missing = issues.flatMap((issue) => {
      const name = issue.path.at(-1);
      const is_sibling = issue.path.length === at.length + 1 && at.every((part, index) => issue.path[index] === part);
      const is_missing = is_sibling && valueAt(value, issue.path) === undefined && !used.has(pointerOf(issue.path));
      return is_missing && typeof name === "string" ? [name] : [];
    });
    const name = nearest(key, missing);
    if (name === undefined || (closestMatch(key, [name]) === undefined && !isSynonym(key, name))) {
      return [{ op: "remove", path: from }];
    }
    const path = pointerOf([...at, name]);
    used.add(path);
    return [{ op: "move", from, path }];
  });
}

/** Names that other tools use. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  spans: ["text", "content", "value"],
  blocks: ["body", "content", "text", "description"],
  title: ["name", "heading", "label", "question"],
  label: ["title", "text", "name"],
  name: ["title"],
};
const isSynonym = (key: string, name: string): boolean => SYNONYMS[name]?.includes(key) === true;

/** Longer texts are no misspelled names. */
const NAME_CHARS_MAX = 100;

function nearest(given: unknown, options: readonly string[]): string | undefined {
  if (options.length <= 1) return options[0];
  if (typeof given !== "string" || given.length > NAME_CHARS_MAX) return undefined;
  const text = given.toLowerCase();
  const related = options.find(
    (option) => isSynonym(text, option) || option.startsWith(text) || (text !== "" && text.startsWith(option)),
  );
  return related ?? closestMatch(text, options);
}

/** The simplest kind of a part. */
const PLAIN_KINDS: Readonly<Record<string, string>> = { steps: "centered", blocks: "paragraph" };
const plainKind = (path: JsonPath): string | undefined =>
  path.at(-1) === "kind" ? PLAIN_KINDS[String(path.at(-3))] : undefined;

function optionsOf(issue: Issue): readonly string[] {
  const options = "options" in issue && Array.isArray(issue.options) ? issue.options : [];
  return options.map(String);
}

/** What stands for something that is missing, by its name and type. */
function addMissing(issue: Issue & { readonly code: "invalid_type" }, { value }: Round): readonly PatchOperation[] {
  const path = pointerOf(issue.path);
  const name = issue.path.at(-1);
  const parent = issue.path.slice(0, -1);
  // A target can't be made up.
  if (name === "target") return [{ op: "replace", path: pointerOf([...parent, "kind"]), value: "centered" }];
  if (name === "id") return [{ op: "add", path, value: newPartId(value, parent) }];
  switch (issue.expected) {
    case "string":
      return [{ op: "add", path, value: "Untitled" }];
    case "array":
      return [{ op: "add", path, value: [] }];
    case "record":
    case "object":
      return [{ op: "add", path, value: {} }];
    default:
      return [];
  }
}

/** `step-3` for the third step, or the next free number. */
function newPartId(value: unknown, parent: JsonPath): string {
  const list = valueAt(value, parent.slice(0, -1));
  const known = new Set(Array.isArray(list) ? list.map((part) => valueAt(part, ["id"])) : []);
  const name = String(parent.at(-2) ?? "part").replace(/s$/, "");
  const at = typeof parent.at(-1) === "number" ? Number(parent.at(-1)) + 1 : 1;
  return freeId(`${name}-`, at, known);
}

function freeId(prefix: string, from: number, known: ReadonlySet<unknown>): string {
  let number = from;
  while (known.has(`${prefix}${number}`)) number++;
  return `${prefix}${number}`;
}

function converted(given: unknown, { expected, path }: Issue & { readonly code: "invalid_type" }): unknown {
  const name = path.at(-1);
  switch (expected) {
    case "string":
      return typeof given === "number" || typeof given === "boolean" ? String(given) : undefined;
    case "number":
      return toNumber(given);
    case "int":
      return toNumber(given, Math.round);
    case "boolean":
      return given === "true" ? true : given === "false" ? false : undefined;
    case "array":
      if (typeof given === "object" && given !== null) return Object.keys(given).length === 0 ? [] : [given];
      if (typeof given !== "string") return undefined;
      if (name === "spans") return [{ text: given }];
      return name === "blocks" ? [paragraph(given)] : [given];
    default:
      // A block, an option, or a step that was written as a text.
      return typeof given === "string" ? objectOf(given, path) : undefined;
  }
}

const paragraph = (text: string) => ({ kind: "paragraph", spans: [{ text }] });

function toNumber(given: unknown, round = (number: number): number => number): number | undefined {
  const number = typeof given === "string" && given.trim() !== "" ? Number(given) : given;
  return typeof number === "number" && Number.isFinite(number) ? round(number) : undefined;
}

function objectOf(text: string, path: JsonPath): unknown {
  const list = path.at(-2);
  if (list === "blocks") return paragraph(text);
  if (list === "spans") return { text };
  if (list === "options") return { id: slugOf(text, "option"), label: text };
  if (list === "steps") return { id: slugOf(text, "step"), kind: "centered", title: text, blocks: [] };
  return path.at(-1) === "trigger" || path.at(-1) === "frequency"
    ? { [path.at(-1) === "trigger" ? "kind" : "mode"]: text }
    : undefined;
}

/** Examples of parts, for lists that need at least one. */
const EXAMPLES: Readonly<Record<string, (id: string) => unknown>> = {
  steps: (id) => ({ id, kind: "centered", title: "Untitled", blocks: [] }),
  panels: (id) => ({ id, title: "Untitled", blocks: [] }),
  questions: (id) => ({ id, kind: "nps", title: "Untitled" }),
  options: (id) => ({ id, label: id }),
  rows: (id) => ({ id, label: id }),
  spans: () => ({ text: "…" }),
};

function enlarge(
  issue: Issue & { readonly code: "too_small" },
  given: unknown,
  path: string,
): readonly PatchOperation[] {
  const name = String(issue.path.at(-1));
  if (typeof given === "number") return replaceOrRemove(path, given, Number(issue.minimum));
  if (typeof given === "string") return replaceOrRemove(path, given, given.trim() === "" ? "Untitled" : undefined);
  const example = EXAMPLES[name];
  if (!Array.isArray(given) || example === undefined) return replaceOrRemove(path, given, undefined);
  const known = new Set<unknown>(given.map((part) => valueAt(part, ["id"])));
  return Array.from({ length: Number(issue.minimum) - given.length }, (): PatchOperation => {
    const id = freeId(`${name.replace(/s$/, "")}-`, 1, known);
    known.add(id);
    return { op: "add", path: `${path}/-`, value: example(id) };
  });
}

function reduce(issue: Issue & { readonly code: "too_big" }, given: unknown, path: string): readonly PatchOperation[] {
  const maximum = Number(issue.maximum);
  if (typeof given === "string") return replaceOrRemove(path, given, `${given.slice(0, maximum - 1)}…`);
  if (Array.isArray(given)) return replaceOrRemove(path, given, given.slice(0, maximum));
  return replaceOrRemove(path, given, typeof given === "number" ? maximum : undefined);
}

function formatted(given: unknown, issue: Issue & { readonly code: "invalid_format" }): unknown {
  if (typeof given !== "string") return undefined;
  const name = issue.path.at(-1);
  if (issue.format === "datetime") {
    const at_ms = Date.parse(given);
    return Number.isNaN(at_ms) ? undefined : new Date(at_ms).toISOString();
  }
  if (name === "slug" || name === "content") return slugOf(given, "content");
  if (String(name).endsWith("id") || name === "go_to") return slugOf(given, "part");
  if (name === "href" || name === "url") return /^[\w-]+(\.[\w-]+)+(\/|$)/.test(given) ? `https://${given}` : undefined;
  return undefined;
}

/** Languages are written with hyphens: `pt-BR`. */
function renameKey(path: JsonPath): readonly PatchOperation[] {
  const name = String(path.at(-1))
    .trim()
    .replaceAll(/[_\s]+/g, "-");
  return [{ op: "move", from: pointerOf(path), path: pointerOf([...path.slice(0, -1), name]) }];
}

/** Letters without accents, digits, and hyphens. */
function slugOf(text: string, fallback: string): string {
  const plain = text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return (
    plain
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "")
      .slice(0, 60)
      .replace(/-$/, "") || fallback
  );
}

function customCorrection(issue: Issue, given: unknown, path: string): readonly PatchOperation[] {
  if (typeof given === "string") return replaceOrRemove(path, given, withFallbacks(given));
  if (!Array.isArray(given)) return replaceOrRemove(path, given, undefined);
  const known = new Set<unknown>();
  const ids: readonly unknown[] = given.map((part) => valueAt(part, ["id"]));
  const name = String(issue.path.at(-1)).replace(/s$/, "");
  return ids.flatMap((id, index): readonly PatchOperation[] => {
    if (!known.has(id)) {
      known.add(id);
      return [];
    }
    const fresh = freeId(`${name}-`, index + 1, new Set([...known, ...ids]));
    known.add(fresh);
    return [{ op: "replace", path: `${path}/${index}/id`, value: fresh }];
  });
}

/** `{{name}}` → `{{name|there}}`. Undefined if that isn't it. */
function withFallbacks(text: string): string | undefined {
  const filled = text.replaceAll(/\{\{\s*([\w.-]+)\s*(?:\|\s*)?\}\}/g, "{{$1|there}}");
  if (filled !== text) return filled;
  return /^[\w-]+(\.[\w-]+)+(\/|$)/.test(text) ? `https://${text}` : undefined;
}
