import { type Counted, type Dictionary, lookUp, lookUpFilled } from "./catalogue.ts";
import { number } from "./format.ts";
import { fromItsSide, isolated } from "./isolated.ts";
import { language } from "./language.ts";
import { AND } from "./pattern.ts";

/** The names in braces of a text: `"{n} of {total}"` has `n` and `total`. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** Nothing where a text has no names; a value for each of them else. Numbers are written with separators. */
type Values<Name extends string> = [Name] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<Name, string | number>>];

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

/**
 * A text that a table of the contract holds or that the server wrote, its names filled already: the title of a problem, why
 * somebody sees something. What the catalogue does not have stays as it is. `context`: the name that it stands for in
 * another text.
 */
export function tKnown(text: string, context = "", dictionary?: Dictionary): string {
  if (language.tag === "en" && dictionary === undefined) return text;
  return found(text, context, dictionary) ?? inParts(text, context, dictionary) ?? text;
}

function found(text: string, context: string, dictionary: Dictionary | undefined): string | undefined {
  const said = lookUp(context === "" ? text : `${text}##${context}`, dictionary);
  if (said !== undefined) return formOf(said, Number.NaN);
  const filled = lookUpFilled(text, context, dictionary);
  if (filled === undefined) return undefined;
  // A value may be a text itself.
  const values = Object.entries(filled.values).map(([name, value]) => [name, tKnown(value, name, dictionary)] as const);
  return fill(formOf(filled.said, Number(filled.values["n"] ?? Number.NaN)), Object.fromEntries(values));
}

/** Several texts in a row, if all of the sentences are known; of what is parted by semicolons, those that are. */
function inParts(text: string, context: string, dictionary: Dictionary | undefined): string | undefined {
  const sentences = text.split(/(?<=\.) (?=[A-Z])/);
  if (sentences.length > 1) {
    const all = sentences.map((sentence) => found(sentence, context, dictionary));
    return all.includes(undefined) ? undefined : all.join(" ");
  }
  const parts = text.split(AND);
  return parts.length === 1 ? undefined : parts.map((part) => tKnown(part, context, dictionary)).join("؛ ");
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
  typeof said === "string" ? said : Number.isNaN(n) ? said.other : (said[plural.select(n)] ?? said.other);

const shown = (text: string): string => text.split("##", 1)[0] ?? text;

function fill(text: string, values: Readonly<Record<string, string | number>> | undefined): string {
  if (values === undefined) return text;
  const from_right = language.direction === "rtl";
  const filled = text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return whole;
    return typeof value === "number" ? number(value) : from_right ? isolated(value) : value;
  });
  return from_right ? fromItsSide(filled) : filled;
}
