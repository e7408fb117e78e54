/** By what `Intl.PluralRules` calls the number: `one`, `few` … `other` stands for those that are not named. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/**
 * A text whose form follows the number that is filled in. Who fills in a text (labels.ts) asks nothing of it but
 * `replaceAll`, so this stands where a string does, and costs nothing where no language needs it.
 *
 * @example
 * fill(counted("pl", { one: "{days} dzień", few: "{days} dni", other: "{days} dni" }), { days: 2 }); // "2 dni"
 */
export function pluralize(tag: string, forms: PluralForms): string {
  const text: Pick<string, "replaceAll" | "toString"> = {
    replaceAll: (place: string | RegExp, value: unknown) =>
      (forms[new Intl.PluralRules(tag).select(Number(value))] ?? forms.other).replaceAll(place, String(value)),
    toString: () => forms.other,
  };
  // As said above: those who are given it call nothing else.
  return text as string;
}
