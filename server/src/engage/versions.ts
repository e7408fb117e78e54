import type { Edition } from "@fanfare/contract/content";
import { type AppId, type ContentId, isId, type VersionId } from "@fanfare/contract/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { fromJson } from "../store/columns.ts";
import { publicationsOf } from "../store/publications.ts";
import { editionOf } from "../store/published.ts";
import type { Store } from "../store/store.ts";
import { type VersionRow, versionsOf } from "../store/versions.ts";

/** A frozen edition and the apps in which it is published. */
export interface ContentVersion extends VersionRow {
  readonly live_in: readonly AppId[];
  /** Those of them in which it is held back. */
  readonly paused_in: readonly AppId[];
}

/** Versions of a content, the newest first. */
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
 * What a version of this content froze.
 *
 * @throws ProblemError `version_not_found`.
 */
export async function frozenEdition(
  store: Pick<Store, "db">,
  content_id: ContentId,
  id: string,
): Promise<{ readonly id: VersionId; readonly edition: Edition }> {
  const found = isId("ver", id) ? { id, text: await editionOf(store.db, content_id, id) } : undefined;
  if (found?.text === undefined) {
    throw new ProblemError(
      "version_not_found",
      "This content has no version of that id. Take one of GET /api/contents/{id}/versions.",
    );
  }
  // It was checked by its schema before it was frozen.
  return { id: found.id, edition: fromJson(found.text, (value) => value as Edition) };
}
