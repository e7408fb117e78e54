import type { Edition } from "@fanfare/contract/content/content";

/**
 * A draft without a source language takes this one, unless it has a translation in that language. New content takes its
 * app's, and existing content keeps its own.
 */
export function withSourceLocale({ body, locale, ...rest }: Edition, source_locale: string): Edition {
  const translated = Object.keys(rest.translations ?? {}).some(
    (tag) => tag.toLowerCase() === source_locale.toLowerCase(),
  );
  const own = locale ?? (translated ? undefined : source_locale);
  // In the schema's order of keys, so that saving the same draft again isn't a change.
  return own === undefined ? { body, ...rest } : { body, locale: own, ...rest };
}
