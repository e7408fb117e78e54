import type { AttributeValue } from "@fanfare/contract/people/attribute";
import type { GroupDetail, PersonSummary } from "@fanfare/contract/schema/responses/people/person";
import { language } from "../lib/i18n/language.ts";
import { t, tCount } from "../lib/i18n/t.ts";

/** Display name of a person: name, otherwise email, otherwise ID. */
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

/** Display name of a group: its name, otherwise its ID. */
export function groupName({ external_id, attributes }: Pick<GroupDetail, "external_id" | "attributes">): string {
  return attributeText(attributes["name"]).trim() || external_id;
}

/**
 * Formats the size of a list. Estimates are rounded and start with "about".
 *
 * @example
 * formatTotal(1, true); // "1 person"
 */
export function formatTotal(total: number, exact: boolean): string {
  return formatPeople(exact ? total : rounded(total), exact);
}

/** Formats a count, with "about" if it isn't exact. */
export function formatPeople(count: number, exact: boolean): string {
  return exact ? tCount(count, "{n} person", "{n} people") : tCount(count, "about {n} person", "about {n} people");
}

/** Rounds an estimate, because more digits would suggest false precision. */
function rounded(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 2);
  return Math.round(count / step) * step;
}
