import type { Body } from "../content/body.ts";
import type { Edition } from "../content/content.ts";
import { bodySettings, partsIn, withParts } from "../content/parts.ts";
import type { Translations } from "../translation/translation.ts";

/** The editable part of content, which an editor saves. */
export interface Draft {
  readonly name: string;
  readonly slug: string;
  readonly edition: Edition;
}

/** Pieces of a draft that can be merged independently: each part, the part order, each setting, and each translated text. */
export type DraftPieces = ReadonlyMap<string, unknown>;

export const PART = "part:";
export const BODY = "body:";
export const TARGETING = "targeting:";
export const EDITION = "edition:";
/** `translation:de` for a language, and `translation:de key` for each of its texts. */
export const TRANSLATION = "translation:";

export function splitDraft({ name, slug, edition }: Draft): DraftPieces {
  const { body, targeting, translations = {}, ...rules } = edition;
  const parts = partsIn(body);
  const named = (prefix: string, record: object) =>
    Object.entries(record).map(([key, value]): [string, unknown] => [prefix + key, value]);
  return new Map<string, unknown>([
    ["name", name],
    ["slug", slug],
    ["order", parts.map(({ id }) => id)],
    ...parts.map((part): [string, unknown] => [PART + part.id, part]),
    ...named(BODY, bodySettings(body)),
    ...named(TARGETING, targeting),
    ...named(EDITION, rules),
    ...Object.entries(translations).flatMap(([tag, texts]) => [
      [TRANSLATION + tag, true] as const,
      ...named(`${TRANSLATION}${tag} `, texts),
    ]),
  ]);
}

/** Key-order-independent serialization, because the server may order keys differently. */
function fingerprint(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** Deep equality, independent of key order. */
export function sameValue(one: unknown, other: unknown): boolean {
  return one === other || fingerprint(one) === fingerprint(other);
}

export function changedPieces(base: DraftPieces, other: DraftPieces): Set<string> {
  const keys = new Set([...base.keys(), ...other.keys()]);
  return new Set([...keys].filter((key) => fingerprint(base.get(key)) !== fingerprint(other.get(key))));
}

/** Merges both sides' changes. Undefined if both changed the same piece. */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): Draft | undefined {
  const [start, own, other] = [splitDraft(base), splitDraft(mine), splitDraft(theirs)];
  const changed_here = changedPieces(start, own);
  const changed_there = changedPieces(start, other);
  for (const key of changed_here) {
    if (changed_there.has(key) && fingerprint(own.get(key)) !== fingerprint(other.get(key))) return undefined;
  }
  const of = (key: string): Draft => (changed_here.has(key) ? mine : theirs);
  const pieces = (key: string): DraftPieces => (changed_here.has(key) ? own : other);
  /** All settings of both sides, each from the side that changed it. Omits settings that were turned off. */
  const settings = (prefix: string): object =>
    Object.fromEntries(
      [...new Set([...own.keys(), ...other.keys()])]
        .filter((key) => key.startsWith(prefix))
        .map((key) => [key.slice(prefix.length), pieces(key).get(key)] as const)
        .filter(([, value]) => value !== undefined),
    );
  const parts = partsIn(of("order").edition.body).flatMap(({ id }) =>
    partsIn(of(PART + id).edition.body).filter((part) => part.id === id),
  );
  const { type } = mine.edition.body;
  // Safe cast: each setting keeps its name and comes from an edition of this type.
  const body = { type, ...settings(BODY) } as Body;
  // Safe cast: both come from editions, and each setting keeps its name.
  const rules = { targeting: settings(TARGETING), ...settings(EDITION) } as Omit<Edition, "body">;
  // Safe cast: a language is named by its tag, and its texts by the tag and their keys.
  const translated = settings(TRANSLATION) as Readonly<Record<string, string | true>>;
  const translations = joinTranslations(translated);
  if (translations === undefined) return undefined;
  return {
    name: of("name").name,
    slug: of("slug").slug,
    edition: { ...rules, ...translations, body: withParts(body, parts) },
  };
}

/** Undefined if one side removed a language in which the other wrote. */
function joinTranslations(
  pieces: Readonly<Record<string, string | true>>,
): { readonly translations?: Translations } | undefined {
  const translations: Record<string, Record<string, string>> = {};
  for (const [name, text] of Object.entries(pieces)) if (text === true) translations[name] = {};
  for (const [name, text] of Object.entries(pieces)) {
    if (text === true) continue;
    const [tag = ""] = name.split(" ", 1);
    const texts = Object.hasOwn(translations, tag) ? translations[tag] : undefined;
    if (texts === undefined) return undefined;
    texts[name.slice(tag.length + 1)] = text;
  }
  return Object.keys(translations).length === 0 ? {} : { translations };
}
