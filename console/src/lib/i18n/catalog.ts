import { bidiIsolate } from "./bidi-isolate.ts";
import { ARABIC, type Language, language } from "./language.ts";
import type { Catalog } from "./lingui.ts";
import { pluralMessage } from "./plural-message.ts";

/** Loads a language. Lingui and the messages are separate chunks that English pages don't load. */
export async function loadCatalog(tag: Language["tag"]): Promise<Catalog | undefined> {
  switch (tag) {
    case "en":
      return undefined;
    case "ar": {
      const [{ createCatalog }, { messages }] = await Promise.all([
        import("./lingui.ts"),
        import("../../../locales/ar.po"),
      ]);
      return createCatalog(messages, { locale: ARABIC.locale, isolate: bidiIsolate, pluralMessage });
    }
  }
}

/** Modules with texts evaluate them on load, so they wait for this top-level await. */
export const catalog = await loadCatalog(language.tag);
