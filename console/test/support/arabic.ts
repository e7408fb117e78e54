import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compilePo, readPo } from "../../locales/po.ts";
import { bidiIsolate } from "../../src/lib/i18n/bidi-isolate.ts";
import { ARABIC } from "../../src/lib/i18n/language.ts";
import { createCatalog } from "../../src/lib/i18n/lingui.ts";
import { pluralMessage } from "../../src/lib/i18n/plural-message.ts";

const text = readFileSync(join(import.meta.dirname, "../../locales/ar.po"), "utf8");

/** The PO file as source and as compiled for pages. */
export const arabicMessages = readPo(text);
export const compiledArabic = compilePo(text);
export const arabicCatalog = createCatalog(compiledArabic, {
  locale: ARABIC.locale,
  isolate: bidiIsolate,
  pluralMessage,
});
