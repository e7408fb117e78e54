import type { Body, Edition } from "@fanfare/contract/content";
import { t } from "../language/t.ts";
import type { Draft } from "./draft.ts";
import { PART_WORDS, type PartWords } from "./part-words.ts";
import { bodySettings, type Part, partsOf, partTitle, withParts } from "./parts.ts";

/** What two people can change without meeting: each part, their order, and each setting, by a name of its own. */
type Pieces = ReadonlyMap<string, unknown>;

const PART = "part:";
const BODY = "body:";
const TARGETING = "targeting:";
const EDITION = "edition:";

function piecesOf({ name, slug, edition }: Draft): Pieces {
  const { body, targeting, ...rules } = edition;
  const parts = partsOf(body);
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
  ]);
}

/** The same text for the same value, whatever the order of its keys: the server may write them differently. */
function fingerprint(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** True when the two say the same, whatever the order of their keys. */
export function sameValue(one: unknown, other: unknown): boolean {
  return one === other || fingerprint(one) === fingerprint(other);
}

function changedPieces(base: Pieces, other: Pieces): Set<string> {
  const keys = new Set([...base.keys(), ...other.keys()]);
  return new Set([...keys].filter((key) => fingerprint(base.get(key)) !== fingerprint(other.get(key))));
}

/** What a setting is called; of several pieces with one sentence it is said once. */
const SETTING_SENTENCES: Readonly<Record<string, string>> = {
  name: t("the name was changed"),
  slug: t("the slug was changed"),
  "body:title": t("the title was changed"),
  "body:blocks": t("the text was changed"),
  "body:form": t("the form was changed"),
  "body:target": t("the target was changed"),
  "body:placement": t("the side was changed"),
  "body:wait_ms": t("how long it waits for its target was changed"),
  "body:tone": t("the tone was changed"),
  "body:feed": t("whether it is in the feed was changed"),
  "body:opens": t("how it opens was changed"),
  "body:thanks": t("the thanks were changed"),
  "body:preset": t("the preset was changed"),
  "body:message": t("the message was changed"),
  "body:colors": t("the colours were changed"),
  "body:intensity": t("how much there is of it was changed"),
  "edition:trigger": t("when it starts was changed"),
  "targeting:urls": t("the pages were changed"),
  "targeting:audience": t("the audience was changed"),
  "targeting:people": t("the audience was changed"),
  "edition:frequency": t("how often it shows was changed"),
  "edition:schedule": t("the schedule was changed"),
  "edition:delay_ms": t("the delay was changed"),
  "edition:experiment": t("the experiment was changed"),
  "edition:rollout": t("the roll-out was changed"),
  "body:suppression": t("“Do not show again” was changed"),
  "body:escape": t("whether Escape closes it was changed"),
  "body:celebrate_on_completed": t("the celebration was changed"),
  "edition:locale": t("the language was changed"),
  "edition:translations": t("a translation was changed"),
  "edition:priority": t("the priority was changed"),
  "edition:tags": t("the tags were changed"),
  "edition:theme": t("the theme was changed"),
};

/**
 * What differs, in the words of the screen: `step 2 “Invite” was changed`.
 *
 * @example
 * describeChanges(asWeBothKnewIt, asTheySavedIt);
 */
export function describeChanges(base: Draft, other: Draft): string[] {
  const [before, after] = [piecesOf(base), piecesOf(other)];
  const changed = changedPieces(before, after);
  const { type } = other.edition.body;
  const [was, is] = [partsOf(base.edition.body), partsOf(other.edition.body)];
  const words = PART_WORDS[type];
  const partSentences = (parts: readonly Part[], known: boolean, others: Pieces, say: PartWords["changed"]): string[] =>
    parts.flatMap((part, index) =>
      changed.has(PART + part.id) && others.has(PART + part.id) === known
        ? [say(index + 1, partTitle(part, type))]
        : [],
    );
  const moved = changed.has("order") && sameMembers(was, is);
  const settings = Object.entries(SETTING_SENTENCES).flatMap(([key, sentence]) => (changed.has(key) ? [sentence] : []));
  const unnamed = [...changed].some((key) => isSetting(key) && !Object.hasOwn(SETTING_SENTENCES, key));
  return [
    ...partSentences(is, true, before, words.changed),
    ...partSentences(is, false, before, words.added),
    ...partSentences(was, false, after, words.deleted),
    ...(moved ? [words.order_changed] : []),
    ...new Set(settings),
    ...(unnamed ? [t("another setting was changed")] : []),
  ];
}

const isSetting = (key: string): boolean => [BODY, TARGETING, EDITION].some((prefix) => key.startsWith(prefix));

function sameMembers(one: readonly Part[], other: readonly Part[]): boolean {
  const ids = new Set(one.map(({ id }) => id));
  return one.length === other.length && other.every(({ id }) => ids.has(id));
}

/** Both sets of changes in one draft, or undefined when both touched the same piece. */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): Draft | undefined {
  const [start, own, other] = [piecesOf(base), piecesOf(mine), piecesOf(theirs)];
  const changed_here = changedPieces(start, own);
  const changed_there = changedPieces(start, other);
  for (const key of changed_here) {
    if (changed_there.has(key) && fingerprint(own.get(key)) !== fingerprint(other.get(key))) return undefined;
  }
  const of = (key: string): Draft => (changed_here.has(key) ? mine : theirs);
  const pieces = (key: string): Pieces => (changed_here.has(key) ? own : other);
  /** Every setting that either has, from whoever changed it; what was switched off is not there. */
  const settings = (prefix: string): object =>
    Object.fromEntries(
      [...new Set([...own.keys(), ...other.keys()])]
        .filter((key) => key.startsWith(prefix))
        .map((key) => [key.slice(prefix.length), pieces(key).get(key)] as const)
        .filter(([, value]) => value !== undefined),
    );
  const parts = partsOf(of("order").edition.body).flatMap(({ id }) =>
    partsOf(of(PART + id).edition.body).filter((part) => part.id === id),
  );
  const { type } = mine.edition.body;
  // Each setting comes, under its own name, from an edition of this type.
  const body = { type, ...settings(BODY) } as Body;
  // As above.
  const rules = { targeting: settings(TARGETING), ...settings(EDITION) } as Omit<Edition, "body">;
  return { name: of("name").name, slug: of("slug").slug, edition: { ...rules, body: withParts(body, parts) } };
}
