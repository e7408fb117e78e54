import { createHash } from "node:crypto";
import type { FolderKind } from "@fanfare/contract/content-folder";
import { BUILT_IN } from "@fanfare/contract/theme/theme";
import { compare, isObject, type Json, type JsonObject } from "./folder-files.ts";

/** Stands for a reference to something that was deleted. No item has this key, so that a push reports it. */
const DELETED = "deleted";
const KEY_CHARS_MAX = 60;

/**
 * Keys of items by ID. A key is made from the name. Names without Latin letters or digits get a hash of the name. If
 * two names make the same key, the second one in order of names gets a number.
 */
export function keysByName(
  rows: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<string, string> {
  const taken = new Set<string>([DELETED]);
  const sorted = rows.toSorted((left, right) => compare(left.name, right.name) || compare(left.id, right.id));
  return new Map(
    sorted.map(({ id, name }) => {
      const base = keyOf(name);
      let key = base;
      for (let n = 2; taken.has(key); n++) key = `${base}-${n}`;
      taken.add(key);
      return [id, key];
    }),
  );
}

function keyOf(name: string): string {
  const latin = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, KEY_CHARS_MAX)
    .replace(/^-+|-+$/g, "");
  return latin === "" ? createHash("sha256").update(name).digest("hex").slice(0, 8) : latin;
}

/** IDs by key, or keys by ID, of what drafts and rules refer to. */
export type ReferenceMap = Readonly<
  Record<Extract<FolderKind, "segments" | "contents" | "themes">, ReadonlyMap<string, string>>
>;

/** Replaces IDs by keys: `{"kind":"segment","segment_id":"seg_…"}` becomes `{"kind":"segment","segment":"new-teams"}`. */
export function withKeys(value: JsonObject, keys: ReferenceMap): JsonObject {
  const mapped = mapObjects(value, (each) => {
    const { kind, segment_id, content_id, ...rest } = each;
    if (kind === "segment") return { kind, segment: keys.segments.get(String(segment_id)) ?? DELETED, ...rest };
    if (kind === "content") return { kind, content: keys.contents.get(String(content_id)) ?? DELETED, ...rest };
    return each;
  });
  const { theme, ...rest } = mapped;
  return typeof theme === "string" && theme !== BUILT_IN
    ? { ...rest, theme: keys.themes.get(theme) ?? DELETED }
    : mapped;
}

/** The reverse of {@link withKeys}. `miss` gets each reference that nothing has. */
export function withIds(value: JsonObject, ids: ReferenceMap, miss: (path: string) => void): JsonObject {
  const find = (kind: keyof ReferenceMap, key: string): string => {
    const id = ids[kind].get(key);
    if (id === undefined) miss(`${kind}/${key}`);
    return id ?? "";
  };
  const mapped = mapObjects(value, (each) => {
    const { kind, segment, content, ...rest } = each;
    if (kind === "segment") return { kind, segment_id: find("segments", String(segment)), ...rest };
    // Objects of other kinds name content by its slug.
    if (kind === "content") return { kind, content_id: find("contents", String(content)), ...rest };
    return each;
  });
  const { theme, ...rest } = mapped;
  return typeof theme === "string" && theme !== BUILT_IN ? { ...rest, theme: find("themes", theme) } : mapped;
}

function mapObjects(value: JsonObject, change: (object: JsonObject) => JsonObject): JsonObject {
  const map = (each: Json | undefined): Json | undefined => {
    if (Array.isArray(each)) return each.map((item: Json) => map(item) ?? null);
    return isObject(each) ? mapObjects(each, change) : each;
  };
  const mapped = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, map(each)]));
  return change(mapped);
}
