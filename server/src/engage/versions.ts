import type { AppId, ContentId } from "@fanfare/contract/ids";
import { publicationsOf } from "../store/publications.ts";
import type { Store } from "../store/store.ts";
import { type VersionRow, versionsOf } from "../store/versions.ts";

/** A frozen edition and the apps in which it is live. */
export interface ContentVersion extends VersionRow {
  readonly live_in: readonly AppId[];
}

/** Versions of a content, the newest first. */
export async function listVersions(
  store: Pick<Store, "db">,
  content_id: ContentId,
): Promise<readonly ContentVersion[]> {
  const [versions, publications] = await Promise.all([
    versionsOf(store.db, content_id),
    publicationsOf(store.db, content_id),
  ]);
  return versions.map((version) => ({
    ...version,
    live_in: publications.filter(({ version_id }) => version_id === version.id).map(({ app_id }) => app_id),
  }));
}
