import { type Cause, type CauseLanguage, type CauseTexts, causeText } from "@fanfare/contract/wording/cause";
import { fillIcu } from "@fanfare/contract/wording/icu";
import { bidiIsolate, withDirection } from "./bidi-isolate.ts";
import { byteSize } from "./byte-size.ts";
import { catalog } from "./catalog.ts";
import { type Language, language } from "./language.ts";
import type { Catalog } from "./lingui.ts";

const LISTS: Readonly<Record<Language["tag"], Omit<CauseLanguage, "fill" | "size">>> = {
  en: { between_clauses: "; ", between_items: ", ", between_options: " or " },
  ar: { between_clauses: "؛ ", between_items: "، ", between_options: " أو " },
};

/** How causes are shown in a language. */
export function causeLanguage(tag: Language["tag"], messages: Catalog | undefined): CauseLanguage {
  return {
    ...LISTS[tag],
    size: byteSize,
    fill(english, values) {
      if (messages === undefined) return fillIcu(english, values);
      // What `select` compares stays as it is.
      const compared = new Set([...english.matchAll(/\{(\w+), select,/g)].map(([, name]) => name));
      const shown = Object.entries(values).map(([name, value]) => {
        if (typeof value === "number" || compared.has(name)) return [name, value] as const;
        return [name, bidiIsolate(name === "message" ? (messages.known(value) ?? value) : value)] as const;
      });
      const filled = Object.fromEntries(shown);
      return withDirection(messages.fill(english, filled) ?? fillIcu(english, filled));
    },
  };
}

const CAUSE_LANGUAGE = causeLanguage(language.tag, catalog);

/** Why something is as it is, in the page's language. `texts`: the contract's messages that have its code. */
export const tCause = (texts: CauseTexts, cause: Cause): string => causeText(texts, cause, CAUSE_LANGUAGE);

/** Causes that are sentences, one after the other. */
export const tCauses = (texts: CauseTexts, causes: readonly Cause[]): string =>
  causes.map((cause) => tCause(texts, cause)).join(" ");
