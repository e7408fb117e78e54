import { type Part, partsIn } from "@fanfare/contract/content/parts";
import {
  BODY,
  changedPieces,
  type Draft,
  type DraftPieces,
  EDITION,
  PART,
  splitDraft,
  TARGETING,
  TRANSLATION,
} from "@fanfare/contract/draft/draft-merge";
import { t } from "../../lib/i18n/t.ts";
import { PART_LABELS, type PartLabels } from "./part-labels.ts";
import { partTitle } from "./parts.ts";

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
  "body:position": t("Position changed"),
  "body:countdown": t("Countdown changed"),
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
  if ([...changed].some((key) => key.startsWith(TRANSLATION))) changed.add(`${EDITION}translations`);
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
