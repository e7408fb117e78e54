import type { FolderKind } from "@fanfare/contract/content-folder";
import { type FolderIssue, itemPath, type JsonObject } from "./folder-files.ts";
import type { StoredFolder } from "./stored-items.ts";

/** An item of the files, as it will be. */
interface NamedItem {
  readonly kind: FolderKind;
  readonly path: string;
  readonly canonical: JsonObject;
}

/** Kinds of which two can't have one name. */
const NAMED: ReadonlySet<FolderKind> = new Set(["themes", "segments", "cap-groups", "trackers"]);

/** Slugs of archived content, and names of other items, which a push would be refused for. */
export function takenNames(stored: StoredFolder, items: readonly NamedItem[]): readonly FolderIssue[] {
  const slugs = new Set(Array.from(stored.keys.contents.values(), (key) => itemPath({ kind: "contents", key })));
  const archived = items.filter(({ path }) => !stored.items.has(path) && slugs.has(path));
  const pushed = new Set(items.map(({ path }) => path));
  const names = new Map<string, string>();
  for (const [path, { kind, name }] of stored.items) if (!pushed.has(path)) names.set(`${kind}/${name}`, path);
  const taken = items.flatMap(({ kind, path, canonical: { name } }): FolderIssue[] => {
    if (!NAMED.has(kind)) return [];
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
