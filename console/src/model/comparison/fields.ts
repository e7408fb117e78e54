import { t } from "../../lib/i18n/t.ts";
import type { RuleNames } from "../rules/rule-labels.ts";

/** Resolves IDs to names, if known. Content can also be given by slug. */
export interface EditionNames extends RuleNames {
  theme(id: string): string | undefined;
}

/** Field values as displayed text, by label. Omits empty fields. */
export type Fields = ReadonlyMap<string, string>;

export type FieldEntry = readonly [label: string, words: string | undefined];

/** One changed field. `before` or `after` is undefined if the field was added or removed. */
export interface FieldChange {
  readonly label: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export const fields = (...entries: readonly FieldEntry[]): Fields =>
  new Map(
    entries.flatMap(([label, values]) => (values === undefined || values === "" ? [] : [[label, values] as const])),
  );

export function fieldChanges(before: Fields, after: Fields): readonly FieldChange[] {
  return [...new Set([...after.keys(), ...before.keys()])]
    .map((label) => ({ label, before: before.get(label), after: after.get(label) }))
    .filter((change) => change.before !== change.after);
}

export const yesOrNo = (on: boolean): string => (on ? t("yes") : t("no"));
