/**
 * Returns a counted text as an ICU message, which is its key in PO files.
 *
 * @example
 * pluralMessage("{n} person", "{n} people"); // "{n, plural, one {# person} other {# people}}"
 */
export const pluralMessage = (one: string, other: string): string =>
  `{n, plural, one {${one.replaceAll("{n}", "#")}} other {${other.replaceAll("{n}", "#")}}}`;
