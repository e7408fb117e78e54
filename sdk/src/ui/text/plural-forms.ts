/** Forms by `Intl.PluralRules` category. `other` is used for those not listed. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/**
 * A text whose form depends on a number. labels.ts uses only `replaceAll` of a text, so this object can replace a
 * string, at no cost for languages that don't need it.
 *
 * @example
 * fillPlaceholders(pluralize("pl", { one: "{days} dzień", few: "{days} dni", other: "{days} dni" }), { days: 2 });
 * // "2 dni"
 */
export function pluralize(tag: string, forms: PluralForms): string {
  const text: Pick<string, "replaceAll" | "toString"> = {
    replaceAll: (place: string | RegExp, value: unknown) =>
      (forms[new Intl.PluralRules(tag).select(Number(value))] ?? forms.other).replaceAll(place, String(value)),
    toString: () => forms.other,
  };
  // As explained above, consumers call nothing but `replaceAll`.
  return text as string;
}
