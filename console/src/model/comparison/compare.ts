import type { Body, ContentType } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import { type Part, partsIn } from "@fanfare/contract/content/parts";
import type { Texts, Translations } from "@fanfare/contract/translation/translation";
import { localeOption } from "../../lib/i18n/locale-options.ts";
import { t } from "../../lib/i18n/t.ts";
import { PART_LABELS } from "../draft/part-labels.ts";
import { partTitle } from "../draft/parts.ts";
import { textGroups } from "../draft/translation-texts.ts";
import { type OtherVariantId, variantIn, variantTitle } from "../draft/variants.ts";
import { type EditionNames, type FieldChange, type Fields, fieldChanges } from "./fields.ts";
import { partFields } from "./part-fields.ts";
import { bodyFields, settingFields } from "./setting-fields.ts";

interface Translated {
  readonly body: Body;
  readonly translations?: Translations | undefined;
}

function textDifferences(before: Translated, after: Translated): readonly Difference[] {
  const [was, is] = [before.translations ?? {}, after.translations ?? {}];
  return [...new Set([...Object.keys(is), ...Object.keys(was)])].flatMap((tag): readonly Difference[] => {
    const changes = textChanges(before, after, tag);
    if (changes.length === 0) return [];
    const kind = was[tag] === undefined ? "added" : is[tag] === undefined ? "deleted" : "changed";
    return [{ title: t("{language} texts", { language: localeOption(tag).label }), kind, changes }];
  });
}

/**
 * Changed texts in a language, in reading order. A text keeps its key when its part is renamed or moved, and appears with
 * the part's latest name. Texts whose part was removed earlier are labeled as unused.
 */
function textChanges(before: Translated, after: Translated, tag: string): readonly FieldChange[] {
  const [was, is] = [before.translations?.[tag] ?? {}, after.translations?.[tag] ?? {}];
  const labels = textLabels(after.body);
  for (const [key, label] of textLabels(before.body)) if (!labels.has(key)) labels.set(key, label);
  const keys = [...new Set([...labels.keys(), ...Object.keys(is), ...Object.keys(was)])];
  const changed = keys.filter((key) => was[key] !== is[key]);
  const linesOf = (texts: Texts, of: readonly string[]): string | undefined => {
    const lines = of.flatMap((key) => texts[key] ?? []);
    return lines.length === 0 ? undefined : lines.join("\n");
  };
  return Array.from(
    Map.groupBy(changed, (key) => labels.get(key) ?? t("Unused")),
    ([label, of]) => ({ label, before: linesOf(was, of), after: linesOf(is, of) }),
  );
}

/** Labels of a body's texts by key, in reading order. */
function textLabels(body: Body): Map<string, string> {
  return new Map(
    textGroups(body).flatMap(({ title, texts }) =>
      texts.map(({ key, place }) => [key, t("{part}: {place}", { part: title, place })] as const),
    ),
  );
}

/** Differences of each part in order, with deleted parts last. */
function partDifferences(before: Body, after: Body, names: EditionNames): readonly Difference[] {
  const [was, is] = [partsIn(before), partsIn(after)];
  const { type } = after;
  const named = (part: Part, index: number): string => PART_LABELS[type].named(index + 1, partTitle(part, type));
  const fieldsOf = (part: Part, of: readonly Part[]): Fields =>
    partFields(part, { names, titleOf: (id) => titleIn(of, id, type) });
  const present = is.flatMap((part, index): readonly Difference[] => {
    const earlier = was.find(({ id }) => id === part.id);
    const title = named(part, index);
    if (earlier === undefined) return [{ title, kind: "added", changes: fieldChanges(new Map(), fieldsOf(part, is)) }];
    const changes = fieldChanges(fieldsOf(earlier, was), fieldsOf(part, is));
    return changes.length === 0 ? [] : [{ title, kind: "changed", changes }];
  });
  const gone = was.flatMap((part, index): readonly Difference[] =>
    is.some(({ id }) => id === part.id)
      ? []
      : [{ title: named(part, index), kind: "deleted", changes: fieldChanges(fieldsOf(part, was), new Map()) }],
  );
  return [...present, ...gone, ...orderOf(was, is, type)];
}

function titleIn(parts: readonly Part[], id: string, type: ContentType): string | undefined {
  const index = parts.findIndex((part) => part.id === id);
  const part = parts[index];
  return part === undefined ? undefined : PART_LABELS[type].named(index + 1, partTitle(part, type));
}

function orderOf(was: readonly Part[], is: readonly Part[], type: ContentType): readonly Difference[] {
  const unchanged = (parts: readonly Part[], others: readonly Part[]): readonly Part[] =>
    parts.filter(({ id }) => others.some((other) => other.id === id));
  const [first, second] = [unchanged(was, is), unchanged(is, was)];
  if (first.every(({ id }, index) => second[index]?.id === id)) return [];
  const texts = (parts: readonly Part[]): string =>
    t("{parts}##in their order", {
      parts: parts.map((part) => t("{title}", { title: partTitle(part, type) })).join(t(" → ")),
    });
  const change = { label: t("Order"), before: texts(first), after: texts(second) };
  return [{ title: PART_LABELS[type].order, kind: "moved", changes: [change] }];
}

/** Changes of one part, of one language's texts, or of the settings. */
export interface Difference {
  readonly title: string;
  readonly kind: "changed" | "added" | "deleted" | "moved";
  readonly changes: readonly FieldChange[];
}

/**
 * Describes the differences between two editions by part.
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

/**
 * Differences of one variant. New and removed variants are compared with the content itself, which they were copied
 * from.
 */
function variantDifferences(
  before: Edition,
  after: Edition,
  id: OtherVariantId,
  names: EditionNames,
): readonly Difference[] {
  const [was, is] = [variantIn(before, id), variantIn(after, id)];
  const named = is ?? was;
  if (named === undefined) return [];
  const [from, to]: readonly [Translated, Translated] = [was ?? before, is ?? after];
  const around = fieldChanges(bodyFields(from.body), bodyFields(to.body));
  const variant = t("Variant {title}", { title: variantTitle(named) });
  const inside: readonly Difference[] = [
    ...partDifferences(from.body, to.body, names),
    ...(around.length === 0 ? [] : [{ title: t("Settings"), kind: "changed" as const, changes: around }]),
    ...textDifferences(from, to),
  ];
  return inside.map((each) => ({ ...each, title: t("{part}: {place}", { part: variant, place: each.title }) }));
}

function variantIds(before: Edition, after: Edition): readonly OtherVariantId[] {
  const ids = [after, before].flatMap(({ experiment }) => experiment?.variants ?? []).map(({ id }) => id);
  return [...new Set(ids)].toSorted();
}
