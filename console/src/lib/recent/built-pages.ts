import { readStoredJson, writeStoredJson } from "./stored-json.ts";

const KEY = "fanfare-console-built-pages:";
/** Two tell that content wasn't built on one page. */
const PAGES_KEPT = 2;

/** Where the builder was opened for content, on this device. */
interface BuiltPages {
  /** Patterns of the pages. */
  readonly patterns: readonly string[];
  /** The member chose that the content starts on every page. */
  readonly dismissed: boolean;
}

const NONE: BuiltPages = { patterns: [], dismissed: false };

/** Pattern of the only page on which content was built, unless the member dismissed it. */
export function builtPage(app_id: string, content_id: string): string | undefined {
  const { patterns, dismissed } = read(app_id, content_id);
  return dismissed || patterns.length > 1 ? undefined : patterns[0];
}

/** Remembers that the builder was opened on a page. */
export function rememberBuiltPage(app_id: string, content_id: string, url: string): void {
  const pattern = pagePattern(url);
  const before = read(app_id, content_id);
  if (pattern === undefined || before.patterns.includes(pattern)) return;
  write(app_id, content_id, { ...before, patterns: [...before.patterns, pattern].slice(0, PAGES_KEPT) });
}

export function dismissBuiltPage(app_id: string, content_id: string): void {
  write(app_id, content_id, { ...read(app_id, content_id), dismissed: true });
}

/**
 * Pattern that matches a page: its path, and its route if that's in the fragment.
 *
 * @example
 * pagePattern("https://shop.example/orders?tab=1"); // "/orders"
 */
export function pagePattern(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { pathname, hash } = new URL(url);
  return hash.startsWith("#/") ? pathname + hash : pathname;
}

function read(app_id: string, content_id: string): BuiltPages {
  const stored = readStoredJson(storageKey(app_id, content_id));
  return isBuiltPages(stored) ? stored : NONE;
}

function isBuiltPages(value: unknown): value is BuiltPages {
  if (typeof value !== "object" || value === null || !("patterns" in value) || !("dismissed" in value)) return false;
  const { patterns, dismissed } = value;
  return (
    Array.isArray(patterns) && patterns.every((each) => typeof each === "string") && typeof dismissed === "boolean"
  );
}

function write(app_id: string, content_id: string, pages: BuiltPages): void {
  writeStoredJson(storageKey(app_id, content_id), pages);
}

const storageKey = (app_id: string, content_id: string): string => `${KEY}${app_id}:${content_id}`;
