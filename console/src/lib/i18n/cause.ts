import { type Cause, type CauseLanguage, type CauseTexts, causeText } from "@fanfare/contract/wording/cause";
import { fillIcu } from "@fanfare/contract/wording/icu";
import { typographic } from "@fanfare/contract/wording/typographic";
import { valueFormat } from "@fanfare/contract/wording/value-format";
import { bidiIsolate, withDirection } from "./bidi-isolate.ts";
import { byteSize } from "./byte-size.ts";
import { catalog } from "./catalog.ts";
import { languageName, wallTime } from "./format.ts";
import { type Language, language } from "./language.ts";
import type { Catalog } from "./lingui.ts";

const LISTS: Readonly<Record<Language["tag"], Omit<CauseLanguage, "fill" | "format">>> = {
  en: { between_clauses: "; ", between_items: ", ", between_options: " or " },
  ar: { between_clauses: "؛ ", between_items: "، ", between_options: " أو " },
};

export function causeLanguage(tag: Language["tag"], messages: Catalog | undefined): CauseLanguage {
  return {
    ...LISTS[tag],
    format: valueFormat({
      size: byteSize,
      language: (name) => languageName(name),
      time: (iso) => wallTime(Date.parse(`${iso}Z`)),
    }),
    fill(english, values) {
      if (messages === undefined) return fillIcu(typographic(english), values);
      // `select` compares raw values.
      const compared = new Set([...english.matchAll(/\{(\w+), select,/g)].map(([, name]) => name));
      const shown = Object.entries(values).map(([name, value]) => {
        if (typeof value === "number" || compared.has(name)) return [name, value] as const;
        return [name, bidiIsolate(name === "message" ? (messages.known(value) ?? value) : value)] as const;
      });
      const filled = Object.fromEntries(shown);
      return withDirection(messages.fill(english, filled) ?? fillIcu(typographic(english), filled));
    },
  };
}

const CAUSE_LANGUAGE = causeLanguage(language.tag, catalog);

/** Formats a cause in the page's language. `texts` are the contract's messages that contain its code. */
export const tCause = (texts: CauseTexts, cause: Cause): string => causeText(texts, cause, CAUSE_LANGUAGE);

export const tCauses = (texts: CauseTexts, causes: readonly Cause[]): string =>
  causes.map((cause) => tCause(texts, cause)).join(" ");
