import type { AppId } from "@fanfare/contract/lib/ids";
import { type ContentFile, contentFileSchema } from "@fanfare/contract/schema/content/content";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { toJson } from "../../store/columns.ts";
import { contentBySlug, updateContent } from "../../store/statements/content/contents.ts";
import { type ContentDeps, type NewContent, newContent } from "../content/content.ts";
import { withSourceLocale } from "../content/source-locale.ts";
import { consoleTour } from "./console-tour.ts";
import { publishStatements } from "./publications.ts";

/** Invalid content file. The message contains the location and the reason. */
export class ImportError extends Error {
  override readonly name = "ImportError";
}

/**
 * Parses a content file.
 *
 * @throws ImportError with one sentence per invalid location.
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
 * Creates the content whose slug doesn't exist yet and publishes it in the app, one batch per item. Doesn't change
 * existing content, which may have been edited.
 *
 * @returns the slugs of created content.
 */
export async function importContents(
  deps: ContentDeps,
  file: ContentFile,
  { id, settings }: Pick<AppRecord, "id" | "settings">,
): Promise<readonly string[]> {
  const made: string[] = [];
  for (const { slug, name, edition } of file.contents) {
    if ((await contentBySlug(deps.store.db, slug)) !== undefined) continue;
    const draft = withSourceLocale(edition, settings.source_locale);
    await createAndPublish(deps, { slug, name, draft }, id, false);
    made.push(slug);
  }
  return made;
}

/** Creates and publishes in one batch, so that the content is live or doesn't exist. */
async function createAndPublish(deps: ContentDeps, content: NewContent, app_id: AppId, system: boolean): Promise<void> {
  const { row, statements } = newContent(deps, content, { member_id: null, system });
  const publication = publishStatements(deps, row, app_id, null);
  await deps.store.write([...statements, ...publication.statements]);
}

/**
 * Creates the console's own tour in its hidden app at first boot. Publishes it again on the first start of a release
 * that changes it.
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
