import { collectTexts } from "@fanfare/contract/content/texts";
import { countMissingByLanguage, translatableBodies } from "@fanfare/contract/content/translatable-body";
import type { ContentId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { parseDraft } from "@fanfare/contract/schema/content/draft";
import type { TranslatedContent } from "@fanfare/contract/schema/content/translations";
import { fromJson } from "../../store/columns.ts";
import { contentHeads, draftsOf } from "../../store/statements/content/contents.ts";
import type { Store } from "../../store/store.ts";

/** What a draft says about languages, and in which revision it says so; `state` null is one that cannot be read. */
interface KnownTexts {
  readonly revision: number;
  readonly state: Pick<TranslatedContent, "locale" | "texts" | "languages"> | null;
}

/** By database, so that tests in one process do not meet: a draft is read again when its revision is another. */
const knownTexts = new WeakMap<Store["db"], Map<ContentId, KnownTexts>>();

/**
 * Every content that is not archived with its languages. Drafts that were looked at before and have not changed are neither
 * read nor parsed again: of thousands, what is asked for with each letter of a search is a list of revisions.
 */
export async function translatedContents({ db }: Pick<Store, "db">): Promise<readonly TranslatedContent[]> {
  const heads = await contentHeads(db, limits.translation_contents_max);
  const known = knownTexts.get(db) ?? new Map<ContentId, KnownTexts>();
  const changed = heads.filter(({ id, revision }) => known.get(id)?.revision !== revision).map(({ id }) => id);
  for (let from = 0; from < changed.length; from += limits.translation_drafts_per_read) {
    const drafts = await draftsOf(db, changed.slice(from, from + limits.translation_drafts_per_read));
    for (const { id, revision, draft } of drafts) known.set(id, { revision, state: stateOf(draft) });
  }
  // No more is kept than is listed: what was archived or deleted is forgotten here.
  knownTexts.set(db, new Map(heads.flatMap(({ id }) => entryOf(known, id))));
  return heads.flatMap(({ id, name, slug, type }) => {
    const state = known.get(id)?.state ?? null;
    return state === null ? [] : [{ id, name, slug, type, ...state }];
  });
}

function entryOf(known: ReadonlyMap<ContentId, KnownTexts>, id: ContentId): readonly [ContentId, KnownTexts][] {
  const entry = known.get(id);
  return entry === undefined ? [] : [[id, entry]];
}

function stateOf(draft: string): KnownTexts["state"] {
  const read = fromJson(draft, (value) => parseDraft(editionSchema, value));
  if (read.outcome === "invalid") return null;
  const edition = read.value;
  const languages = Array.from(countMissingByLanguage(edition), ([language, missing]) => ({ language, missing }));
  // Those of all variants together.
  const texts = translatableBodies(edition).reduce((sum, { body }) => sum + collectTexts(body).size, 0);
  return { locale: edition.locale ?? null, texts, languages };
}
