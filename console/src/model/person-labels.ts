import type { AttributeValue } from "@fanfare/contract/people/attribute";
import type { PersonSummary } from "@fanfare/contract/schema/people/person";
import { language } from "../lib/i18n/language.ts";
import { t, tCount } from "../lib/i18n/t.ts";

/** What to call a person: their name, else their address, else their id. */
export function personName({
  name,
  email,
  external_id,
  anonymous,
}: Pick<PersonSummary, "name" | "email" | "external_id" | "anonymous">): string {
  if (name !== null && name.trim() !== "") return name;
  if (email !== null && email.trim() !== "") return email;
  return anonymous ? t("Visitor {id}", { id: external_id.replace(/^anon-/, "").slice(0, 8) }) : external_id;
}

const decimal = new Intl.NumberFormat(language.locale, { maximumFractionDigits: 6, useGrouping: false });

/** A value of an attribute as text. */
export function attributeText(value: AttributeValue | undefined): string {
  if (value === undefined || value === null) return "";
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return decimal.format(value);
    case "boolean":
      return value ? t("yes") : t("no");
    default:
      return value.join(", ");
  }
}

/**
 * How many people a list has: exact while they were counted, "about" when the number is an estimate.
 *
 * @example
 * totalWords(1, true); // "1 person"
 */
export function formatTotal(total: number, exact: boolean): string {
  return formatPeople(exact ? total : rounded(total), exact);
}

/** As many people as were counted, "about" where not all could be. */
export function formatPeople(count: number, exact: boolean): string {
  return exact ? tCount(count, "{n} person", "{n} people") : tCount(count, "about {n} person", "about {n} people");
}

/** Two digits that mean something: an estimate with five would claim too much. */
function rounded(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 2);
  return Math.round(count / step) * step;
}
