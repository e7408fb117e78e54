import { typographic } from "@fanfare/contract/wording/typographic";
import { bidiIsolate, withDirection } from "./bidi-isolate.ts";
import { catalog } from "./catalog.ts";
import { number } from "./format.ts";
import { language } from "./language.ts";
import type { Catalog, MessageValues } from "./lingui.ts";
import { pluralMessage } from "./plural-message.ts";

/** Placeholder names of a text: `"{n} of {total}"` has `n` and `total`. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** A value for each placeholder. Empty for texts without any. Numbers are formatted with separators. */
type Values<Name extends string> = [Name] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<Name, string | number>>];

const from_right = language.direction === "rtl";

/**
 * Translates a text. The English text is the key, which keeps code readable. If one English text needs two
 * translations, add a context that isn't displayed after two hash signs: `t("Open##verb")`.
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
 * Translates a counted text. `{n}` is the number.
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
 * Translates a text of the contract or the server, such as a problem's title or a validation message. Returns it
 * with typographic apostrophes if it isn't translated.
 */
export function tKnown(text: string): string {
  return catalog?.known(text) ?? typographic(text);
}

/** Marks a text that needs no translation: a name, a URL, or code. */
export function asIs(text: string): string {
  return text;
}

/** Splits a text at its placeholders: `["See ", { name: "link" }, "."]`. */
export function splitTemplate(text: string): readonly (string | { readonly name: string })[] {
  return template(text, catalog)
    .split(/(\{\w+\})/)
    .filter((part) => part !== "")
    .map((part) => (part.startsWith("{") && part.endsWith("}") ? { name: part.slice(1, -1) } : part));
}

/** Translates a text and keeps its placeholders. */
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
