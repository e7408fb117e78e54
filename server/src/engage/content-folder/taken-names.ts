import type { FolderKind } from "@fanfare/contract/content-folder";
import { vacateName } from "../../store/statements/soft-deletes.ts";
import type { Statement, WriteDeps } from "../../store/store.ts";
import { type FolderIssue, itemPath, type JsonObject } from "./folder-files.ts";
import type { StoredFolder, StoredItem } from "./stored-items.ts";

/** An item of the files, as it will be. */
interface NamedItem {
  readonly kind: FolderKind;
  readonly path: string;
  readonly canonical: JsonObject;
}

/** Tables of the kinds of which two can't have one name. */
const NAMED = {
  themes: "themes",
  segments: "segments",
  "cap-groups": "cap_groups",
  trackers: "trackers",
} as const satisfies Partial<Record<FolderKind, string>>;
const isNamed = (kind: FolderKind): kind is keyof typeof NAMED => Object.hasOwn(NAMED, kind);

/** Slugs of archived content, and names of other items, which a push would be refused for. */
export function takenNames(stored: StoredFolder, items: readonly NamedItem[]): readonly FolderIssue[] {
  const slugs = new Set(Array.from(stored.keys.contents.values(), (key) => itemPath({ kind: "contents", key })));
  const archived = items.filter(({ path }) => !stored.items.has(path) && slugs.has(path));
  const pushed = new Set(items.map(({ path }) => path));
  const names = new Map<string, string>();
  for (const [path, { kind, name }] of stored.items) if (!pushed.has(path)) names.set(`${kind}/${name}`, path);
  const taken = items.flatMap(({ kind, path, canonical: { name } }): FolderIssue[] => {
    if (!isNamed(kind)) return [];
    const other = names.get(`${kind}/${String(name)}`);
    names.set(`${kind}/${String(name)}`, path);
    return other === undefined
      ? []
      : [{ path: `${path}.json`, message: `${other} has the same name. Choose another one.` }];
  });
  return [
    ...archived.map(({ path }) => ({
      path: `${path}/content.json`,
      message: "Archived content has this slug. Restore it, or choose another slug.",
    })),
    ...taken,
  ];
}

interface RenamedItem {
  readonly kind: FolderKind;
  readonly parsed: { readonly canonical: JsonObject };
  readonly stored: Pick<StoredItem, "id" | "name" | "revision"> | undefined;
}

/** Frees the names that items of a push take from each other, so that they can be saved in any order. */
export function vacateSwappedNames({ store }: WriteDeps, items: readonly RenamedItem[]): readonly Statement[] {
  const nameOf = (kind: FolderKind, name: unknown): string => `${kind}/${String(name)}`;
  const wanted = new Set(items.map(({ kind, parsed }) => nameOf(kind, parsed.canonical["name"])));
  return items.flatMap(({ kind, parsed, stored }): readonly Statement[] => {
    if (!isNamed(kind) || stored === undefined || stored.name === parsed.canonical["name"]) return [];
    if (!wanted.has(nameOf(kind, stored.name))) return [];
    return [{ query: vacateName(store.db, NAMED[kind], stored), expect: 1 }];
  });
}
