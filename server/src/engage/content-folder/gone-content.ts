import type { FolderFile } from "@fanfare/contract/content-folder";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { archiveContentRow, guardRevision } from "../../store/statements/content/contents.ts";
import { pushedItems } from "../../store/statements/content/pushed-items.ts";
import type { Statement, WriteDeps } from "../../store/store.ts";
import { itemPath, readItems } from "./folder-files.ts";
import { asId, type WriteBy } from "./item-writes.ts";
import type { StoredFolder, StoredItem } from "./stored-items.ts";

/** Content that an earlier push had, and these files don't. */
export interface Gone {
  readonly path: string;
  readonly stored: StoredItem;
  readonly change: "archive" | "drift";
}

export async function findGone(
  { store }: Pick<WriteDeps, "store">,
  { files, prune }: { readonly files: readonly FolderFile[]; readonly prune: boolean },
  before: StoredFolder,
): Promise<readonly Gone[]> {
  if (!prune) return [];
  const kept = new Set(readItems(files).map(itemPath));
  const pushed = new Map((await pushedItems(store.db)).map(({ path, hash }) => [path, hash]));
  return [...before.items].flatMap(([path, stored]): readonly Gone[] => {
    const hash = pushed.get(path);
    // Content that was never pushed belongs to the console.
    if (stored.kind !== "contents" || kept.has(path) || hash === undefined) return [];
    return [{ path, stored, change: hash === stored.hash ? "archive" : "drift" }];
  });
}

export function archiveStatements(
  deps: WriteDeps,
  { member_id, source }: WriteBy,
  { id, revision }: StoredItem,
): readonly Statement[] {
  const at = { id: asId<"cnt">(id), revision };
  return [
    { query: guardRevision(deps.store.db, at), expect: 1 },
    { query: archiveContentRow(deps.store.db, at.id, deps.clock.now()), expect: 1 },
    auditStatement(deps, {
      ...{ member_id, action: "content.archive", resource: { type: "content", id: at.id } },
      detail: { source },
    }),
  ];
}
