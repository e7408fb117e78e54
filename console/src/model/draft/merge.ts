import type { Body } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import { type Part, partsIn } from "@fanfare/contract/content/parts";
import { t } from "../../lib/i18n/t.ts";
import type { Draft } from "./draft.ts";
import { PART_LABELS, type PartLabels } from "./part-labels.ts";
import { bodySettings, partTitle, withParts } from "./parts.ts";

/** Pieces of a draft that can be merged independently: each part, the part order, and each setting. */
type DraftPieces = ReadonlyMap<string, unknown>;

const PART = "part:";
const BODY = "body:";
const TARGETING = "targeting:";
const EDITION = "edition:";

function splitDraft({ name, slug, edition }: Draft): DraftPieces {
  const { body, targeting, ...rules } = edition;
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

function changedPieces(base: DraftPieces, other: DraftPieces): Set<string> {
  const keys = new Set([...base.keys(), ...other.keys()]);
  return new Set([...keys].filter((key) => fingerprint(base.get(key)) !== fingerprint(other.get(key))));
}

/** Descriptions of changed settings. Pieces with the same description are listed once. */
const SETTING_LABELS: Readonly<Record<string, string>> = {
  name: t("Name changed"),
  slug: t("Slug changed"),
  "body:title": t("Title changed"),
  "body:blocks": t("Text changed"),
  "body:form": t("Format changed"),
  "body:target": t("Target changed"),
  "body:placement": t("Side changed"),
  "body:wait_ms": t("Target wait time changed"),
  "body:tone": t("Tone changed"),
  "body:feed": t("Feed setting changed"),
  "body:opens": t("Initial state changed"),
  "body:thanks": t("Thank-you message changed"),
  "body:preset": t("Effect changed"),
  "body:message": t("Message changed"),
  "body:colors": t("Colors changed"),
  "body:intensity": t("Intensity changed"),
  "edition:trigger": t("Trigger changed"),
  "targeting:urls": t("Pages changed"),
  "targeting:audience": t("Audience changed"),
  "targeting:people": t("Audience changed"),
  "edition:frequency": t("Frequency changed"),
  "edition:schedule": t("Schedule changed"),
  "edition:delay_ms": t("Delay changed"),
  "edition:experiment": t("Experiment changed"),
  "edition:rollout": t("Rollout changed"),
  "body:suppression": t("“Do not show again” changed"),
  "body:escape": t("“Close with Escape” changed"),
  "body:celebrate_on_completed": t("Celebration changed"),
  "edition:locale": t("Source language changed"),
  "edition:translations": t("Translations changed"),
  "edition:priority": t("Priority changed"),
  "edition:tags": t("Tags changed"),
  "edition:theme": t("Theme changed"),
};

/**
 * Describes the differences: `Step 2 “Invite” changed`.
 *
 * @example
 * describeChanges(base, theirs);
 */
export function describeChanges(base: Draft, other: Draft): string[] {
  const [before, after] = [splitDraft(base), splitDraft(other)];
  const changed = changedPieces(before, after);
  const { type } = other.edition.body;
  const [was, is] = [partsIn(base.edition.body), partsIn(other.edition.body)];
  const labels = PART_LABELS[type];
  const partSentences = (
    parts: readonly Part[],
    known: boolean,
    others: DraftPieces,
    labels: PartLabels["changed"],
  ): string[] =>
    parts.flatMap((part, index) =>
      changed.has(PART + part.id) && others.has(PART + part.id) === known
        ? [labels(index + 1, partTitle(part, type))]
        : [],
    );
  const moved = changed.has("order") && sameMembers(was, is);
  const settings = Object.entries(SETTING_LABELS).flatMap(([key, sentence]) => (changed.has(key) ? [sentence] : []));
  const unnamed = [...changed].some((key) => isSetting(key) && !Object.hasOwn(SETTING_LABELS, key));
  return [
    ...partSentences(is, true, before, labels.changed),
    ...partSentences(is, false, before, labels.added),
    ...partSentences(was, false, after, labels.deleted),
    ...(moved ? [labels.order_changed] : []),
    ...new Set(settings),
    ...(unnamed ? [t("Other settings changed")] : []),
  ];
}

const isSetting = (key: string): boolean => [BODY, TARGETING, EDITION].some((prefix) => key.startsWith(prefix));

function sameMembers(one: readonly Part[], other: readonly Part[]): boolean {
  const ids = new Set(one.map(({ id }) => id));
  return one.length === other.length && other.every(({ id }) => ids.has(id));
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
  // toChannelId only returns characters that are valid in channel names.
  const rules = { targeting: settings(TARGETING), ...settings(EDITION) } as Omit<Edition, "body">;
  return { name: of("name").name, slug: of("slug").slug, edition: { ...rules, body: withParts(body, parts) } };
}
