import { bidiIsolate, withDirection } from "./bidi-isolate.ts";
import { catalog } from "./catalog.ts";
import { number } from "./format.ts";
import { language } from "./language.ts";
import type { Catalog, MessageValues } from "./lingui.ts";
import { pluralMessage } from "./plural-message.ts";

/** The names in braces of a text: `"{n} of {total}"` has `n` and `total`. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** Nothing where a text has no names; a value for each of them else. Numbers are written with separators. */
type Values<Name extends string> = [Name] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<Name, string | number>>];

const from_right = language.direction === "rtl";

/**
 * A text of the console in the page's language. The English text itself is the key, so that the code can be read; where one
 * English text needs two others, a context that nobody sees follows two hash signs: `t("Open##verb")`.
 *
 * @example
 * t("Saved {when}", { when: "2 minutes ago" });
 */
export function t<const Text extends string>(text: Text, ...[values]: Values<Names<Text>>): string {
  if (values === undefined) return catalog?.fill(text, {}) ?? withoutContext(text);
  const shown = showValues(values);
  return inDirection(catalog?.fill(text, shown) ?? fill(withoutContext(text), shown));
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
  const shown = showValues(values ?? {});
  const [message = "", context] = other.split("##", 2);
  const key = pluralMessage(withoutContext(one), message) + (context === undefined ? "" : `##${context}`);
  const own = catalog?.fill(key, { ...shown, n });
  return inDirection(own ?? fill(n === 1 ? withoutContext(one) : message, { ...shown, n: number(n) }));
}

/**
 * A text of a table of the contract, or one that the server wrote: the title of a problem, what is wrong with a field. A text
 * that the language doesn't have stays as it is.
 */
export function tKnown(text: string): string {
  return catalog?.known(text) ?? text;
}

/** A text that is the same in every language: a name, an address, a piece of code. */
export function asIs(text: string): string {
  return text;
}

/** The parts of a text around its names: `["See ", { name: "link" }, "."]`. */
export function splitTemplate(text: string): readonly (string | { readonly name: string })[] {
  return template(text, catalog)
    .split(/(\{\w+\})/)
    .filter((part) => part !== "")
    .map((part) => (part.startsWith("{") && part.endsWith("}") ? { name: part.slice(1, -1) } : part));
}

/** A text in a language, its names still in braces. */
export function template(text: string, messages: Catalog | undefined): string {
  const names = [...text.matchAll(/\{(\w+)\}/g)].map(([whole, name]) => [name ?? "", whole] as const);
  return messages?.fill(text, Object.fromEntries(names)) ?? withoutContext(text);
}

const withoutContext = (text: string): string => text.split("##", 1)[0] ?? text;

const showValues = (values: MessageValues): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "number" ? number(value) : from_right ? bidiIsolate(value) : value,
    ]),
  );

const inDirection = (text: string): string => (from_right ? withDirection(text) : text);

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole));
