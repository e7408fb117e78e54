import type { AttributeValue } from "@fanfare/contract/attribute";
import type { PersonSummary } from "@fanfare/contract/schema/person";

/** What to call a person: their name, else their address, else their id. */
export function nameOf({
  name,
  email,
  external_id,
  anonymous,
}: Pick<PersonSummary, "name" | "email" | "external_id" | "anonymous">): string {
  if (name !== null && name.trim() !== "") return name;
  if (email !== null && email.trim() !== "") return email;
  return anonymous ? `Visitor ${external_id.replace(/^anon-/, "").slice(0, 8)}` : external_id;
}

const whole = new Intl.NumberFormat("en");
const decimal = new Intl.NumberFormat("en", { maximumFractionDigits: 6, useGrouping: false });

/** A number of things, with separators: `12,345`. */
export function amount(count: number): string {
  return whole.format(count);
}

/** A value of an attribute as text. */
export function valueText(value: AttributeValue | undefined): string {
  if (value === undefined || value === null) return "";
  switch (typeof value) {
    case "string":
      return value;
    case "number":
      return decimal.format(value);
    case "boolean":
      return value ? "yes" : "no";
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
export function totalWords(total: number, exact: boolean): string {
  if (exact) return total === 1 ? "1 person" : `${amount(total)} people`;
  return `about ${amount(rounded(total))} people`;
}

/** Two digits that mean something: an estimate with five would claim too much. */
function rounded(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 2);
  return Math.round(count / step) * step;
}
