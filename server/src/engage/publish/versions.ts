import type { Edition } from "@fanfare/contract/content/content";
import { type AppId, type ContentId, isId, type VersionId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { fromJson } from "../../store/columns.ts";
import { publicationsOf } from "../../store/statements/content/publications.ts";
import { editionOf } from "../../store/statements/content/published.ts";
import { type VersionRow, versionsOf } from "../../store/statements/content/versions.ts";
import type { Store } from "../../store/store.ts";

export interface ContentVersion extends VersionRow {
  readonly live_in: readonly AppId[];
  /** Those of `live_in` in which it's paused. */
  readonly paused_in: readonly AppId[];
}

/** Returns the versions of an item, newest first. */
export async function listVersions(
  store: Pick<Store, "db" | "dialect">,
  content_id: ContentId,
): Promise<readonly ContentVersion[]> {
  const [versions, publications] = await Promise.all([
    versionsOf(store, content_id),
    publicationsOf(store.db, content_id),
  ]);
  return versions.map((version) => {
    const there = publications.filter(({ version_id }) => version_id === version.id);
    const held_back = there.filter(({ paused_at }) => paused_at !== null);
    return { ...version, live_in: there.map(({ app_id }) => app_id), paused_in: held_back.map(({ app_id }) => app_id) };
  });
}

/**
 * Returns a version's frozen edition.
 *
 * @throws ProblemError `version_not_found`.
 */
export async function readVersionEdition(
  store: Pick<Store, "db">,
  content_id: ContentId,
  id: string,
): Promise<{ readonly id: VersionId; readonly edition: Edition }> {
  const found = isId("ver", id) ? { id, text: await editionOf(store.db, content_id, id) } : undefined;
  if (found?.text === undefined) {
    throw new ProblemError("version_not_found", "Version not found. Use an ID from GET /api/contents/{id}/versions.");
  }
  // Cast: validated before it was frozen.
  return { id: found.id, edition: fromJson(found.text, (value) => value as Edition) };
}
