import { VARIANTS } from "@fanfare/contract/content/experiment";
import { readOneOf, readText } from "../../lib/search-params.ts";
import { TABS, type TabParam } from "../../model/draft/tab-ids.ts";
import type { OtherVariantId } from "../../model/draft/variants.ts";

interface EditorSearch {
  readonly tab?: TabParam | undefined;
  readonly step?: string | undefined;
  /** Open variant. Undefined is the content itself. */
  readonly variant?: OtherVariantId | undefined;
  /** Translations tab: open language. */
  readonly lang?: string | undefined;
  /** History tab: open version, and the version (or `draft`) to compare with. Defaults to the previous version. */
  readonly version?: string | undefined;
  readonly against?: string | undefined;
}

export function readEditorSearch(search: Record<string, unknown>): EditorSearch {
  const tab = readOneOf(search, "tab", TABS);
  const step = readText(search, "step", 64);
  const variant = readOneOf(search, "variant", VARIANTS);
  const lang = readText(search, "lang", 35);
  const version = readText(search, "version", 80);
  const against = readText(search, "against", 80);
  // Undefined instead of missing: the router keeps what the URL contains for a missing one.
  return {
    tab: tab === "content" ? undefined : tab,
    step: step || undefined,
    variant: variant === "a" ? undefined : variant,
    lang: lang || undefined,
    version: version || undefined,
    against: against || undefined,
  };
}
