import { VARIANTS } from "@fanfare/contract/content/experiment";
import { readOneOf, readText } from "../../lib/search-params.ts";
import { TABS, type TabParam } from "../../model/draft/tab-ids.ts";
import type { OtherVariantId } from "../../model/draft/variants.ts";

interface EditorSearch {
  readonly tab?: TabParam | undefined;
  readonly step?: string | undefined;
  /** The variant whose words are open; those of the content itself where none is named. */
  readonly variant?: OtherVariantId | undefined;
  /** In the translations: the language that is open. */
  readonly lang?: string | undefined;
  /** In the history: the version that is open, and the one or `draft` that it is compared with; the one before it where nothing is said. */
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
  return {
    ...(tab === "content" ? {} : { tab }),
    ...(step === "" ? {} : { step }),
    ...(variant === "a" ? {} : { variant }),
    ...(lang === "" ? {} : { lang }),
    ...(version === "" ? {} : { version }),
    ...(against === "" ? {} : { against }),
  };
}
