import { limits } from "@fanfare/contract/limits";
import type { TextMatchesQuery } from "@fanfare/contract/schema/content/translations";
import type { ContentTextMatches, TextMatches } from "@fanfare/contract/schema/responses/content/translations";
import { findTexts } from "@fanfare/contract/translation/text-replacement";
import type { Store } from "../../store/store.ts";
import { eachDraft } from "./translations.ts";

/** Finds a text in the drafts of all content. Content is listed with all of its matches, or not at all. */
export async function textMatches(store: Pick<Store, "db">, query: TextMatchesQuery): Promise<TextMatches> {
  const { q, letters, match } = query;
  const search = { text: q, match_case: letters === "same_case", whole_words: match === "whole_words" };
  const items: ContentTextMatches[] = [];
  let listed = 0;
  for await (const { edition, ...row } of eachDraft(store)) {
    const matches = findTexts(edition, search);
    if (matches.length === 0) continue;
    listed += matches.length;
    if (listed > limits.text_matches_max && items.length > 0) return { items, truncated: true };
    items.push({ ...row, matches });
  }
  return { items, truncated: false };
}
