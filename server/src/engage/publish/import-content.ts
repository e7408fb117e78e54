import type { AppId } from "@fanfare/contract/lib/ids";
import { type ContentFile, contentFileSchema } from "@fanfare/contract/schema/content/content";
import { toJson } from "../../store/columns.ts";
import { contentBySlug, updateContent } from "../../store/statements/content/contents.ts";
import { type ContentDeps, type NewContent, newContent } from "../content/content.ts";
import { consoleTour } from "./console-tour.ts";
import { publishStatements } from "./publications.ts";

/** The file cannot be imported. The message says where and why. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}

/**
 * Reads a content file.
 *
 * @throws ImportError with a sentence for each wrong place.
 */
export function parseContentFile(text: string, name: string): ContentFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ImportError(`${name} isn't JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = contentFileSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const places = parsed.error.issues.map((issue) => `  /${issue.path.map(String).join("/")}: ${issue.message}`);
  throw new ImportError(`${name} isn't a valid content file:\n${places.join("\n")}`);
}

/**
 * Makes the contents whose slug does not exist yet, and publishes each in the app, one batch a content. Contents that
 * exist stay as they are: somebody may have edited them.
 *
 * @returns the slugs that were made.
 */
export async function importContents(deps: ContentDeps, file: ContentFile, app_id: AppId): Promise<readonly string[]> {
  const made: string[] = [];
  for (const { slug, name, edition } of file.contents) {
    if ((await contentBySlug(deps.store.db, slug)) !== undefined) continue;
    await createAndPublish(deps, { slug, name, draft: edition }, app_id, false);
    made.push(slug);
  }
  return made;
}

/** A content that is live from its first moment, or not there at all. */
async function createAndPublish(deps: ContentDeps, content: NewContent, app_id: AppId, system: boolean): Promise<void> {
  const { row, statements } = newContent(deps, content, { member_id: null, system });
  const publication = publishStatements(deps, row, app_id, null);
  await deps.store.write([...statements, ...publication.statements]);
}

/**
 * The console's own tour, live in its hidden app: made at the first boot, and published anew by the first start of a
 * release that says it better.
 */
export async function ensureConsoleTour(deps: ContentDeps, app_id: AppId): Promise<void> {
  const { clock, store } = deps;
  for (const { slug, name, edition } of consoleTour.contents) {
    const present = await contentBySlug(store.db, slug);
    if (present === undefined) {
      await createAndPublish(deps, { slug, name, draft: edition }, app_id, true);
      continue;
    }
    const draft = toJson(edition);
    if (present.draft === draft || present.system === 0) continue;
    const changed = { id: present.id, revision: present.revision + 1 };
    const update = updateContent(store.db, present, { name, draft }, { member_id: null, now_ms: clock.now() });
    await store.write([{ query: update, expect: 1 }, ...publishStatements(deps, changed, app_id, null).statements]);
  }
}
