import type { Edition } from "@fanfare/contract/content/content";
import type { ContentId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { parseDraft } from "@fanfare/contract/schema/content/draft";
import type { translationsQuerySchema } from "@fanfare/contract/schema/content/translations";
import type {
  LanguageProgress,
  TranslatedContent,
  TranslationsPage,
} from "@fanfare/contract/schema/responses/content/translations";
import { collectSources } from "@fanfare/contract/translation/texts";
import {
  countMissingTexts,
  type TranslationWork,
  translatableBodies,
} from "@fanfare/contract/translation/translatable-body";
import { translationOf } from "@fanfare/contract/translation/translation";
import { z } from "zod";
import { decodePageCursor, encodePageCursor } from "../../lib/page-cursor.ts";
import { fromJson } from "../../store/columns.ts";
import { type DraftRow, nextDrafts } from "../../store/statements/content/contents.ts";
import type { Store } from "../../store/store.ts";
import { translatedContents } from "./translation-states.ts";

/** A parsable draft, possibly incomplete. */
export interface Draft extends Omit<DraftRow, "draft"> {
  readonly edition: Edition;
}

/** Yields every unarchived draft. Skips drafts of an older release that can't be parsed. */
export async function* eachDraft({ db }: Pick<Store, "db">): AsyncGenerator<Draft> {
  let after: ContentId | undefined;
  for (let seen = 0; seen < limits.translation_contents_max; ) {
    const rows = await nextDrafts(db, after, limits.translation_drafts_per_read);
    for (const { draft, ...row } of rows) {
      const read = fromJson(draft, (value) => parseDraft(editionSchema, value));
      if (read.outcome !== "invalid") yield { ...row, edition: read.value };
    }
    after = rows.at(-1)?.id;
    seen += rows.length;
    if (rows.length < limits.translation_drafts_per_read) return;
  }
}

const isWrittenIn = ({ locale }: Pick<TranslatedContent, "locale">, tag: string): boolean =>
  locale?.toLowerCase() === tag.toLowerCase();

/** What is left to do in a language. Nothing in the source language. */
function workIn(content: TranslatedContent, tag: string): Omit<TranslationWork, "language"> {
  if (isWrittenIn(content, tag)) return { missing: 0, wrong_format: 0 };
  const begun = content.languages.find(({ language }) => language.toLowerCase() === tag.toLowerCase());
  return begun ?? { missing: content.texts, wrong_format: 0 };
}

export async function translationReport(
  store: Pick<Store, "db">,
  query: z.output<typeof translationsQuerySchema>,
): Promise<TranslationsPage> {
  const all = await translatedContents(store);
  const languages = progressOf(all);
  const selected = query.language === undefined ? languages.map(({ language }) => language) : [query.language];
  const text = query.q.trim().toLowerCase();
  const found = all
    .filter(({ name, slug }) => name.toLowerCase().includes(text) || slug.includes(text))
    .filter((content) => query.show === "all" || selected.some((tag) => workIn(content, tag).missing > 0))
    .toSorted((a, b) => compare(toCursor(a), toCursor(b)));
  const after = query.after === undefined ? undefined : decodePageCursor(query.after, cursorSchema);
  const rest = after === undefined ? found : found.filter((content) => compare(toCursor(content), after) > 0);
  const items = rest.slice(0, query.limit);
  const last = rest.length > query.limit ? items.at(-1) : undefined;
  return { items, next: last === undefined ? null : encodePageCursor(toCursor(last)), total: found.length, languages };
}

function progressOf(contents: readonly TranslatedContent[]): LanguageProgress[] {
  const tags = new Map<string, string>();
  for (const { languages } of contents) {
    for (const { language } of languages) {
      if (!tags.has(language.toLowerCase())) tags.set(language.toLowerCase(), language);
    }
  }
  return [...tags.values()].toSorted().map((language) => {
    const others = contents.filter((content) => !isWrittenIn(content, language));
    return {
      language,
      texts: others.reduce((sum, { texts }) => sum + texts, 0),
      missing: others.reduce((sum, content) => sum + workIn(content, language).missing, 0),
      wrong_format: others.reduce((sum, content) => sum + workIn(content, language).wrong_format, 0),
    };
  });
}

/** Sorted by name, case-insensitively, then by ID, so that pages don't repeat items. */
type TranslationsCursor = readonly [name: string, id: string];
const cursorSchema = z.tuple([z.string(), z.string()]);
const toCursor = ({ name, id }: TranslatedContent): TranslationsCursor => [name.toLowerCase(), id];
const compare = (a: TranslationsCursor, b: TranslationsCursor): number => {
  const [one, other] = a[0] === b[0] ? [a[1], b[1]] : [a[0], b[0]];
  return one < other ? -1 : one > other ? 1 : 0;
};

/** File rows of a draft's missing texts. `all` includes translated ones. */
export function rowsFor(
  { slug, edition }: Draft,
  tag: string,
  show: "all" | "gaps",
): readonly (readonly [content: string, variant: string, key: string, text: string, translation: string])[] {
  if (edition.locale?.toLowerCase() === tag.toLowerCase()) return [];
  if (show === "gaps" && countMissingTexts(edition, tag) === 0) return [];
  return translatableBodies(edition).flatMap(({ variant, body, translations }) => {
    const known = translations[tag] ?? {};
    return Array.from(
      collectSources(body),
      ([key, source]) => [slug, variant, key, source.text, translationOf(known, key, source) ?? ""] as const,
    ).filter(([, , , , translation]) => show === "all" || translation === "");
  });
}
