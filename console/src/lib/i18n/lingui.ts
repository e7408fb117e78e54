import { type Messages, setupI18n } from "@lingui/core";
import { COUNTED_FIELD_SENTENCES, FIELD_SENTENCES } from "./field-sentences.ts";
import { createPattern, sortPatterns, valuesIn } from "./pattern.ts";

// The first chunk awaits this one. Importing a module of the first chunk would deadlock, so dependencies are passed as
// arguments.

/** Values of a message. Values for `plural` must be numbers. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Messages of a language other than English. */
export interface Catalog {
  /** Formats a message. Undefined if it isn't translated. */
  readonly fill: (key: string, values: MessageValues) => string | undefined;
  /** Translates a text of the contract or the server. */
  readonly known: (text: string) => string | undefined;
}

interface CatalogOptions {
  readonly locale: string;
  /** Isolates the direction of a value. */
  readonly isolate: (value: string) => string;
  readonly pluralMessage: (one: string, other: string) => string;
}

const FIELD_PATTERNS = sortPatterns([...FIELD_SENTENCES, ...COUNTED_FIELD_SENTENCES].map(createPattern));

export function createCatalog(messages: Messages, { locale, isolate, pluralMessage }: CatalogOptions): Catalog {
  const i18n = setupI18n({ locale, messages: { [locale]: messages } });
  const fill = (key: string, values: MessageValues): string | undefined =>
    Object.hasOwn(messages, key) ? i18n._(key, values) : undefined;

  function fieldSentence(text: string): string | undefined {
    const [found] = matches(text);
    if (found === undefined) return undefined;
    const { pattern, values } = found;
    const counted = COUNTED_FIELD_SENTENCES.includes(pattern.text);
    const shown = Object.entries(values).map(([name, value]) => [
      name,
      counted && name === "n" ? Number(value) : isolate(value),
    ]);
    return fill(counted ? pluralMessage(pattern.text, pattern.text) : pattern.text, Object.fromEntries(shown));
  }

  return { fill, known: (text) => fill(text, {}) ?? fieldSentence(text) };
}

const matches = (text: string) =>
  FIELD_PATTERNS.flatMap((pattern) => {
    const values = valuesIn(pattern, text);
    return values === undefined ? [] : [{ pattern, values }];
  });
