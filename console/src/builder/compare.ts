import type { Body, Edition } from "@fanfare/contract/content";
import type { Translations } from "@fanfare/contract/translation";
import { t } from "../language/t.ts";
import type { RuleNames } from "../rules/words.ts";
import { partDifferences } from "./compare-parts.ts";
import { textDifferences } from "./compare-texts.ts";
import { type FieldChange, fieldChanges } from "./fields.ts";
import { bodyFields, settingFields } from "./setting-fields.ts";
import { type OtherId, variantIn, variantTitle } from "./variants.ts";

/** What became of one part, of the texts in one language, or of the settings. */
export interface Difference {
  readonly title: string;
  readonly kind: "changed" | "added" | "deleted" | "moved";
  readonly changes: readonly FieldChange[];
}

/** What ids stand for, as far as it is known; a content goes by its slug, too. */
export interface EditionNames extends RuleNames {
  theme(id: string): string | undefined;
}

/**
 * What differs between two editions of a content, part by part, in words.
 *
 * @example
 * compareEditions(version_2, version_3, names); // [{ title: "Step 1 “Hello”", kind: "changed", changes: [ … ] }]
 */
export function compareEditions(before: Edition, after: Edition, names: EditionNames): readonly Difference[] {
  const settings = fieldChanges(settingFields(before, names), settingFields(after, names));
  return [
    ...partDifferences(before.body, after.body, names),
    ...(settings.length === 0 ? [] : [{ title: t("Settings"), kind: "changed" as const, changes: settings }]),
    ...textDifferences(before, after),
    ...variantIds(before, after).flatMap((id) => variantDifferences(before, after, id, names)),
  ];
}

interface Words {
  readonly body: Body;
  readonly translations?: Translations | undefined;
}

/** What one variant says otherwise; as new it is set beside the content itself, whose copy it was, and so it is when it goes. */
function variantDifferences(before: Edition, after: Edition, id: OtherId, names: EditionNames): readonly Difference[] {
  const [was, is] = [variantIn(before, id), variantIn(after, id)];
  const named = is ?? was;
  if (named === undefined) return [];
  const [from, to]: readonly [Words, Words] = [was ?? before, is ?? after];
  const around = fieldChanges(bodyFields(from.body), bodyFields(to.body));
  const variant = t("Variant {title}", { title: variantTitle(named) });
  const inside: readonly Difference[] = [
    ...partDifferences(from.body, to.body, names),
    ...(around.length === 0 ? [] : [{ title: t("Settings"), kind: "changed" as const, changes: around }]),
    ...textDifferences(from, to),
  ];
  return inside.map((each) => ({ ...each, title: t("{part}: {place}", { part: variant, place: each.title }) }));
}

function variantIds(before: Edition, after: Edition): readonly OtherId[] {
  const ids = [after, before].flatMap(({ experiment }) => experiment?.variants ?? []).map(({ id }) => id);
  return [...new Set(ids)].toSorted();
}
