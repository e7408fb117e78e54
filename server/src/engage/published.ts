import type { Edition } from "@fanfare/contract/content";
import type { AppId, ContentId, VersionId } from "@fanfare/contract/ids";
import { type Candidate, evaluate, type Gate } from "@fanfare/contract/rules";
import { editionSchema } from "@fanfare/contract/schema/content";
import type { AppRecord } from "../accounts/app-directory.ts";
import type { Log } from "../log.ts";
import { fromJson } from "../store/columns.ts";
import { editionOf, type PublishedRow, publishedIn } from "../store/published.ts";
import type { Store } from "../store/store.ts";

/** A content as it is live in one app, read and checked once. */
export interface PublishedContent {
  readonly content_id: ContentId;
  readonly slug: string;
  readonly name: string;
  readonly version_id: VersionId;
  readonly version_number: number;
  readonly edition: Edition;
  /** The gates that only the page can judge, for a person without a past. */
  readonly page_gates: readonly Gate[];
}

/** Everything that is live in one app: who comes first is shown first. */
export interface PublishedContents {
  readonly list: readonly PublishedContent[];
  /** By id, and by slug where no content has that id. */
  find(id_or_slug: string): PublishedContent | undefined;
}

export type Published = (app: AppRecord) => Promise<PublishedContents>;

/**
 * What is live in an app, kept in memory for as long as the app's `config_version` stands: a boot parses no edition.
 *
 * @example
 * const published = createPublished({ store, log });
 * (await published(app)).find("welcome")?.edition;
 */
export function createPublished(deps: { readonly store: Store; readonly log: Log }): Published {
  const kept = new Map<AppId, { readonly config_version: number; readonly contents: Promise<PublishedContents> }>();
  return (app) => {
    const known = kept.get(app.id);
    if (known !== undefined && known.config_version === app.config_version) return known.contents;
    const contents = readPublished(deps, app);
    kept.set(app.id, { config_version: app.config_version, contents });
    contents.catch(() => {
      // A failed read is told to those who wait for it and tried again by the next.
      if (kept.get(app.id)?.contents === contents) kept.delete(app.id);
    });
    return contents;
  };
}

async function readPublished(deps: { store: Store; log: Log }, app: AppRecord): Promise<PublishedContents> {
  const rows = await publishedIn(deps.store.db, app.id);
  const list = rows
    .flatMap((row) => readEdition(deps.log, app, row))
    .sort(
      (a, b) =>
        b.edition.priority - a.edition.priority ||
        a.created_at - b.created_at ||
        (a.content_id < b.content_id ? -1 : 1),
    );
  const byName = new Map<string, PublishedContent>();
  for (const content of list) byName.set(content.slug, content);
  for (const content of list) byName.set(content.content_id, content);
  return { list, find: (id_or_slug) => byName.get(id_or_slug) };
}

/** A frozen edition of that content, live or not; undefined when there is none of that id. */
export async function frozenEdition(
  deps: { readonly store: Store; readonly published: Published },
  app: AppRecord,
  content_id: ContentId,
  version_id: VersionId,
): Promise<Edition | undefined> {
  const live = (await deps.published(app)).find(content_id);
  if (live?.version_id === version_id) return live.edition;
  const text = await editionOf(deps.store.db, content_id, version_id);
  return text === undefined ? undefined : fromJson(text, (value) => editionSchema.parse(value));
}

/** An edition that this server cannot read hides that content, and nothing else; the log says so. */
function readEdition(
  log: Log,
  app: AppRecord,
  row: PublishedRow,
): readonly (PublishedContent & Pick<PublishedRow, "created_at">)[] {
  const edition = fromJson(row.edition, (value) => editionSchema.safeParse(value));
  if (!edition.success) {
    const { content_id, version_id } = row;
    log.error("edition_unreadable", { app_id: app.id, content_id, version_id, issues: edition.error.issues });
    return [];
  }
  return [{ ...publishedContent(row, edition.data), created_at: row.created_at }];
}

/** A content with what can be worked out once for everybody. */
export function publishedContent(
  row: Pick<PublishedRow, "content_id" | "slug" | "name" | "version_id" | "version_number">,
  edition: Edition,
): PublishedContent {
  const { content_id, slug, name, version_id, version_number } = row;
  const page_gates = pageGates({ content_id, edition });
  return { content_id, slug, name, version_id, version_number, edition, page_gates };
}

function pageGates(content: Candidate): readonly Gate[] {
  const verdict = evaluate(content, {
    now_ms: 0,
    app_paused: false,
    published: true,
    history: { completed: false, ended: false },
    suppressions: [],
  });
  return verdict.outcome === "unknown" ? verdict.gates : [];
}
