import type { Edition } from "@fanfare/contract/content";
import { t } from "../language/t.ts";
import type { RuleNames } from "../rules/words.ts";
import type { Fields } from "./fields.ts";
import { partFields } from "./part-fields.ts";
import { PART_WORDS } from "./part-words.ts";
import { type Part, partsOf, partTitle } from "./parts.ts";
import { settingFields } from "./setting-fields.ts";

/** One field that says something else; undefined where it said nothing, or says nothing any more. */
export interface FieldChange {
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** What became of one part, or of the settings. */
export interface Difference {
  readonly title: string;
  readonly kind: "changed" | "added" | "deleted" | "moved";
  readonly changes: readonly FieldChange[];
}

/**
 * What differs between two editions of a content, part by part, in words.
 *
 * @example
 * compareEditions(version_2, version_3, names); // [{ title: "Step 1 “Hello”", kind: "changed", changes: [ … ] }]
 */
export function compareEditions(before: Edition, after: Edition, names: RuleNames): readonly Difference[] {
  const [was, is] = [partsOf(before.body), partsOf(after.body)];
  const { type } = after.body;
  const named = (part: Part, index: number): string => PART_WORDS[type].named(index + 1, partTitle(part, type));
  const present = is.flatMap((part, index): readonly Difference[] => {
    const earlier = was.find(({ id }) => id === part.id);
    const title = named(part, index);
    if (earlier === undefined) return [{ title, kind: "added", changes: changesOf(new Map(), partFields(part)) }];
    const changes = changesOf(partFields(earlier), partFields(part));
    return changes.length === 0 ? [] : [{ title, kind: "changed", changes }];
  });
  const gone = was.flatMap((part, index): readonly Difference[] =>
    is.some(({ id }) => id === part.id)
      ? []
      : [{ title: named(part, index), kind: "deleted", changes: changesOf(partFields(part), new Map()) }],
  );
  const settings = changesOf(settingFields(before, names), settingFields(after, names));
  return [
    ...present,
    ...gone,
    ...orderOf(was, is, type),
    ...(settings.length === 0 ? [] : [{ title: t("Settings"), kind: "changed" as const, changes: settings }]),
  ];
}

function orderOf(was: readonly Part[], is: readonly Part[], type: Edition["body"]["type"]): readonly Difference[] {
  const kept = (parts: readonly Part[], others: readonly Part[]): readonly Part[] =>
    parts.filter(({ id }) => others.some((other) => other.id === id));
  const [first, second] = [kept(was, is), kept(is, was)];
  if (first.every(({ id }, index) => second[index]?.id === id)) return [];
  const words = (parts: readonly Part[]): string =>
    t("{parts}##in their order", {
      parts: parts.map((part) => t("{title}", { title: partTitle(part, type) })).join(t(" → ")),
    });
  const change = { label: t("Order"), before: words(first), after: words(second) };
  return [{ title: PART_WORDS[type].order, kind: "moved", changes: [change] }];
}

function changesOf(before: Fields, after: Fields): readonly FieldChange[] {
  return [...new Set([...after.keys(), ...before.keys()])]
    .map((label) => ({ label, before: before.get(label), after: after.get(label) }))
    .filter((change) => change.before !== change.after);
}
