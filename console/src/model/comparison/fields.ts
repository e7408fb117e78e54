import { t } from "../../lib/i18n/t.ts";
import type { RuleNames } from "../rules/rule-labels.ts";

/** What ids stand for, as far as it is known; a content goes by its slug, too. */
export interface EditionNames extends RuleNames {
  theme(id: string): string | undefined;
}

/** What something says, field by field: the words of the screen, never JSON. What is not said is not there. */
export type Fields = ReadonlyMap<string, string>;

export type FieldEntry = readonly [label: string, words: string | undefined];

/** One field that says something else; undefined where it said nothing, or says nothing any more. */
export interface FieldChange {
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export const fields = (...entries: readonly FieldEntry[]): Fields =>
  new Map(
    entries.flatMap(([label, values]) => (values === undefined || values === "" ? [] : [[label, values] as const])),
  );

/** The same where several may have one label: each on a line of its own. */
export function mergedFields(entries: readonly FieldEntry[]): Fields {
  const lines = Map.groupBy(entries, ([label]) => label);
  return fields(...Array.from(lines, ([label, of]): FieldEntry => [label, of.map(([, values]) => values).join("\n")]));
}

/** What differs between what two things say. */
export function fieldChanges(before: Fields, after: Fields): readonly FieldChange[] {
  return [...new Set([...after.keys(), ...before.keys()])]
    .map((label) => ({ label, before: before.get(label), after: after.get(label) }))
    .filter((change) => change.before !== change.after);
}

export const yesOrNo = (on: boolean): string => (on ? t("yes") : t("no"));
