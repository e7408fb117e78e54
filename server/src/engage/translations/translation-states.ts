import type { ContentId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { parseDraft } from "@fanfare/contract/schema/content/draft";
import type { TranslatedContent } from "@fanfare/contract/schema/responses/content/translations";
import { collectTexts } from "@fanfare/contract/translation/texts";
import { translatableBodies, translationWork } from "@fanfare/contract/translation/translatable-body";
import { fromJson } from "../../store/columns.ts";
import { contentHeads, draftsOf } from "../../store/statements/content/contents.ts";
import type { Store } from "../../store/store.ts";

/** Translation state of a draft at a revision. `state` is null if the draft can't be parsed. */
interface KnownTexts {
  readonly revision: number;
  readonly state: Pick<TranslatedContent, "locale" | "texts" | "languages"> | null;
}

/** Keyed by database to isolate tests in one process. A draft is parsed again when its revision changes. */
const knownTexts = new WeakMap<Store["db"], Map<ContentId, KnownTexts>>();

/**
 * Returns all unarchived content with its languages. Caches parsed drafts by revision, so that each keystroke of a
 * search reads only a list of revisions.
 */
export async function translatedContents({ db }: Pick<Store, "db">): Promise<readonly TranslatedContent[]> {
  const heads = await contentHeads(db, limits.translation_contents_max);
  const known = knownTexts.get(db) ?? new Map<ContentId, KnownTexts>();
  const changed = heads.filter(({ id, revision }) => known.get(id)?.revision !== revision).map(({ id }) => id);
  for (let from = 0; from < changed.length; from += limits.translation_drafts_per_read) {
    const drafts = await draftsOf(db, changed.slice(from, from + limits.translation_drafts_per_read));
    for (const { id, revision, draft } of drafts) known.set(id, { revision, state: stateOf(draft) });
  }
  // Evicts archived and deleted content.
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
  // Total over all variants.
  const texts = translatableBodies(edition).reduce((sum, { body }) => sum + collectTexts(body).size, 0);
  return { locale: edition.locale ?? null, texts, languages: translationWork(edition) };
}
