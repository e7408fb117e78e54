import { type Counted, lookUp } from "./catalogue.ts";
import { language } from "./language.ts";

/** The names in braces of a text: `"{n} of {total}"` has `n` and `total`. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** Nothing where a text has no names; a value for each of them else. Numbers are written with separators. */
type Values<Name extends string> = [Name] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<Name, string | number>>];

const number = new Intl.NumberFormat(language.locale);
const plural = new Intl.PluralRules(language.locale);

/**
 * A text of the console in the page's language. The English text itself is the key, so that the code can be read; where one
 * English text needs two others, a context that nobody sees follows two hash signs: `t("Open##verb")`.
 *
 * @example
 * t("Saved {when}", { when: "2 minutes ago" });
 */
export function t<const Text extends string>(text: Text, ...[values]: Values<Names<Text>>): string {
  return fill(textOf(text), values);
}

/**
 * A text around a number, which stands for `{n}`.
 *
 * @example
 * tCount(2, "{n} person of {name}", "{n} people of {name}", { name: "Acme" });
 */
export function tCount<const Other extends string>(
  n: number,
  one: string,
  other: Other,
  ...[values]: Values<Exclude<Names<Other>, "n">>
): string {
  const said = lookUp(other);
  const form = said === undefined ? (n === 1 ? one : other) : formOf(said, n);
  return fill(shown(form), { ...values, n });
}

/** A text that a table of the contract holds, the title of a problem for instance. */
export function tKnown(text: string): string {
  return textOf(text);
}

/** A text that is the same in every language: a name, an address, a piece of code. */
export function asIs(text: string): string {
  return text;
}

/** The parts of a text around its names: `["See ", { name: "link" }, "."]`. */
export function partsOf(text: string): readonly (string | { readonly name: string })[] {
  return textOf(text)
    .split(/(\{\w+\})/)
    .filter((part) => part !== "")
    .map((part) => (part.startsWith("{") && part.endsWith("}") ? { name: part.slice(1, -1) } : part));
}

function textOf(text: string): string {
  const said = lookUp(text);
  return said === undefined ? shown(text) : typeof said === "string" ? said : said.other;
}

const formOf = (said: string | Counted, n: number): string =>
  typeof said === "string" ? said : (said[plural.select(n)] ?? said.other);

const shown = (text: string): string => text.split("##", 1)[0] ?? text;

function fill(text: string, values: Readonly<Record<string, string | number>> | undefined): string {
  if (values === undefined) return text;
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? whole : typeof value === "number" ? number.format(value) : value;
  });
}
